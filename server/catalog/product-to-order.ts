import { type SQL, type SQLWrapper, sql } from "drizzle-orm"
import { type ProductId, isId } from "../../domain/id.ts"
import type { RentalTerms } from "../../domain/availability/rentable-days.ts"
import type { Cents } from "../../domain/money.ts"
import type { OptionOffer } from "../../domain/pricing/options.ts"
import type { ProductTariff } from "../../domain/pricing/price.ts"
import type { Executor } from "../platform/database.server.ts"
import { type BundlePart, withParts } from "./bundle-parts.ts"
import { hasPrice } from "./queries.ts"
import { type Priced, withPlans } from "./rate-plans.ts"
import type { Rentable } from "./stock.ts"

export type ProductToOrder = Rentable &
  ProductTariff &
  RentalTerms & { securityDeposit: Cents; offers: OptionOffer[]; parts: BundlePart[] } & Priced

/** Without its plans and parts. */
export function selectOfferedProduct(id: SQLWrapper): SQL {
  return sql`
    select id, kind, name, price as "dailyPrice", photo_pack_price as "photoPackPrice", photo_pack_quantity as "photoPackQuantity",
      security_deposit as "securityDeposit", stock, retired_units as "retiredUnits", preparation_days_before as "preparationDaysBefore",
      preparation_days_after as "preparationDaysAfter", minimum_notice_days as "minimumNoticeDays",
      furthest_days as "furthestDays", is_active as "isActive", archived_at as "archivedAt",
      coalesce((
        select json_agg(json_build_object('id', id, 'parentId', parent_option_id, 'name', name, 'price', price,
          'unit', unit, 'quantityStep', quantity_step, 'minQuantity', min_quantity, 'maxQuantity', max_quantity,
          'isOnce', is_once, 'choiceGroup', choice_group,
          'accessory', (select json_build_object('id', id, 'name', name) from products where id = accessory_id))
          order by "order", created_at, id)
        from product_options where product_id = products.id), '[]') as offers
    from products where id = ${id} and is_active and archived_at is null
      and kind <> 'accessory' and ${hasPrice}`
}

/** null when it is not for rent. */
export async function readProductToOrder(executor: Executor, id: ProductId): Promise<ProductToOrder | null> {
  if (!isId(id)) return null
  const { rows } = await executor.execute<Omit<ProductToOrder, keyof Priced | "parts">>(
    selectOfferedProduct(sql`${id}`),
  )
  const withTheirPlans = await withPlans(rows, ({ dailyPrice }) => dailyPrice, executor)
  const [product] = await withParts(withTheirPlans, executor)
  return product ?? null
}

import { and, eq, gte, or, sql } from "drizzle-orm"
import type { Day } from "../../domain/day.ts"
import type { ProductId } from "../../domain/id.ts"
import { type Executor, db } from "../platform/database.server.ts"
import { availableDates } from "../platform/schema/availability.ts"

/** A bundle is closed when one of its parts is. */
export async function readClosedDays(
  productId: ProductId,
  since: Day,
  executor: Executor = db,
): Promise<ReadonlySet<Day>> {
  const rows = await executor
    .select({ date: availableDates.date })
    .from(availableDates)
    .where(
      and(
        or(
          eq(availableDates.productId, productId),
          sql`${availableDates.productId} in (select part_id from bundle_parts where bundle_id = ${productId})`,
        ),
        gte(availableDates.date, since),
        eq(availableDates.isAvailable, false),
      ),
    )
  return new Set(rows.map(({ date }) => date))
}

/** `last` null stands for no end. */
export async function readClosedDaysByProduct(
  productIds: readonly ProductId[],
  first: Day,
  last: Day | null,
): Promise<Map<ProductId, Set<Day>>> {
  if (productIds.length === 0) return new Map()
  const { rows } = await db.execute<{ id: ProductId; days: Day[] }>(sql`
    select product_id as id, to_json(array_agg(date)) as days from available_dates
    where product_id = any(${sql.param(productIds)}::uuid[]) and not is_available
      and date between ${first}::date and coalesce(${last}::date, 'infinity')
    group by product_id`)
  return new Map(rows.map(({ id, days }) => [id, new Set(days)]))
}

import { sql } from "drizzle-orm"
import type { Staff } from "../../../domain/accounts/party.ts"
import { ORDER_BELOW_PRINTS } from "../../../domain/catalog/supplies.ts"
import type { ProductId } from "../../../domain/id.ts"
import { type Result, err, ok } from "../../../domain/result.ts"
import { selectUnitRentals } from "../../availability/unit-rentals.ts"
import { type UnitKey, lockUnit } from "../../availability/units.ts"
import type { Gone } from "../../catalog/product-rows.ts"
import { db, transaction } from "../../platform/database.server.ts"
import { recordEvent } from "../../platform/events/record.ts"
import { unitSupplies } from "../../platform/schema/machines.ts"

export type UnitPrints = {
  productId: ProductId
  productName: string
  unit: number
  label: string | null
  bought: number
  /** Counts the rentals that ended since the last count. */
  used: number
  left: number
  countedAt: Date | null
}

type NotePrints = { actor: Staff; key: UnitKey; kind: "bought" | "counted"; prints: number; at?: Date }

export async function notePrints({
  actor,
  key,
  kind,
  prints,
  at = new Date(),
}: NotePrints): Promise<Result<null, Gone>> {
  return transaction(async (tx) => {
    if (!(await lockUnit(tx, key))) return err({ kind: "gone" })
    await tx
      .insert(unitSupplies)
      .values({ productId: key.productId, unitNumber: key.number, kind, prints, notedAt: at })
    const details = { unitNumber: key.number, prints }
    await recordEvent(tx, { by: actor, action: `unit.prints-${kind}`, subject: key.productId, details, at })
    return ok(null)
  })
}

/** A rental by the hour or of fixed length counts a photo pack once. */
const printsOfRental = sql`coalesce(sold.included_photos, 0) + rentals.photo_packs * rentals.photo_pack_quantity
  * case when plan ->> 'kind' in ('hours', 'fixed') then 1 else cardinality(rentals.dates) end`

/**
 * Without a key all units in service; a unit without any note has no row. A count is made before a departure or
 * after a return, so the rentals that begin on its day or later use what was counted.
 */
export async function listUnitPrints(key: UnitKey | null, at: Date): Promise<UnitPrints[]> {
  const chosen = key
    ? sql`units.product_id = ${key.productId} and units.number = ${key.number}`
    : sql`units.retired_on is null and products.archived_at is null`
  const { rows } = await db.execute<Omit<UnitPrints, "countedAt"> & { countedAt: string | null }>(sql`
    with noted as materialized (
        select units.id as unit_id, units.product_id, units.number, label, products.name,
          (select max(noted_at) from unit_supplies where product_id = units.product_id and unit_number = units.number
            and kind = 'counted') as counted_at,
          (select min(noted_at) from unit_supplies where product_id = units.product_id and unit_number = units.number) as first_at
        from units join products on products.id = units.product_id where ${chosen}),
      rented as materialized (${selectUnitRentals(sql`select unit_id from noted where first_at is not null`)}),
      stock as (
        select noted.*,
          (select coalesce(sum(prints), 0)::integer from unit_supplies supply
            where supply.product_id = noted.product_id and unit_number = noted.number
              and (noted_at > counted_at or counted_at is null) and kind = 'bought') as bought,
          (select coalesce(max(prints), 0) from unit_supplies supply
            where supply.product_id = noted.product_id and unit_number = noted.number
              and noted_at = counted_at and kind = 'counted') as counted,
          (select coalesce(sum(ceil((${printsOfRental})::numeric / machines)), 0)::integer
            from rented join rentals on rentals.booking_id = rented.booking_id and position = rental
              join products sold on sold.id = rentals.product_id
            where rented.unit_id = noted.unit_id and ends_at <= ${at.toISOString()}::timestamptz
              and rented.first_day >= (coalesce(counted_at, first_at) at time zone 'Europe/Paris')::date) as used
        from noted where first_at is not null)
    select product_id as "productId", name as "productName", number as unit, label, bought, used,
      greatest(0, counted + bought - used) as left, counted_at as "countedAt"
    from stock order by name, number`)
  return rows.map(({ countedAt, ...row }) => ({ ...row, countedAt: countedAt === null ? null : new Date(countedAt) }))
}

export async function listPrintsToOrder(at: Date): Promise<UnitPrints[]> {
  return (await listUnitPrints(null, at)).filter(({ left }) => left < ORDER_BELOW_PRINTS)
}

import { type SQL, sql } from "drizzle-orm"
import { type BusyUnit, type Claim, claimRuns } from "../../domain/availability/units.ts"
import { dayRuns } from "../../domain/day-runs.ts"
import { type Day, sortedDays } from "../../domain/day.ts"
import type { BookingId, CartId, CartItemId, Id, ProductId } from "../../domain/id.ts"
import type { PlacedTime } from "../../domain/rental/periods.ts"
import type { Executor, Transaction } from "../platform/database.server.ts"

export type Occupant =
  | { kind: "hold"; cartId: CartId; endsAt: Date; cartItemId?: CartItemId }
  | { kind: "booking"; bookingId: BookingId; rental: number }
  | { kind: "outside"; outsideEventId: Id }
  | { kind: "repair" }

export type UnitClaims = {
  productId: ProductId
  occupant: Occupant
  claims: readonly Claim[]
  /** Time as it was placed, whatever the shop's hour is now (D61). */
  own?: readonly PlacedTime[] | undefined
}

/** The units and days from the first of these days to the last. */
export function occupiedDays(days: readonly Day[]): SQL {
  const sorted = sortedDays(days)
  return daysFrom(sorted[0] ?? null, sorted.at(-1) ?? null)
}

/** null for no end; without either end, read the view `unit_days`. */
export function daysFrom(first: Day | null, last: Day | null): SQL {
  return sql`occupied_days(${first}::date, ${last}::date) occupancy`
}

/** Whoever occupies units locks their products before looking at what is free (D7). */
export async function lockProducts(tx: Transaction, productIds: readonly ProductId[]): Promise<void> {
  await tx.execute(
    sql`select from products where id = any(${sql.param(productIds)}::uuid[]) order by id for no key update`,
  )
}

/** False when a unit is no longer in service. Of the days only the time that is `own`, if there is any. */
export async function insertClaims(tx: Transaction, claimed: readonly UnitClaims[]): Promise<boolean> {
  const rows = claimed.flatMap(({ productId, occupant, claims, own = [] }) =>
    claimRuns(claims).map((run) => ({ product: productId, ...run, ...occupant, own })),
  )
  if (rows.length === 0) return true
  // Preparation between two rentals belongs to the earlier one.
  const { rowCount } = await tx.execute(sql`
    with run as materialized (
      select run.*, units.id as unit_id, rental_range(first, last, hour) as during,
        case when "firstRented" is not null and kind in ('hold', 'booking') then rental_range("firstRented", "lastRented", hour) end as rented
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as run (product uuid, unit integer, first date, last date,
          "firstRented" date, "lastRented" date, kind text, "cartId" uuid, "cartItemId" uuid, "endsAt" timestamptz,
          "bookingId" uuid, rental smallint, "outsideEventId" uuid, own jsonb)
        cross join (select rental_hour() as hour offset 0) shop
        left join units on units.product_id = product and number = unit and retired_on is null
    ), piece as (
      select run.*, coalesce(run.during * parts.held, run.during) as part,
        case when parts.held is null then run.rented else nullif(run.rented * parts.rented, 'empty') end as rented_part
      from run left join lateral ${placedParts(sql`own`)} on parts.held && run.during
    )
    insert into occupancy (unit_id, product_id, during, rented, kind, cart_id, cart_item_id, hold_ends_at, booking_id,
      rental, outside_event_id)
    select unit_id, product,
      tstzrange(
        case when rented_part is null then lower(part) else
          greatest(lower(part), least(coalesce(lag(upper(part)) over same_unit, lower(part)), lower(rented_part))) end,
        least(upper(part), lead(lower(rented_part)) over same_unit)),
      rented_part, kind, "cartId", "cartItemId", "endsAt", "bookingId", rental, "outsideEventId"
    from piece where not exists (select from run where unit_id is null and unit > 0)
    window same_unit as (partition by product, unit order by lower(part))
    order by product, first, unit`)
  return rowCount !== 0
}

export function placedParts(own: SQL): SQL {
  const range = (part: string) =>
    sql.raw(`tstzrange((part -> '${part}' ->> 'from')::timestamptz, (part -> '${part}' ->> 'until')::timestamptz)`)
  return sql`(select ${range("rented")} as rented, ${range("held")} as held from jsonb_array_elements(${own}) part) parts`
}

/** null for every unit of the product. */
export type Place = { productId: ProductId; unit: number | null; day: Day }

export function toPlaces(productId: ProductId, days: readonly BusyUnit[]): Place[] {
  return days.map(({ unit, day }) => ({ productId, unit, day }))
}

/** Takes these days from the occupants that fulfil the condition, who keep their others. */
export async function freePlaces(executor: Executor, places: readonly Place[], occupants: SQL): Promise<void> {
  if (places.length === 0) return
  const groups = Map.groupBy(places, ({ productId, unit }) => `${productId} ${unit}`).values()
  const rows = [...groups].flatMap((group) =>
    dayRuns(group.map(({ day }) => day)).map((run) => ({ ...group[0], ...run, day: undefined })),
  )
  // The sort deletes every row before a part of one is inserted again.
  await executor.execute(sql`
    with freed as (
      select "productId" as product, unit, range_agg(rental_range(first, last, (select rental_hour()))) as days
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as run ("productId" uuid, unit integer, first date, last date)
      group by 1, 2
    ), found as (
      select occupancy.id as found, days
      from freed join occupancy on occupancy.product_id = product and during && days left join units on units.id = unit_id
      where (unit is null or unit = coalesce(number, -occupancy.id)) and ${occupants}
      order by occupancy.id for update of occupancy
    ), gone as (
      delete from occupancy using found where id = found returning occupancy.*, days
    )
    insert into occupancy (unit_id, product_id, during, rented, kind, cart_id, cart_item_id, hold_ends_at, booking_id,
      rental, outside_event_id)
    select unit_id, product_id, part.during, nullif(rented * part.during, 'empty'), kind, cart_id, cart_item_id,
      hold_ends_at, booking_id, rental, outside_event_id
    from gone cross join lateral (select unnest(tstzmultirange(gone.during) - days) as during) part
    order by gone.id, part.during`)
}

import { type SQL, sql } from "drizzle-orm"
import type { Claim } from "../../domain/availability/units.ts"
import { type Day, sortedDays } from "../../domain/day.ts"
import type { BookingId, CartId, CartItemId, Id, ProductId, QuoteId } from "../../domain/id.ts"
import type { TimeRange } from "../../domain/rental/rental.ts"
import { type Executor, type Transaction, db } from "../platform/database.server.ts"

export type Occupant =
  | { kind: "hold"; cartId: CartId; endsAt: Date; cartItemId?: CartItemId }
  | { kind: "booking"; bookingId: BookingId; rental: number }
  | { kind: "quote"; quoteId: QuoteId; endsAt: Date }
  | { kind: "outside"; outsideEventId: Id }
  | { kind: "repair" }

/** The units and days from the first of these days to the last. */
export function occupiedDays(days: readonly Day[]): SQL {
  const sorted = sortedDays(days)
  return daysFrom(sorted[0] ?? null, sorted.at(-1) ?? null)
}

/** null for no end; without either end, read the view `unit_days`. */
export function daysFrom(first: Day | null, last: Day | null): SQL {
  return sql`occupied_days(${first}::date, ${last}::date) occupancy`
}

/** Texts that compare as instants do. */
export function isoTime(moment: SQL): SQL {
  return sql`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}

export function toRange({ from, until }: OpenRange): SQL {
  return sql`tstzrange(${from}::timestamptz, ${until}::timestamptz)`
}

/** null for no end. */
type OpenRange = { from: string | null; until: string | null }

/** From the start of the first of these to the end of the last. */
export function spanOf(times: readonly TimeRange[]): OpenRange {
  return {
    from: times.map(({ from }) => from).sort()[0] ?? null,
    until:
      times
        .map(({ until }) => until)
        .sort()
        .at(-1) ?? null,
  }
}

/** Whoever occupies units locks their products before looking at what is free (D7); with a bundle, its parts. */
export async function lockProducts(tx: Transaction, productIds: readonly ProductId[]): Promise<void> {
  const ids = sql.param(productIds)
  await tx.execute(
    sql`
      select from products
      where id in (
        select unnest(${ids}::uuid[]) union select part_id from bundle_parts where bundle_id = any(${ids}::uuid[]))
      order by id for no key update`,
  )
}

export type UnitClaims = { productId: ProductId; occupant: Occupant; claims: readonly Claim[] }

/** False when a unit is no longer in service. */
export async function insertClaims(tx: Transaction, claimed: readonly UnitClaims[]): Promise<boolean> {
  const rows = claimed.flatMap(({ productId: product, occupant, claims }) =>
    claims.map((claim) => ({ product, ...claim, ...occupant })),
  )
  if (rows.length === 0) return true
  const range = (part: string) =>
    sql.raw(`tstzrange((${part} ->> 'from')::timestamptz, (${part} ->> 'until')::timestamptz)`)
  const { rowCount } = await tx.execute(sql`
    with claimed as materialized (
      select claim.*, units.id as unit_id
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as claim (product uuid, unit integer, held jsonb, rented jsonb,
          kind text, "cartId" uuid, "cartItemId" uuid, "endsAt" timestamptz, "bookingId" uuid, rental smallint,
          "outsideEventId" uuid, "quoteId" uuid)
        left join units on units.product_id = product and number = unit and retired_on is null)
    insert into occupancy (unit_id, product_id, during, rented, kind, cart_id, cart_item_id, hold_ends_at, booking_id,
      rental, outside_event_id, quote_id)
    select unit_id, product, ${range("held")}, case when rented ? 'from' then ${range("rented")} end, kind, "cartId",
      "cartItemId", "endsAt", "bookingId", rental, "outsideEventId", "quoteId"
    from claimed where not exists (select from claimed where unit_id is null and unit > 0)
    order by product, held ->> 'from', unit`)
  return rowCount !== 0
}

/** null for every unit of the product. */
type Place = OpenRange & { productId: ProductId; unit: number | null }

/** Takes this time from the occupants that fulfil the condition, who keep the rest of theirs. */
export async function freePlaces(executor: Executor, places: readonly Place[], occupants: SQL): Promise<void> {
  if (places.length === 0) return
  // The sort deletes every row before a part of one is inserted again.
  await executor.execute(sql`
    with freed as (
      select "productId" as product, unit, range_agg(tstzrange("from", until)) as times
      from jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as place
        ("productId" uuid, unit integer, "from" timestamptz, until timestamptz)
      group by 1, 2
    ), found as (
      select occupancy.id as found, times
      from freed join occupancy on occupancy.product_id = product and during && times join units on units.id = unit_id
      where (unit is null or unit = number) and ${occupants}
      order by occupancy.id for update of occupancy
    ), gone as (
      delete from occupancy using found where id = found returning occupancy.*, times
    )
    insert into occupancy (unit_id, product_id, during, rented, kind, cart_id, cart_item_id, hold_ends_at, booking_id,
      rental, outside_event_id, quote_id)
    select unit_id, product_id, part.during, nullif(rented * part.during, 'empty'), kind, cart_id, cart_item_id,
      hold_ends_at, booking_id, rental, outside_event_id, quote_id
    from gone cross join lateral (select unnest(tstzmultirange(gone.during) - times) as during) part
    order by gone.id, part.during`)
}

export async function readRentalHour(executor: Executor = db): Promise<number> {
  const { rows } = await executor.execute<{ hour: number }>(sql`select rental_hour() as hour`)
  return rows[0]?.hour ?? 0
}

/** After many inserts; otherwise plans assume an empty shop. */
export async function analyzeOccupancy(tx: Transaction): Promise<void> {
  await tx.execute(sql`analyze units, occupancy`)
}

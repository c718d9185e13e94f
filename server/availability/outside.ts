import { sql } from "drizzle-orm"
import {
  type BusyUnit,
  type Claim,
  type UnitsInService,
  chooseUnits,
  hasFreeUnit,
  unitNumbers,
} from "../../domain/availability/units.ts"
import type { OutsideEventScope } from "../../domain/availability/outside.ts"
import { type Day, sortedDays } from "../../domain/day.ts"
import type { Id, ProductId } from "../../domain/id.ts"
import type { Transaction } from "../platform/database.server.ts"
import { daysFrom, freePlaces, insertClaims, lockProducts, occupiedDays, toPlaces } from "./ranges.ts"

type UnplacedEvent = UnitsInService & { event: Id; takes: OutsideEventScope; days: Day[] }

/** Displaces holds, never bookings; call it wherever days became free (decision 64). */
export async function placeOutsideEvents(
  tx: Transaction,
  productIds: readonly ProductId[],
  days: readonly Day[],
): Promise<void> {
  if (days.length === 0) return
  const requestedDays = sql.param(sortedDays(days))
  const { rows: productsWithCalendars } = await tx.execute<{ id: ProductId }>(sql`
    select distinct product_id as id from outside_calendars where product_id = any(${sql.param(productIds)}::uuid[])`)
  await lockProducts(
    tx,
    productsWithCalendars.map(({ id }) => id),
  )
  for (const { id } of productsWithCalendars) {
    const { rows: unplaced } = await tx.execute<UnplacedEvent>(sql`
      select event.id as event, calendar.takes, product.stock as units,
        product.retired_units as "retiredUnits", to_json(array_agg(day order by day)) as days
      from outside_events event
        join outside_calendars calendar on calendar.id = event.calendar_id
        join products product on product.id = calendar.product_id
        cross join unnest(${requestedDays}::date[]) day
      where product.id = ${id} and day between event.first_day and event.last_day
        and (calendar.takes = 'all'
          or not exists (select from occupied_days(day.day, day.day) where outside_event_id = event.id))
      group by event.id, calendar.takes, product.stock, product.retired_units
      order by min(day), event.id`)
    for (const each of unplaced) await placeEvent(tx, id, each)
  }
}

async function placeEvent(
  tx: Transaction,
  productId: ProductId,
  { event, takes, days, ...inService }: UnplacedEvent,
): Promise<void> {
  const { rows: occupied } = await tx.execute<BusyUnit & { kind: string }>(sql`
    select unit, day, kind from ${occupiedDays(days)}
    where product_id = ${productId} and day = any(${sql.param(days)}::date[])`)
  const withoutHolds = occupied.filter(({ kind }) => kind !== "hold")
  const claims =
    takes === "all" ? allFreeUnits(days, inService, withoutHolds) : oneUnit(days, inService, occupied, withoutHolds)
  if (claims.length === 0) return
  await freePlaces(tx, toPlaces(productId, claims), sql`kind = 'hold'`)
  await insertClaims(tx, [{ productId, occupant: { kind: "outside", outsideEventId: event }, claims }])
}

function allFreeUnits(days: readonly Day[], inService: UnitsInService, busyUnits: readonly BusyUnit[]): Claim[] {
  const busy = new Set(busyUnits.map(({ unit, day }) => `${unit}/${day}`))
  return days
    .flatMap((day) => unitNumbers(inService).map((unit): Claim => ({ day, unit, role: "rental" })))
    .filter(({ unit, day }) => !busy.has(`${unit}/${day}`))
}

/** Prefers units that no cart holds, and one unit throughout. */
function oneUnit(
  days: readonly Day[],
  inService: UnitsInService,
  occupied: readonly BusyUnit[],
  withoutHolds: readonly BusyUnit[],
): Claim[] {
  const stock = { ...inService, preparationBefore: 0, preparationAfter: 0 }
  const choose = (some: readonly Day[], busy: readonly BusyUnit[]) =>
    chooseUnits(some, stock, busy) ?? some.flatMap((day) => chooseUnits([day], stock, busy) ?? [])
  const freeDays = days.filter((day) => hasFreeUnit([day], stock, occupied))
  const heldDays = days.filter((day) => !freeDays.includes(day))
  return [...choose(freeDays, occupied), ...choose(heldDays, withoutHolds)]
}

export async function findOutsideDays(tx: Transaction, productId: ProductId, from: Day): Promise<Day[]> {
  const { rows } = await tx.execute<{ day: Day }>(sql`
    select distinct day::date as day
    from outside_events event join outside_calendars calendar on calendar.id = event.calendar_id
      cross join generate_series(greatest(event.first_day, ${from}::date), event.last_day, interval '1 day') day
    where calendar.product_id = ${productId} and event.last_day >= ${from}::date order by day`)
  return rows.map(({ day }) => day)
}

/** Returns the freed days. */
export async function releaseMovedEvents(
  tx: Transaction,
  calendarId: Id,
  { keys, today }: { keys: readonly string[]; today: Day },
): Promise<Day[]> {
  const { rows } = await tx.execute<BusyUnit & { productId: ProductId }>(sql`
    select occupancy.product_id as "productId", unit, day
    from ${daysFrom(today, null)} join outside_events event on event.id = outside_event_id
    where event.calendar_id = ${calendarId}
      and (not event.key = any(${sql.param(keys)}::text[]) or day not between event.first_day and event.last_day)`)
  await freePlaces(tx, rows, sql`kind = 'outside'`)
  return rows.map(({ day }) => day)
}

/** Returns the freed days. */
export async function releaseOutsideCalendar(tx: Transaction, calendarId: Id): Promise<Day[]> {
  const events = sql`select id from outside_events where calendar_id = ${calendarId}`
  const { rows } = await tx.execute<{ day: Day }>(sql`
    select distinct day from unit_days where outside_event_id in (${events})`)
  await tx.execute(sql`delete from occupancy where outside_event_id in (${events})`)
  return rows.map(({ day }) => day)
}

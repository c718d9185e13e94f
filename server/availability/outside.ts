import { sql } from "drizzle-orm"
import { type BusyUnit, chooseUnits, isDayFree } from "../../domain/availability/units.ts"
import type { OutsideEventScope } from "../../domain/availability/outside.ts"
import { type Day, sortedDays } from "../../domain/day.ts"
import type { Id, ProductId } from "../../domain/id.ts"
import type { Transaction } from "../platform/database.server.ts"

type UnplacedEvent = { event: Id; takes: OutsideEventScope; units: number; days: Day[] }

/** Displaces blocks and holds, never bookings. Must run before `fillBlocks`. */
export async function placeOutsideEvents(
  tx: Transaction,
  productIds: readonly ProductId[],
  days: readonly Day[],
): Promise<void> {
  if (days.length === 0) return
  const [products, requestedDays] = [[...productIds].sort(), sql.param(sortedDays(days))]
  const { rows: productsWithCalendars } = await tx.execute<{ id: ProductId }>(sql`
    select distinct product_id as id from outside_calendars where product_id = any(${sql.param(products)}::uuid[])`)
  for (const { id } of productsWithCalendars.toSorted((one, other) => (one.id < other.id ? -1 : 1))) {
    await lockOutsideCalendars(tx, id)
    const { rows: unplaced } = await tx.execute<UnplacedEvent>(sql`
      select event.id as event, calendar.takes, product.stock as units, to_json(array_agg(day order by day)) as days
      from outside_events event
        join outside_calendars calendar on calendar.id = event.calendar_id
        join products product on product.id = calendar.product_id
        cross join unnest(${requestedDays}::date[]) day
      where product.id = ${id} and day between event.first_day and event.last_day
        and (calendar.takes = 'all'
          or not exists (select from occupancy where outside_event_id = event.id and occupancy.day = day.day))
      group by event.id, calendar.takes, product.stock
      order by min(day), event.id`)
    for (const each of unplaced) await placeEvent(tx, id, each)
  }
}

/** Serialises placing, or one event could get two units. Locks in id order. */
export async function lockOutsideCalendars(tx: Transaction, productId: ProductId): Promise<void> {
  await tx.execute(sql`select from outside_calendars where product_id = ${productId} order by id for update`)
}

async function placeEvent(
  tx: Transaction,
  productId: ProductId,
  { event, takes, units, days }: UnplacedEvent,
): Promise<void> {
  if (takes === "all") {
    const allUnits = days.flatMap((day) => Array.from({ length: units }, (_, index) => ({ day, unit: index + 1 })))
    await occupyUnits(tx, productId, event, allUnits)
    return
  }
  const { rows: occupied } = await tx.execute<BusyUnit & { kind: string }>(sql`
    select unit, day, kind from occupancy
    where product_id = ${productId} and day = any(${sql.param(days)}::date[]) and kind <> 'block'`)
  const stock = { units, preparationBefore: 0, preparationAfter: 0 }
  // Prefers units that no cart holds.
  const freeDays = days.filter((day) => isDayFree(day, stock, occupied))
  const withoutHolds = occupied.filter(({ kind }) => kind !== "hold")
  const heldDays = days.filter((day) => !freeDays.includes(day) && isDayFree(day, stock, withoutHolds))
  await occupyUnits(tx, productId, event, [
    ...(chooseUnits(freeDays, stock, occupied) ?? []),
    ...(chooseUnits(heldDays, stock, withoutHolds) ?? []),
  ])
}

/** A concurrent booking keeps its unit; `findOutsideConflicts` reports the clash. */
async function occupyUnits(
  tx: Transaction,
  productId: ProductId,
  event: Id,
  places: readonly BusyUnit[],
): Promise<void> {
  if (places.length === 0) return
  await tx.execute(sql`
    insert into occupancy (product_id, unit, day, kind, outside_event_id)
    select ${productId}::uuid, unit, day, 'outside', ${event}::uuid
    from unnest(${sql.param(places.map(({ unit }) => unit))}::integer[], ${sql.param(places.map(({ day }) => day))}::date[]) as place (unit, day)
      join (select stock from products where id = ${productId}::uuid for key share) product on unit <= product.stock
    order by day, unit
    on conflict on constraint occupancy_one_occupant do update
      set kind = 'outside', role = 'rental', cart_id = null, cart_item_id = null, hold_ends_at = null,
        outside_event_id = excluded.outside_event_id
      where occupancy.kind in ('block', 'hold')`)
}

export async function findOutsideDays(tx: Transaction, productId: ProductId, from: Day): Promise<Day[]> {
  const { rows } = await tx.execute<{ day: Day }>(sql`
    select distinct day::date as day
    from outside_events event join outside_calendars calendar on calendar.id = event.calendar_id
      cross join generate_series(greatest(event.first_day, ${from}::date), event.last_day, interval '1 day') day
    where calendar.product_id = ${productId} and event.last_day >= ${from}::date order by day`)
  return rows.map(({ day }) => day)
}

export async function releaseMovedEvents(
  tx: Transaction,
  calendarId: Id,
  { keys, today }: { keys: readonly string[]; today: Day },
): Promise<Day[]> {
  const { rows } = await tx.execute<{ day: Day }>(sql`
    delete from occupancy using outside_events event
    where event.id = occupancy.outside_event_id and event.calendar_id = ${calendarId} and day >= ${today}::date
      and (not event.key = any(${sql.param(keys)}::text[]) or day not between event.first_day and event.last_day)
    returning day`)
  return rows.map(({ day }) => day)
}

export async function releaseOutsideCalendar(tx: Transaction, calendarId: Id): Promise<Day[]> {
  const { rows } = await tx.execute<{ day: Day }>(sql`
    delete from occupancy using outside_events
    where outside_events.id = occupancy.outside_event_id and calendar_id = ${calendarId} returning day`)
  return rows.map(({ day }) => day)
}

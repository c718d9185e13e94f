import { sql } from "drizzle-orm"
import { type TakenUnit, chooseUnits, isDayFree } from "../../domain/availability/units.ts"
import type { OutsideTakes } from "../../domain/availability/outside.ts"
import { type Day, sortedDays } from "../../domain/day.ts"
import type { Id, ProductId } from "../../domain/id.ts"
import type { Transaction } from "../platform/database.server.ts"

type Wanted = { event: Id; takes: OutsideTakes; units: number; days: Day[] }

/**
 * Gives units to what is taken elsewhere on these days and has none yet, as far as there are any: over closed days, which
 * it outlives, and over carts, because what is rented elsewhere is gone; never over a booking. What gets none stays
 * wanted (`outsideConflicts`), and is asked for again by all that frees a unit. Called before closed days are filled.
 */
export async function placeOutsideEvents(
  tx: Transaction,
  productIds: readonly ProductId[],
  days: readonly Day[],
): Promise<void> {
  if (days.length === 0) return
  const [products, asked] = [[...productIds].sort(), sql.param(sortedDays(days))]
  const { rows: some } = await tx.execute<{ id: ProductId }>(sql`
    select distinct product_id as id from outside_calendars where product_id = any(${sql.param(products)}::uuid[])`)
  for (const { id } of some.toSorted((one, other) => (one.id < other.id ? -1 : 1))) {
    await lockOutsideCalendars(tx, id)
    const { rows: wanted } = await tx.execute<Wanted>(sql`
      select event.id as event, calendar.takes, product.stock as units, to_json(array_agg(day order by day)) as days
      from outside_events event
        join outside_calendars calendar on calendar.id = event.calendar_id
        join products product on product.id = calendar.product_id
        cross join unnest(${asked}::date[]) day
      where product.id = ${id} and day between event.first_day and event.last_day
        and (calendar.takes = 'all'
          or not exists (select from occupancy where outside_event_id = event.id and occupancy.day = day.day))
      group by event.id, calendar.takes, product.stock
      order by min(day), event.id`)
    for (const each of wanted) await placeEvent(tx, id, each)
  }
}

/**
 * What is taken elsewhere gets its units one after the other for each product: two would give the same event two. Whoever
 * changes one of its calendars locks all of them, in the one order, so that none waits for the other for ever.
 */
export async function lockOutsideCalendars(tx: Transaction, productId: ProductId): Promise<void> {
  await tx.execute(sql`select from outside_calendars where product_id = ${productId} order by id for update`)
}

async function placeEvent(tx: Transaction, productId: ProductId, { event, takes, units, days }: Wanted): Promise<void> {
  if (takes === "all") {
    const every = days.flatMap((day) => Array.from({ length: units }, (_, index) => ({ day, unit: index + 1 })))
    await take(tx, productId, event, every)
    return
  }
  const { rows: taken } = await tx.execute<TakenUnit & { kind: string }>(sql`
    select unit, day, kind from occupancy
    where product_id = ${productId} and day = any(${sql.param(days)}::date[]) and kind <> 'block'`)
  const stock = { units, preparationBefore: 0, preparationAfter: 0 }
  // A cart keeps its unit while there is another.
  const untouched = days.filter((day) => isDayFree(day, stock, taken))
  const firm = taken.filter(({ kind }) => kind !== "hold")
  const overCarts = days.filter((day) => !untouched.includes(day) && isDayFree(day, stock, firm))
  await take(tx, productId, event, [
    ...(chooseUnits(untouched, stock, taken) ?? []),
    ...(chooseUnits(overCarts, stock, firm) ?? []),
  ])
}

/**
 * Anyone who takes the same unit at this moment is waited for, and a booking is left there: then the event has none on that
 * day, which is a conflict to tell.
 */
async function take(tx: Transaction, productId: ProductId, event: Id, places: readonly TakenUnit[]): Promise<void> {
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

/** The days from that one on which something of elsewhere takes of this product. */
export async function outsideDays(tx: Transaction, productId: ProductId, from: Day): Promise<Day[]> {
  const { rows } = await tx.execute<{ day: Day }>(sql`
    select distinct day::date as day
    from outside_events event join outside_calendars calendar on calendar.id = event.calendar_id
      cross join generate_series(greatest(event.first_day, ${from}::date), event.last_day, interval '1 day') day
    where calendar.product_id = ${productId} and event.last_day >= ${from}::date order by day`)
  return rows.map(({ day }) => day)
}

/** Frees from today on what a calendar's events have left: `keys` are of those that it has still. Answers the days. */
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

/** Frees what a calendar of elsewhere takes. Answers the days. */
export async function releaseOutsideCalendar(tx: Transaction, calendarId: Id): Promise<Day[]> {
  const { rows } = await tx.execute<{ day: Day }>(sql`
    delete from occupancy using outside_events
    where outside_events.id = occupancy.outside_event_id and calendar_id = ${calendarId} returning day`)
  return rows.map(({ day }) => day)
}

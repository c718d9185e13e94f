import { type SQL, sql } from "drizzle-orm"
import {
  type BusyTime,
  type Claim,
  type UnitsInService,
  chooseUnits,
  fitClaims,
  freeUnits,
  unitNumbers,
} from "../../domain/availability/units.ts"
import type { OutsideEventScope } from "../../domain/availability/outside.ts"
import { type Day, dayInParis, startOfDayInParis } from "../../domain/day.ts"
import type { Id, ProductId } from "../../domain/id.ts"
import { overlaps, splitTime, subtractTimes } from "../../domain/rental/periods.ts"
import type { TimeRange } from "../../domain/rental/rental.ts"
import type { Transaction } from "../platform/database.server.ts"
import { freePlaces, insertClaims, isoTime, lockProducts, readRentalHour } from "./ranges.ts"

type OutsideEvent = TimeRange & { id: Id; takes: OutsideEventScope }
type Occupied = BusyTime & { kind: string; eventId: Id | null }
type Placing = { inService: UnitsInService; occupied: Occupied[] }

/** A timed event takes its hours, an all-day one the rental days of its dates. */
function eventTime(hour: number): SQL {
  return sql`coalesce(event.during, rental_range(event.first_day, event.last_day, ${hour}::integer))`
}

function timeSince(today: Day): SQL {
  return sql`rental_range(${today}::date, null, 0)`
}

/** Leaves out events that are over; the rental day of yesterday may last until today. */
export function selectEvents({ today, hour }: { today: Day; hour: number }): SQL {
  return sql`
    select event.*, calendar.name as calendar_name, calendar.product_id, calendar.takes, time
    from outside_events event
      join outside_calendars calendar on calendar.id = event.calendar_id
      cross join lateral (select ${eventTime(hour)} * ${timeSince(today)} as time) remaining
    where event.last_day >= ${today}::date - 1 and not isempty(time)`
}

/** Displaces holds, never bookings; call it wherever units became free (decision 64). */
export async function placeOutsideEvents(tx: Transaction, productIds: readonly ProductId[], at: Date): Promise<void> {
  const today = dayInParis(at)
  const { rows: withEvents } = await tx.execute<{ id: ProductId }>(sql`
    select distinct product_id as id from outside_calendars
    where product_id = any(${sql.param(productIds)}::uuid[]) and exists (
      select from outside_events where calendar_id = outside_calendars.id and last_day >= ${today}::date - 1)
    order by 1`)
  if (withEvents.length === 0) return
  await lockProducts(
    tx,
    withEvents.map(({ id }) => id),
  )
  const shop = { today, hour: await readRentalHour(tx) }
  for (const { id } of withEvents) await placeEventsOfProduct(tx, id, shop)
}

async function placeEventsOfProduct(
  tx: Transaction,
  productId: ProductId,
  shop: { today: Day; hour: number },
): Promise<void> {
  const { rows: events } = await tx.execute<OutsideEvent>(sql`
    select id, takes, ${isoTime(sql`lower(time)`)} as from, ${isoTime(sql`upper(time)`)} as until
    from (${selectEvents(shop)}) event where product_id = ${productId} order by lower(time), id`)
  const { rows: occupied } = await tx.execute<Occupied>(sql`
    select coalesce(number::integer, (-occupancy.id)::integer) as unit, ${isoTime(sql`lower(during)`)} as from,
      ${isoTime(sql`upper(during)`)} as until, kind, outside_event_id as "eventId"
    from occupancy left join units on units.id = unit_id
    where occupancy.product_id = ${productId} and during && ${timeSince(shop.today)}`)
  const { rows } = await tx.execute<UnitsInService>(sql`
    select stock as units, retired_units as "retiredUnits" from products where id = ${productId}`)
  const inService = rows[0] ?? { units: 0 }
  const claimed = events.map((event) => {
    const placing = { inService, occupied: occupied.filter((time) => overlaps(time, event)) }
    const claims = event.takes === "all" ? allFreeUnits(event, placing) : oneUnit(event, placing)
    occupied.push(...claims.map(({ unit, held }) => ({ unit, ...held, kind: "outside", eventId: event.id })))
    return { productId, occupant: { kind: "outside", outsideEventId: event.id } as const, claims }
  })
  const places = claimed.flatMap(({ claims }) => claims.map(({ unit, held }) => ({ productId, unit, ...held })))
  await freePlaces(tx, places, sql`kind in ('hold', 'quote')`)
  await insertClaims(tx, claimed)
}

function allFreeUnits(event: TimeRange, { inService, occupied }: Placing): Claim[] {
  const withoutHolds = occupied.filter(({ kind }) => kind !== "hold" && kind !== "quote")
  return unitNumbers(inService).flatMap((unit) => {
    const busy = withoutHolds.filter((time) => time.unit === unit)
    return subtractTimes(event, busy).map((held) => ({ unit, held, rented: null }))
  })
}

/** Prefers units that no cart holds and no quote keeps, and one unit throughout. */
function oneUnit({ id, ...event }: OutsideEvent, { inService, occupied }: Placing): Claim[] {
  const own = occupied.filter(({ eventId }) => eventId === id)
  const withoutHolds = occupied.filter(({ kind }) => kind !== "hold" && kind !== "quote")
  const times = subtractTimes(event, own).flatMap((time) => splitTime(time, occupied))
  const isFree = (time: TimeRange, busy: readonly BusyTime[]) => freeUnits(time, inService, busy).length > 0
  const choose = (some: readonly TimeRange[], busy: readonly BusyTime[]) =>
    chooseUnits(
      some.filter((time) => isFree(time, busy)).map((time) => ({ held: time, rented: time })),
      { stock: inService, busy },
      own.map(({ unit }) => unit),
    ) ?? []
  const heldTimes = times.filter((time) => !isFree(time, occupied))
  const claims = [...choose(times, occupied), ...choose(heldTimes, withoutHolds)]
  return fitClaims(claims.map((claim) => ({ ...claim, rented: null })))
}

type MovedEvents = { productId: ProductId; calendarId: Id; changed: readonly Id[]; today: Day }

/** Frees what is not over of changed events, and of those at another time; `placeOutsideEvents` places them again. */
export async function releaseMovedEvents(tx: Transaction, moved: MovedEvents): Promise<void> {
  const { productId, calendarId, changed, today } = moved
  const isMoved = sql`(event.id = any(${sql.param([...changed])}::uuid[])
    or not occupancy.during <@ ${eventTime(await readRentalHour(tx))})`
  const occupants = sql`exists (select from outside_events event
    where event.id = outside_event_id and calendar_id = ${calendarId} and ${isMoved})`
  await releaseSince(tx, { productId, today }, occupants)
}

/** `placeOutsideEvents` occupies them again, by the new stock. */
export async function releaseOutsideUnits(tx: Transaction, productId: ProductId, today: Day): Promise<void> {
  await releaseSince(tx, { productId, today }, sql`kind = 'outside'`)
}

type ReleasedTime = { productId: ProductId; today: Day }

async function releaseSince(tx: Transaction, { productId, today }: ReleasedTime, occupants: SQL): Promise<void> {
  const from = startOfDayInParis(today).toISOString()
  await freePlaces(tx, [{ productId, unit: null, from, until: null }], occupants)
}

export async function releaseOutsideCalendar(tx: Transaction, calendarId: Id): Promise<void> {
  await tx.execute(sql`
    delete from occupancy where outside_event_id in (select id from outside_events where calendar_id = ${calendarId})`)
}

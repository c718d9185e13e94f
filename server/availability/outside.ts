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
import { type Day, dayInParis, eachDay } from "../../domain/day.ts"
import type { Id, ProductId } from "../../domain/id.ts"
import { type PlacedTime, overlaps, rentalPeriods, subtractTimes } from "../../domain/rental/periods.ts"
import type { TimeRange } from "../../domain/rental/rental.ts"
import type { Transaction } from "../platform/database.server.ts"
import { freePlaces, insertClaims, isoTime, lockProducts, readRentalHour } from "./ranges.ts"

type OutsideEvent = { id: Id; takes: OutsideEventScope; first: Day; last: Day }
type Occupied = BusyTime & { kind: string; eventId: Id | null }
type Placing = { inService: UnitsInService; occupied: Occupied[]; hour: number }

/** Displaces holds, never bookings; call it wherever units became free (decision 64). */
export async function placeOutsideEvents(tx: Transaction, productIds: readonly ProductId[], at: Date): Promise<void> {
  const today = dayInParis(at)
  const { rows: withEvents } = await tx.execute<{ id: ProductId }>(sql`
    select distinct product_id as id from outside_calendars
    where product_id = any(${sql.param(productIds)}::uuid[]) and exists (
      select from outside_events where calendar_id = outside_calendars.id and last_day >= ${today}::date)
    order by 1`)
  if (withEvents.length === 0) return
  await lockProducts(
    tx,
    withEvents.map(({ id }) => id),
  )
  const hour = await readRentalHour(tx)
  for (const { id } of withEvents) await placeEventsOfProduct(tx, id, { today, hour })
}

async function placeEventsOfProduct(
  tx: Transaction,
  productId: ProductId,
  { today, hour }: { today: Day; hour: number },
): Promise<void> {
  const { rows: events } = await tx.execute<OutsideEvent>(sql`
    select event.id, calendar.takes, greatest(first_day, ${today}::date) as first, last_day as last
    from outside_events event join outside_calendars calendar on calendar.id = event.calendar_id
    where calendar.product_id = ${productId} and last_day >= ${today}::date
    order by first_day, event.id`)
  const { rows: occupied } = await tx.execute<Occupied>(sql`
    select coalesce(number::integer, (-occupancy.id)::integer) as unit, ${isoTime(sql`lower(during)`)} as from,
      ${isoTime(sql`upper(during)`)} as until, kind, outside_event_id as "eventId"
    from occupancy left join units on units.id = unit_id
    where occupancy.product_id = ${productId} and during && rental_range(${today}::date, null, ${hour})`)
  const { rows } = await tx.execute<UnitsInService>(sql`
    select stock as units, retired_units as "retiredUnits" from products where id = ${productId}`)
  const placing = { inService: rows[0] ?? { units: 0 }, occupied, hour }
  const claimed = events.map((event) => {
    const claims = event.takes === "all" ? allFreeUnits(event, placing) : oneUnit(event, placing)
    occupied.push(...claims.map(({ unit, held }) => ({ unit, ...held, kind: "outside", eventId: event.id })))
    return { productId, occupant: { kind: "outside", outsideEventId: event.id } as const, claims }
  })
  const places = claimed.flatMap(({ claims }) => claims.map(({ unit, held }) => ({ productId, unit, ...held })))
  await freePlaces(tx, places, sql`kind = 'hold'`)
  await insertClaims(tx, claimed)
}

function allFreeUnits({ first, last }: OutsideEvent, { inService, occupied, hour }: Placing): Claim[] {
  const withoutHolds = occupied.filter(({ kind }) => kind !== "hold")
  return unitNumbers(inService).flatMap((unit) => {
    const busy = withoutHolds.filter((time) => time.unit === unit)
    const free = rentalPeriods(eachDay(first, last), hour).flatMap((time) => subtractTimes(time, busy))
    return free.map((held) => ({ unit, held, rented: null }))
  })
}

/** Prefers units that no cart holds, and one unit throughout. */
function oneUnit({ id, first, last }: OutsideEvent, { inService, occupied, hour }: Placing): Claim[] {
  const own = occupied.filter(({ eventId }) => eventId === id)
  const withoutHolds = occupied.filter(({ kind }) => kind !== "hold")
  const isOn = (day: Day, test: (time: TimeRange) => boolean) => rentalPeriods([day], hour).every(test)
  const days = eachDay(first, last).filter((day) => isOn(day, (time) => !own.some((each) => overlaps(each, time))))
  const isFree = (day: Day) => isOn(day, (time) => freeUnits(time, inService, occupied).length > 0)
  const choose = (some: readonly Day[], busy: readonly BusyTime[]) => {
    const claim = (each: readonly Day[]) => chooseUnits(wholeDays(each, hour), { stock: inService, busy })
    return claim(some) ?? some.flatMap((day) => claim([day]) ?? [])
  }
  const heldDays = days.filter((day) => !isFree(day))
  const claims = [...choose(days.filter(isFree), occupied), ...choose(heldDays, withoutHolds)]
  return fitClaims(claims.map((claim) => ({ ...claim, rented: null })))
}

function wholeDays(days: readonly Day[], hour: number): PlacedTime[] {
  return rentalPeriods(days, hour).map((time) => ({ held: time, rented: time }))
}

/** Frees what is not over of the events that are gone or have other days; `placeOutsideEvents` places them again. */
export async function releaseMovedEvents(
  tx: Transaction,
  calendar: { id: Id; productId: ProductId },
  { keys, today }: { keys: readonly string[]; today: Day },
): Promise<void> {
  await releaseFrom(
    tx,
    calendar.productId,
    today,
    sql`exists (
      select from outside_events event
      where event.id = outside_event_id and calendar_id = ${calendar.id}
        and (not key = any(${sql.param(keys)}::text[]) or not during <@ rental_range(first_day, last_day, rental_hour())))`,
  )
}

/** `placeOutsideEvents` occupies them again, by the new stock. */
export async function releaseOutsideUnits(tx: Transaction, productId: ProductId, today: Day): Promise<void> {
  await releaseFrom(tx, productId, today, sql`kind = 'outside'`)
}

async function releaseFrom(tx: Transaction, productId: ProductId, today: Day, occupants: SQL): Promise<void> {
  const [time] = rentalPeriods([today], await readRentalHour(tx))
  if (time) await freePlaces(tx, [{ productId, unit: null, from: time.from, until: null }], occupants)
}

export async function releaseOutsideCalendar(tx: Transaction, calendarId: Id): Promise<void> {
  await tx.execute(sql`
    delete from occupancy where outside_event_id in (select id from outside_events where calendar_id = ${calendarId})`)
}

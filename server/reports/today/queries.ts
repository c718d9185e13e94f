import { type SQL, and, asc, eq, sql } from "drizzle-orm"
import { hasLeft, returnDay } from "../../../domain/booking/condition-report.ts"
import type { BookingId } from "../../../domain/id.ts"
import type { Day } from "../../../domain/day.ts"
import { periodOfDays } from "../../../domain/rental/rental.ts"
import { selectBookingsPreparedOn, selectPreparingByDay } from "../../availability/booked-units.ts"
import { listSignedReports } from "../../booking-record/condition/record.ts"
import { db } from "../../platform/database.server.ts"
import { profiles } from "../../platform/schema/accounts.ts"
import { bookings } from "../../platform/schema/bookings.ts"

export type OutgoingBooking = {
  id: BookingId
  number: number
  clientName: string
  productName: string
  isDelivery: boolean
  address: { street: string; zipCode: string; city: string }
  isDone: boolean
}

export type DayMoves = {
  day: Day
  /** A rental of two separate Saturdays departs and returns twice. */
  departures: number
  returns: number
  out: number
  offered: number
  preparing: number
}

const departsOn = (day: SQL) => sql`${day} = any(dates) and ${day} - 1 <> all(dates)`
const returnsOn = (day: SQL) => sql`${day} = any(dates) and ${day} + 1 <> all(dates)`
/** Written so that the index on the rental period applies. */
const overlapsPeriod = (from: SQL, to: SQL) =>
  sql`bookings.status = 'confirmed' and daterange(first_day, last_day, '[]') && daterange(${from}, ${to}, '[]')`

export async function countMovesByDay(from: Day, to: Day): Promise<DayMoves[]> {
  const [first, last, each] = [sql`${from}::date`, sql`${to}::date`, sql`each.day`]
  const { rows } = await db.execute<DayMoves>(sql`
    with each as (select day::date from generate_series(${first}, ${last}, '1 day') day), moved as (
      select each.day, count(*) filter (where ${departsOn(each)}) as departures, count(*) filter (where ${returnsOn(each)}) as returns,
        count(*) as out, count(*) filter (where is_active) as offered
      from bookings join products on products.id = product_id cross join lateral unnest(dates) rented join each on each.day = rented
      where ${overlapsPeriod(first, last)} group by 1
    ), prepared as (${selectPreparingByDay(first, last)})
    select each.day, coalesce(departures, 0) as departures, coalesce(returns, 0) as returns, coalesce(out, 0) as out,
      coalesce(offered, 0) as offered, coalesce(preparing, 0) as preparing
    from each left join moved using (day) left join prepared using (day) order by 1`)
  return rows
}

export type Move = "departures" | "returns" | "preparing"

export async function listFirstMoves(move: Move, on: Day, max: number): Promise<OutgoingBooking[]> {
  const day = sql`${on}::date`
  const condition = {
    departures: and(overlapsPeriod(day, day), departsOn(day)),
    returns: and(overlapsPeriod(day, day), returnsOn(day)),
    preparing: sql`bookings.status = 'confirmed' and bookings.id in (${selectBookingsPreparedOn(day)})`,
  }[move]
  const rows = await db
    .select({
      id: bookings.id,
      number: bookings.number,
      clientName: profiles.name,
      productName: bookings.productName,
      isDelivery: bookings.isDelivery,
      address: bookings.address,
      dates: bookings.dates,
    })
    .from(bookings)
    .innerJoin(profiles, eq(profiles.id, bookings.userId))
    .where(condition)
    .orderBy(asc(bookings.firstDay), asc(bookings.number))
    .limit(max)
  const reports = await listSignedReports(rows.map(({ id }) => id))
  return rows.map(({ dates, ...row }) => {
    const signed = reports.filter(({ bookingId }) => bookingId === row.id)
    const until = periodOfDays(dates.filter((each) => each <= on))
    const isDone =
      move === "departures" ? hasLeft(signed, until) : move === "returns" && returnDay(signed, until) !== null
    return { ...row, isDone }
  })
}

export type ShopCounts = {
  units: number
  activeProducts: number
  newMessages: number
  failedMails: number
}

export async function readShopCounts(): Promise<ShopCounts> {
  const { rows } = await db.execute<ShopCounts>(sql`
    select coalesce(sum(stock), 0) as "units", count(*) as "activeProducts",
      (select count(*) from contact_messages where status = 'new') as "newMessages",
      (select count(*) from mails where state in ('refused', 'failed') and sent_again_as is null) as "failedMails"
    from products where is_active`)
  const [counts] = rows
  if (!counts) throw new Error("The shop could not be counted")
  return { ...counts, units: Number(counts.units) }
}

export async function readWaitingCounts(at: Date): Promise<{ requests: number; messages: number }> {
  const { rows } = await db.execute<{ requests: number; messages: number }>(sql`
    select (select count(*) from bookings where status = 'pending' and (expires_at is null or expires_at > ${at.toISOString()}::timestamptz)) as "requests",
      (select count(*) from contact_messages where status = 'new') as "messages"`)
  return rows[0] ?? { requests: 0, messages: 0 }
}

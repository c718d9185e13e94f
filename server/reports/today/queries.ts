import { and, asc, eq, sql, type SQL } from "drizzle-orm"
import { hasLeft, reportsAbout, returnDay as reportedReturn } from "../../../domain/booking/condition-report.ts"
import type { BookingId } from "../../../domain/id.ts"
import { type Day, dayInParis } from "../../../domain/day.ts"
import { departsOn, returnsOn } from "../../../domain/rental/periods.ts"
import { datesOrHoursLabel, withPlanName } from "../../../domain/rental/rental-times.ts"
import { type Rental, namesOfRentals, periodOfDays, rentalDays } from "../../../domain/rental/rental.ts"
import { hasHomelessRentals } from "../../availability/homeless.ts"
import { selectBookingsPreparedOn, selectPreparingByDay } from "../../availability/booked-units.ts"
import { readRentals } from "../../booking-record/rentals.ts"
import type { StopTimes } from "../../../domain/booking/stop-times.ts"
import { listMarkedStops, timesOfStop } from "../../booking-record/stop-times.ts"
import { listSignedReports } from "../../booking-record/condition/record.ts"
import { countLateSeals } from "../../contracts/contract-queue.ts"
import { countOpenBankLines } from "../../money/bank/lines.ts"
import { countStoppedWebhooks } from "../../outside/webhooks/manage.ts"
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
  /** "Soirée 4 h, samedi 12 juin, de 20 h à 0 h" */
  planned: string[]
  isDone: boolean
  times: StopTimes
}

export type DayMoves = {
  day: Day
  /** Bookings; one of two separate Saturdays departs and returns twice. */
  departures: number
  returns: number
  /** Machines. */
  out: number
  offered: number
  preparing: number
}

export async function countMovesByDay(from: Day, to: Day): Promise<DayMoves[]> {
  const [first, last] = [sql`${from}::date`, sql`${to}::date`]
  const { rows } = await db.execute<DayMoves>(sql`
    with each as (select day::date from generate_series(${first}, ${last}, '1 day') day), current as (
      select bookings.id, rentals.position, rentals.dates, rentals.during
      from bookings join rentals on rentals.booking_id = bookings.id where ${movesBetween(first, last)}
    ), moved as (
      select day, count(distinct id) filter (where is_departure) as departures,
        count(distinct id) filter (where not is_departure) as returns
      from current cross join lateral unnest(during) period
        cross join lateral (values (${departureDay(sql`period`)}, true), (${returnDay(sql`period`)}, false)) move (day, is_departure)
      group by 1
    ), rented as (
      select day, count(*) as out, count(*) filter (where is_active) as offered
      from current join rented_products taken on taken.booking_id = current.id and taken.position = current.position
        join products on products.id = taken.product_id and kind = 'machine' cross join lateral unnest(dates) day
      group by 1
    ), prepared as (${selectPreparingByDay(first, last)})
    select each.day, coalesce(departures, 0) as departures, coalesce(returns, 0) as returns, coalesce(out, 0) as out,
      coalesce(offered, 0) as offered, coalesce(preparing, 0) as preparing
    from each left join moved using (day) left join rented using (day) left join prepared using (day) order by 1`)
  return rows
}

export type Move = "departures" | "returns" | "preparing"

const movesOn: Record<Move, (day: Day) => (rental: Rental) => boolean> = {
  departures: (day) => (rental) => departsOn(rental, day),
  returns: (day) => (rental) => returnsOn(rental, day),
  preparing: () => () => true,
}

export async function listFirstMoves(move: Move, on: Day, max: number): Promise<OutgoingBooking[]> {
  const day = sql`${on}::date`
  const condition = {
    departures: and(
      movesBetween(day, day),
      hasPeriod((period) => sql`${departureDay(period)} = ${day}`),
    ),
    returns: and(
      movesBetween(day, day),
      hasPeriod((period) => sql`${returnDay(period)} = ${day}`),
    ),
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
    })
    .from(bookings)
    .innerJoin(profiles, eq(profiles.id, bookings.userId))
    .where(condition)
    .orderBy(asc(bookings.firstDay), asc(bookings.number))
    .limit(max)
  const ids = rows.map(({ id }) => id)
  const reports = await listSignedReports(ids)
  const rentals = await readRentals(ids)
  const marked = move === "preparing" ? [] : await listMarkedStops(ids)
  return rows.map((row) => {
    const signed = reports.filter(({ bookingId }) => bookingId === row.id)
    const moved = (rentals.get(row.id) ?? []).filter(movesOn[move](on))
    const times = timesOfStop(marked, { bookingId: row.id, day: on, leg: move === "returns" ? "back" : "out" })
    const isReported = moved.every((rental) => {
      const until = periodOfDays(rentalDays(rental).filter((day) => day <= on))
      const about = reportsAbout(signed, rental)
      return move === "departures" ? hasLeft(about, until) : reportedReturn(about, until) !== null
    })
    const productName = moved.length > 0 ? namesOfRentals(moved) : row.productName
    const planned = moved
      .filter(({ plan }) => plan)
      .map((rental) => withPlanName(rental.plan, datesOrHoursLabel(rental, { today: on })))
    const isDone = move !== "preparing" && (isReported || times.done !== null)
    return { ...row, productName, planned, isDone, times }
  })
}

export type ShopCounts = {
  units: number
  activeProducts: number
  newMessages: number
  failedMails: number
  lateSeals: number
  bankLines: number
  stoppedWebhooks: number
  outsideCalendars: number
  openDateChanges: number
  openRefunds: number
  disputesToAnswer: number
  quotes: number
  openDeposits: number
  openRightsRequests: number
  leadsWithNextStep: number
  machineChecks: number
  machineSupplies: number
  hasHomeless: boolean
  hasStops: boolean
  hasAboutText: boolean
  hasServicesText: boolean
}

export async function readShopCounts(at: Date): Promise<ShopCounts> {
  const { rows } = await db.execute<ShopCounts>(sql`
    select coalesce(sum(stock) filter (where kind = 'machine'), 0) as "units", count(*) as "activeProducts",
      (select count(*) from contact_messages where status = 'new') as "newMessages",
      (select count(*) from mails where state in ('refused', 'failed') and sent_again_as is null) as "failedMails",
      ${countLateSeals(at)} as "lateSeals", ${countOpenBankLines()} as "bankLines",
      ${countStoppedWebhooks()} as "stoppedWebhooks",
      (select count(*) from outside_calendars) as "outsideCalendars",
      (select count(*) from date_change_requests where status = 'open') as "openDateChanges",
      (select count(*) from refunds where made_at is null and dropped_at is null) as "openRefunds",
      (select count(*) from card_disputes where stage = 'to_answer') as "disputesToAnswer",
      (select count(*) from quotes) as "quotes",
      (select count(*) from deposits where settled_at is null or trouble is not null) as "openDeposits",
      (select count(*) from rights_requests where answered_at is null) as "openRightsRequests",
      (select count(*) from leads where next_step_on <= ${dayInParis(at)}::date) as "leadsWithNextStep",
      (select count(*) from unit_checks) as "machineChecks", (select count(*) from unit_supplies) as "machineSupplies",
      ${hasHomelessRentals(at)} as "hasHomeless",
      exists (select from stop_times) or exists (select from condition_reports) as "hasStops",
      exists (select from about_page_content where content ~ '\\S') as "hasAboutText",
      exists (select from services_page_content where content ~ '\\S') as "hasServicesText"
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

/** Rentals of one booking may depart and return on days of their own (D60), and return after their last day (D61). */
const departureDay = (period: SQL): SQL => sql`(lower(${period}) at time zone 'Europe/Paris')::date`
const returnDay = (period: SQL): SQL => sql`collection_day(${period})`

function hasPeriod(condition: (period: SQL) => SQL): SQL {
  return sql`exists (
    select from rentals, unnest(rentals.during) period
    where rentals.booking_id = bookings.id and ${condition(sql`period`)})`
}

/** Written so that the index on the rental period applies. */
function movesBetween(from: SQL, to: SQL): SQL {
  return sql`bookings.status = 'confirmed' and daterange(first_day, returns_on, '[]') && daterange(${from}, ${to}, '[]')`
}

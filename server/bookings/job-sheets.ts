import { type SQL, and, asc, eq, inArray, sql } from "drizzle-orm"
import { type BookingId, type OptionId, isId } from "../../domain/id.ts"
import { effectiveStatus } from "../../domain/booking/status.ts"
import { hasLeft, reportsAbout, returnDay } from "../../domain/booking/condition-report.ts"
import { type BookingHours, noHours } from "../../domain/booking/hours.ts"
import type { Leg } from "../../domain/booking/route.ts"
import { returnableOptions, splitConsumables } from "../../domain/booking/returnable-options.ts"
import type { Venue } from "../../domain/booking/venue.ts"
import type { ClockTime, TimeWindow } from "../../domain/clock.ts"
import { type Day, dayInParis } from "../../domain/day.ts"
import type { Cents } from "../../domain/money.ts"
import type { BookedOption } from "../../domain/pricing/price.ts"
import { type RentedMachine, machinesOfRental } from "../../domain/availability/rented-machines.ts"
import { type Rental, type RentalPeriod, periodOf, periodOfDays, rentalDays } from "../../domain/rental/rental.ts"
import { departsOn, returnsOn } from "../../domain/rental/periods.ts"
import { findRentedUnits } from "../availability/booked-units.ts"
import { listSignedReports } from "../booking-record/condition/record.ts"
import { db } from "../platform/database.server.ts"
import { profiles } from "../platform/schema/accounts.ts"
import { bookingNotes, bookings } from "../platform/schema/bookings.ts"
import { productOptions } from "../platform/schema/catalog.ts"
import { readEventStarts } from "../booking-record/event-starts.ts"
import type { StopTimes } from "../../domain/booking/stop-times.ts"
import { listMarkedStops, timesOfStop } from "../booking-record/stop-times.ts"
import { readHours } from "../booking-record/hours.ts"
import type { Booking } from "../booking-record/booking.ts"
import { readRentals } from "../booking-record/rentals.ts"
import { asksInsurance } from "./insurance/read-certificate.ts"
import { readRoute } from "./route.ts"
import { readVenues } from "./venue.ts"

/** Without its price: crew reads it (D72). */
export type LoadedOption = Pick<BookedOption, "id" | "parentId" | "name" | "quantity">

export type JobRental = Omit<Rental, "dailyPrice" | "options" | "photoPackPrice" | "plan"> & {
  machines: RentedMachine[]
  optionsToLoad: LoadedOption[]
  /** They stay with the client, as photo packs do. */
  consumables: LoadedOption[]
  optionsToCollect: LoadedOption[]
  hasLeft: boolean
  isReturned: boolean
}

export type JobSheet = RentalPeriod &
  Pick<
    Booking,
    | "id"
    | "number"
    | "status"
    | "firstDay"
    | "lastDay"
    | "productName"
    | "isDelivery"
    | "address"
    | "distance"
    | "distanceToConfirm"
    | "customerNote"
    | "isExample"
  > & {
    client: { name: string; email: string; phone: string | null }
    rentals: JobRental[]
    notes: string[]
    hours: BookingHours
    eventStartsAt: ClockTime | null
    venue: Venue | null
    insuranceMissing: boolean
    /** Both are null for crew (D72). */
    total: Cents | null
    paymentStatus: Booking["paymentStatus"] | null
    /** 0 before a signature and for demonstrations. */
    leftToPay: Cents
  }

/** `job` has only the rentals that move on that day. */
export type JobStop = {
  leg: Leg
  window: TimeWindow | null
  job: JobSheet
  times: StopTimes
  /** A press or a signed report says so. */
  isDone: boolean
}

export async function readJobSheet(id: string, at: Date): Promise<JobSheet | null> {
  if (!isId(id)) return null
  return (await readSheets(eq(bookings.id, id), null, at))[0] ?? null
}

export async function listJobsOfDay(day: Day, at: Date): Promise<JobStop[]> {
  const route = await readRoute(day)
  if (route.length === 0) return []
  const ids = route.map(({ bookingId }) => bookingId)
  const [jobs, marked] = await Promise.all([readSheets(inArray(bookings.id, ids), day, at), listMarkedStops(ids)])
  return route.flatMap(({ bookingId, leg, window }) => {
    const job = jobs.find(({ id }) => id === bookingId)
    return job ? [toStop(job, { leg, window, day, times: timesOfStop(marked, { bookingId, day, leg }) })] : []
  })
}

type StopOfDay = Pick<JobStop, "leg" | "window" | "times"> & { day: Day }

function toStop(job: JobSheet, { leg, window, day, times }: StopOfDay): JobStop {
  const rentals = job.rentals.filter((rental) => (leg === "out" ? departsOn(rental, day) : returnsOn(rental, day)))
  return {
    leg,
    window,
    times,
    job: { ...job, rentals },
    isDone: times.done !== null || rentals.every((rental) => (leg === "out" ? rental.hasLeft : rental.isReturned)),
  }
}

/** Until the end of `day`, if any. */
async function readSheets(where: SQL | undefined, day: Day | null, at: Date): Promise<JobSheet[]> {
  const rows = await db
    .select({ booking: bookings, client: { name: profiles.name, email: profiles.email, phone: profiles.phone } })
    .from(bookings)
    .innerJoin(profiles, eq(profiles.id, bookings.userId))
    .where(where)
    .orderBy(asc(bookings.number))
  const ids = rows.map(({ booking }) => booking.id)
  const rentals = await readRentals(ids)
  const optionIds = [...rentals.values()].flat().flatMap(({ options }) => options.items.map(({ id }) => id))
  const [units, notes, hours, eventStarts, venues, left, uninsured, stayingOptions, reports] = await Promise.all([
    ids.length === 0 ? [] : findRentedUnits(ids),
    ids.length === 0 ? [] : listNotes(ids),
    readHours(ids),
    readEventStarts(ids),
    readVenues(ids),
    leftToPay(ids),
    findMissingCertificates(ids, at),
    findStayingOptions(optionIds),
    listSignedReports(ids),
  ])
  return rows.map(({ booking, client }) => {
    const { id, number, paymentStatus, firstDay, lastDay, productName } = booking
    const { isDelivery, address, distance, distanceToConfirm, total, customerNote, isExample } = booking
    const signed = reports.filter(({ bookingId }) => bookingId === id)
    return {
      id,
      number,
      status: effectiveStatus(booking, at),
      paymentStatus,
      ...periodOf(booking),
      firstDay,
      lastDay,
      productName,
      isDelivery,
      address,
      distance,
      distanceToConfirm,
      total,
      customerNote,
      isExample,
      client,
      rentals: (rentals.get(id) ?? []).map((rental) => {
        const { consumables, others } = splitConsumables(rental.options.items, stayingOptions)
        const until = periodOfDays(rentalDays(rental).filter((each) => day === null || each <= day))
        const about = reportsAbout(signed, rental)
        const { dailyPrice: _, options: __, photoPackPrice: ___, plan: ____, ...unpriced } = rental
        return {
          ...unpriced,
          machines: machinesOfRental(
            rental,
            units.filter((unit) => unit.bookingId === id && unit.rental === rental.position),
          ),
          optionsToLoad: others.map(withoutPrice),
          consumables: consumables.map(withoutPrice),
          optionsToCollect: returnableOptions(rental.options.items, stayingOptions).map(withoutPrice),
          hasLeft: hasLeft(about, until),
          isReturned: returnDay(about, until) !== null,
        }
      }),
      notes: [
        ...(booking.internalNote ? [booking.internalNote] : []),
        ...notes.filter(({ bookingId }) => bookingId === id).map(({ body }) => body),
      ],
      hours: hours.get(id) ?? noHours,
      eventStartsAt: eventStarts.get(id) ?? null,
      venue: venues.get(id) ?? null,
      leftToPay: left.get(id) ?? 0,
      insuranceMissing: uninsured.has(id),
    }
  })
}

const withoutPrice = ({ id, parentId, name, quantity }: BookedOption): LoadedOption => ({
  id,
  parentId,
  name,
  quantity,
})

/** Nothing is owed before a signature (D32). */
async function leftToPay(ids: readonly BookingId[]): Promise<ReadonlyMap<BookingId, Cents>> {
  if (ids.length === 0) return new Map()
  const { rows } = await db.execute<{ id: BookingId; left: string }>(sql`
    select booking.id, greatest(0,
      (select coalesce(sum(amount), 0) from instalments_in_force(booking.id))
      - (select coalesce(sum(amount), 0) from payments where booking_id = booking.id)
      + (select coalesce(sum(amount), 0) from refunds
          where booking_id = booking.id and kind = 'refund' and dropped_at is null)) as left
    from bookings booking
    where booking.id = any(${sql.param([...ids])}::uuid[]) and booking.status = 'confirmed'
      and not is_demonstration
      and (not exists (select from contracts where booking_id = booking.id)
        or exists (select from contracts where booking_id = booking.id and status = 'signed'))`)
  return new Map(rows.map(({ id, left }) => [id, Number(left)]))
}

async function findMissingCertificates(ids: readonly BookingId[], at: Date): Promise<ReadonlySet<BookingId>> {
  if (ids.length === 0) return new Set()
  const { rows } = await db.execute<{ id: BookingId }>(sql`
    select booking.id from bookings booking
      left join insurance_certificates certificate on certificate.booking_id = booking.id
    where booking.id = any(${sql.param([...ids])}::uuid[]) and booking.status = 'confirmed'
      and coalesce(certificate.asked, ${asksInsurance(sql`booking.id`)}) and certificate.file_key is null
      and (certificate.erased_at is null or returns_on >= ${dayInParis(at)}::date)`)
  return new Set(rows.map(({ id }) => id))
}

async function findStayingOptions(ids: readonly string[]): Promise<ReadonlySet<string>> {
  const validIds = ids.filter((id): id is OptionId => isId(id))
  if (validIds.length === 0) return new Set()
  const rows = await db
    .select({ id: productOptions.id })
    .from(productOptions)
    .where(and(inArray(productOptions.id, validIds), eq(productOptions.staysWithClient, true)))
  return new Set(rows.map(({ id }) => id))
}

function listNotes(ids: BookingId[]) {
  return db
    .select({ bookingId: bookingNotes.bookingId, body: bookingNotes.body })
    .from(bookingNotes)
    .where(inArray(bookingNotes.bookingId, ids))
    .orderBy(asc(bookingNotes.createdAt))
}

import { type SQL, and, asc, eq, inArray, sql } from "drizzle-orm"
import { type BookingId, type OptionId, isId } from "../../domain/id.ts"
import { statusAt } from "../../domain/booking/status.ts"
import { hasLeft, returnDay } from "../../domain/booking/condition-report.ts"
import { type BookingHours, noHours } from "../../domain/booking/hours.ts"
import type { Leg } from "../../domain/booking/route.ts"
import { optionsTakenBack } from "../../domain/booking/taken-back.ts"
import type { Venue } from "../../domain/booking/venue.ts"
import { type Day, dayInParis } from "../../domain/day.ts"
import type { Cents } from "../../domain/money.ts"
import type { BookedOption } from "../../domain/pricing/price.ts"
import { periodOfDays, periodOf, type RentalPeriod } from "../../domain/rental/rental.ts"
import { findRentedUnits } from "../availability/booked-units.ts"
import { signedReportsOf } from "../booking-record/condition/record.ts"
import { db } from "../platform/database.server.ts"
import { profiles } from "../platform/schema/accounts.ts"
import { bookingNotes, bookings } from "../platform/schema/bookings.ts"
import { productOptions } from "../platform/schema/catalog.ts"
import { hoursOf } from "../booking-record/hours.ts"
import type { Booking } from "../booking-record/booking.ts"
import { routeOf } from "./route.ts"
import { venuesOf } from "./venue.ts"

/** All that it takes on the day of the event. */
export type JobSheet = RentalPeriod &
  Pick<
    Booking,
    | "id"
    | "number"
    | "status"
    | "paymentStatus"
    | "firstDay"
    | "lastDay"
    | "productName"
    | "options"
    | "photoPacks"
    | "photoPackQuantity"
    | "isDelivery"
    | "address"
    | "distance"
    | "distanceToConfirm"
    | "total"
    | "customerNote"
    | "isExample"
  > & {
    client: { name: string; email: string; phone: string | null }
    /** Which machine of the product, from 1; empty when the booking holds no days. */
    units: number[]
    /** Internal notes, the oldest first. */
    notes: string[]
    hours: BookingHours
    /** What the customer said of the place; null until they did. */
    venue: Venue | null
    /** A certificate of insurance is asked for and has not come. */
    insuranceMissing: boolean
    optionsTakenBack: BookedOption[]
    /** Both sides have signed the condition report. */
    hasLeft: boolean
    isTakenBack: boolean
    /** 0 where nothing was signed, and where the money is play money. */
    leftToPay: Cents
  }

/** A half of a booking on the day on which it happens. */
export type JobStop = { leg: Leg; job: JobSheet }

/** The sheet of a booking, of any status; null when it is not there. */
export async function jobSheet(id: string, at: Date): Promise<JobSheet | null> {
  if (!isId(id)) return null
  return (await sheets(eq(bookings.id, id), at))[0] ?? null
}

/** The confirmed bookings that begin on a day, and those that end on it, in the order in which they are driven. */
export async function jobsOfDay(day: Day, at: Date): Promise<JobStop[]> {
  const route = await routeOf(day)
  if (route.length === 0) return []
  const jobs = await sheets(
    inArray(
      bookings.id,
      route.map(({ bookingId }) => bookingId),
    ),
    at,
  )
  return route.flatMap(({ bookingId, leg }) => {
    const job = jobs.find(({ id }) => id === bookingId)
    return job ? [{ leg, job }] : []
  })
}

async function sheets(where: SQL | undefined, at: Date): Promise<JobSheet[]> {
  const found = await db
    .select({ booking: bookings, client: { name: profiles.name, email: profiles.email, phone: profiles.phone } })
    .from(bookings)
    .innerJoin(profiles, eq(profiles.id, bookings.userId))
    .where(where)
    .orderBy(asc(bookings.number))
  const ids = found.map(({ booking }) => booking.id)
  const [units, notes, hours, venues, left, uninsured, kept, reports] = await Promise.all([
    ids.length === 0 ? [] : findRentedUnits(ids),
    ids.length === 0 ? [] : notesOf(ids),
    hoursOf(ids),
    venuesOf(ids),
    leftToPay(ids),
    withoutCertificate(ids, at),
    staysWithClient(found.flatMap(({ booking }) => booking.options.items.map(({ id }) => id))),
    signedReportsOf(ids),
  ])
  return found.map(({ booking, client }) => {
    const { id, number, paymentStatus, firstDay, lastDay, productName, options, photoPacks, photoPackQuantity } =
      booking
    const { isDelivery, address, distance, distanceToConfirm, total, customerNote, isExample } = booking
    const signed = reports.filter(({ bookingId }) => bookingId === id)
    return {
      id,
      number,
      status: statusAt(booking, at),
      paymentStatus,
      ...periodOf(booking),
      firstDay,
      lastDay,
      productName,
      options,
      photoPacks,
      photoPackQuantity,
      isDelivery,
      address,
      distance,
      distanceToConfirm,
      total,
      customerNote,
      isExample,
      client,
      units: units.filter(({ bookingId }) => bookingId === id).map(({ unit }) => unit),
      notes: [
        ...(booking.internalNote ? [booking.internalNote] : []),
        ...notes.filter(({ bookingId }) => bookingId === id).map(({ body }) => body),
      ],
      hours: hours.get(id) ?? noHours,
      venue: venues.get(id) ?? null,
      leftToPay: left.get(id) ?? 0,
      insuranceMissing: uninsured.has(id),
      optionsTakenBack: optionsTakenBack(options.items, kept),
      hasLeft: hasLeft(signed, periodOfDays([firstDay])),
      isTakenBack: returnDay(signed, booking) !== null,
    }
  })
}

/** Of confirmed bookings whose contract is signed: before a signature nothing is owed (D32). */
async function leftToPay(ids: readonly BookingId[]): Promise<ReadonlyMap<BookingId, Cents>> {
  if (ids.length === 0) return new Map()
  const { rows } = await db.execute<{ id: BookingId; left: string }>(sql`
    select booking.id, greatest(0,
      (select coalesce(sum(amount), 0) from instalments_in_force(booking.id))
      - (select coalesce(sum(amount), 0) from payments where booking_id = booking.id)
      + (select coalesce(sum(amount), 0) from refunds
          where booking_id = booking.id and kind = 'refund' and made_at is not null)) as left
    from bookings booking
    where booking.id = any(${sql.param([...ids])}::uuid[]) and booking.status = 'confirmed'
      and not is_demonstration
      and (not exists (select from contracts where booking_id = booking.id)
        or exists (select from contracts where booking_id = booking.id and status = 'signed'))`)
  return new Map(rows.map(({ id, left }) => [id, Number(left)]))
}

/** Which of these bookings wait for a certificate of insurance. */
async function withoutCertificate(ids: readonly BookingId[], at: Date): Promise<ReadonlySet<BookingId>> {
  if (ids.length === 0) return new Set()
  const { rows } = await db.execute<{ id: BookingId }>(sql`
    select booking.id from bookings booking
      join products on products.id = booking.product_id
      left join insurance_certificates certificate on certificate.booking_id = booking.id
    where booking.id = any(${sql.param([...ids])}::uuid[]) and booking.status = 'confirmed'
      and coalesce(certificate.asked, asks_insurance) and certificate.file_key is null
      and (certificate.erased_at is null or last_day >= ${dayInParis(at)}::date)`)
  return new Set(rows.map(({ id }) => id))
}

/** Which of these options the customer keeps, as the owner has it now. */
async function staysWithClient(ids: readonly string[]): Promise<ReadonlySet<string>> {
  const known = ids.filter((id): id is OptionId => isId(id))
  if (known.length === 0) return new Set()
  const rows = await db
    .select({ id: productOptions.id })
    .from(productOptions)
    .where(and(inArray(productOptions.id, known), eq(productOptions.staysWithClient, true)))
  return new Set(rows.map(({ id }) => id))
}

function notesOf(ids: BookingId[]) {
  return db
    .select({ bookingId: bookingNotes.bookingId, body: bookingNotes.body })
    .from(bookingNotes)
    .where(inArray(bookingNotes.bookingId, ids))
    .orderBy(asc(bookingNotes.createdAt))
}

import { type SQL, and, asc, eq, inArray } from "drizzle-orm"
import { type BookingId, isId } from "../../domain/id.ts"
import { statusAt } from "../../domain/booking/status.ts"
import type { Day } from "../../domain/day.ts"
import { db } from "../database.server.ts"
import { profiles } from "../schema/accounts.ts"
import { occupancy } from "../schema/availability.ts"
import { bookingNotes, bookings } from "../schema/bookings.ts"
import type { Booking } from "./place.ts"

/** All that it takes on the day of the event. */
export type JobSheet = Pick<
  Booking,
  | "id"
  | "number"
  | "status"
  | "paymentStatus"
  | "dates"
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
}

/** The sheet of a booking, of any status; null when it is not there. */
export async function jobSheet(id: string, at: Date): Promise<JobSheet | null> {
  if (!isId(id)) return null
  return (await sheets(eq(bookings.id, id), at))[0] ?? null
}

/** The confirmed bookings that begin on a day, and those that end on it. */
export async function jobsOfDay(day: Day, at: Date): Promise<{ departures: JobSheet[]; returns: JobSheet[] }> {
  const [departures, returns] = await Promise.all([
    sheets(and(eq(bookings.status, "confirmed"), eq(bookings.firstDay, day)), at),
    sheets(and(eq(bookings.status, "confirmed"), eq(bookings.lastDay, day)), at),
  ])
  return { departures, returns }
}

async function sheets(where: SQL | undefined, at: Date): Promise<JobSheet[]> {
  const found = await db
    .select({ booking: bookings, client: { name: profiles.name, email: profiles.email, phone: profiles.phone } })
    .from(bookings)
    .innerJoin(profiles, eq(profiles.id, bookings.userId))
    .where(where)
    .orderBy(asc(bookings.number))
  const ids = found.map(({ booking }) => booking.id)
  const [units, notes] = ids.length === 0 ? [[], []] : await Promise.all([unitsOf(ids), notesOf(ids)])
  return found.map(({ booking, client }) => {
    const { id, number, paymentStatus, dates, firstDay, lastDay, productName, options, photoPacks, photoPackQuantity } =
      booking
    const { isDelivery, address, distance, distanceToConfirm, total, customerNote, isExample } = booking
    return {
      id,
      number,
      status: statusAt(booking, at),
      paymentStatus,
      dates,
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
    }
  })
}

function unitsOf(ids: BookingId[]) {
  return db
    .selectDistinct({ bookingId: occupancy.bookingId, unit: occupancy.unit })
    .from(occupancy)
    .where(and(inArray(occupancy.bookingId, ids), eq(occupancy.role, "rental")))
    .orderBy(asc(occupancy.unit))
}

function notesOf(ids: BookingId[]) {
  return db
    .select({ bookingId: bookingNotes.bookingId, body: bookingNotes.body })
    .from(bookingNotes)
    .where(inArray(bookingNotes.bookingId, ids))
    .orderBy(asc(bookingNotes.createdAt))
}

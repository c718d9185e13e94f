import { and, eq, gte, inArray, lte } from "drizzle-orm"
import { type PlannedShift, type ShiftTerms, planBookingShifts } from "../../../domain/booking/shift.ts"
import { noHours } from "../../../domain/booking/hours.ts"
import { addDays, dayInParis } from "../../../domain/day.ts"
import type { BookingId } from "../../../domain/id.ts"
import { readHours } from "../../booking-record/hours.ts"
import { addRentals } from "../../booking-record/rentals.ts"
import { db } from "../../platform/database.server.ts"
import { profiles } from "../../platform/schema/accounts.ts"
import { bookings } from "../../platform/schema/bookings.ts"
import { products } from "../../platform/schema/catalog.ts"
import { readEventStarts } from "../../booking-record/event-starts.ts"
import { listStaffMembers } from "./assign-shift.ts"
import { listShifts } from "../../booking-record/shifts.ts"

export type OpenShift = PlannedShift & {
  bookingId: BookingId
  number: number
  productName: string
  clientName: string
  /** Somebody had it and declined. */
  isDeclined: boolean
}

/** Follows the booking's products. */
export async function readPlannedShifts(booking: ShiftTerms): Promise<PlannedShift[]> {
  return plan(booking, await readNeeds([booking]))
}

type Needs = { id: string; needsInstaller: boolean; needsHost: boolean }

function readNeeds(bookings: readonly Pick<ShiftTerms, "rentals">[]): Promise<Needs[]> {
  const ids = bookings.flatMap(({ rentals }) => rentals.map(({ productId }) => productId))
  return db
    .select({ id: products.id, needsInstaller: products.needsInstaller, needsHost: products.needsHost })
    .from(products)
    .where(inArray(products.id, ids))
}

function plan(terms: ShiftTerms, needs: readonly Needs[]): PlannedShift[] {
  const own = needs.filter(({ id }) => terms.rentals.some(({ productId }) => productId === id))
  return planBookingShifts(terms, {
    needsInstaller: own.some(({ needsInstaller }) => needsInstaller),
    needsHost: own.some(({ needsHost }) => needsHost),
  })
}

/** Until `days` from now, in a shop where more than one person works. */
export async function listOpenShifts(at: Date, days: number): Promise<OpenShift[]> {
  if ((await listStaffMembers()).length < 2) return []
  const today = dayInParis(at)
  const rows = await db
    .select({
      id: bookings.id,
      number: bookings.number,
      productName: bookings.productName,
      clientName: profiles.name,
      isDelivery: bookings.isDelivery,
    })
    .from(bookings)
    .innerJoin(profiles, eq(profiles.id, bookings.userId))
    .where(
      and(
        eq(bookings.status, "confirmed"),
        eq(bookings.isDelivery, true),
        lte(bookings.firstDay, addDays(today, days)),
        gte(bookings.returnsOn, today),
      ),
    )
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const rented = await addRentals(rows)
  const [needs, hours, eventStarts, shifts] = await Promise.all([
    readNeeds(rented),
    readHours(ids),
    readEventStarts(ids),
    listShifts({ bookings: ids }),
  ])
  return rented
    .flatMap(({ id, number, productName, clientName, rentals, isDelivery }) => {
      const own = shifts.filter(({ bookingId }) => bookingId === id)
      const terms = { rentals, isDelivery, hours: hours.get(id) ?? noHours, eventStartsAt: eventStarts.get(id) ?? null }
      const open = plan(terms, needs).filter(({ kind }) => !own.some((shift) => shift.kind === kind))
      const declined = own.filter(({ answer }) => answer === "declined")
      return [...open, ...declined].map(({ kind, startsAt, endsAt }) => ({
        kind,
        startsAt,
        endsAt,
        bookingId: id,
        number,
        productName,
        clientName,
        isDeclined: declined.some((shift) => shift.kind === kind),
      }))
    })
    .filter(({ startsAt, endsAt }) => endsAt > at && dayInParis(startsAt) <= addDays(today, days))
    .toSorted((one, other) => one.startsAt.getTime() - other.startsAt.getTime())
}

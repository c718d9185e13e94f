import { and, desc, eq } from "drizzle-orm"
import { type Executor, db } from "../platform/database.server.ts"
import { contracts } from "../platform/schema/bookings.ts"
import { type Rental, type RentalPeriod, periodOf, periodOfRentals } from "../../domain/rental/rental.ts"
import type { BookingId } from "../../domain/id.ts"
import type { Booking } from "./booking.ts"
import { type RentedBooking, readRentals, rentalColumns } from "./rentals.ts"

type SignedVersion = Pick<typeof contracts.$inferSelect, "booked" | "total" | "priceLines">

/** null once retention has erased the facts. */
export function signedFacts({
  booked,
  total,
  priceLines,
}: SignedVersion): (Partial<RentedBooking> & Pick<RentedBooking, "rentals">) | null {
  if (booked === null) return null
  const { version: _shape, clientAddress: _client, ...facts } = booked
  return { ...facts, rentals: [...booked.rentals], ...rentalColumns(booked.rentals), total, priceLines }
}

/** The signed version binds both parties, whatever change waits for a signature (D59). */
export function bookingInForce<Row extends Booking>(booking: Row, signed: SignedVersion | null): Row {
  return { ...booking, ...(signed && signedFacts(signed)) }
}

export async function readBookingInForce<Row extends Booking>(executor: Executor, booking: Row): Promise<Row> {
  const { booked, total, priceLines } = contracts
  const [signed] = await executor
    .select({ booked, total, priceLines })
    .from(contracts)
    .where(and(eq(contracts.bookingId, booking.id), eq(contracts.status, "signed")))
    .orderBy(desc(contracts.version))
    .limit(1)
  return bookingInForce(booking, signed ?? null)
}

export async function readPeriodInForce(booking: RentalPeriod & Pick<Booking, "id">): Promise<RentalPeriod> {
  const [signed] = await db
    .select({ booked: contracts.booked })
    .from(contracts)
    .where(and(eq(contracts.bookingId, booking.id), eq(contracts.status, "signed")))
    .orderBy(desc(contracts.version))
    .limit(1)
  return signed?.booked ? periodOfRentals(signed.booked.rentals) : periodOf(booking)
}

/** Signed rentals are held beside a change of them, because the change may lapse (D59). */
export async function readHeldRentals(executor: Executor, bookingId: BookingId): Promise<Rental[]> {
  const rentals = (await readRentals([bookingId], executor)).get(bookingId) ?? []
  const [signed] = await executor
    .select({ booked: contracts.booked })
    .from(contracts)
    .where(and(eq(contracts.bookingId, bookingId), eq(contracts.status, "signed")))
    .orderBy(desc(contracts.version))
    .limit(1)
  return [...rentals, ...(signed?.booked?.rentals ?? [])]
}

import { and, desc, eq } from "drizzle-orm"
import { type Executor, db } from "../platform/database.server.ts"
import { type bookings, contracts } from "../platform/schema/bookings.ts"
import { periodColumns } from "./period-columns.ts"
import { type RentalPeriod, periodOf } from "../../domain/rental/rental.ts"

type Booking = typeof bookings.$inferSelect
type Signed = Pick<typeof contracts.$inferSelect, "booked" | "total" | "priceLines">

/** What a signed version says of its booking; null once its facts were erased. */
export function signedFacts({ booked, total, priceLines }: Signed): Partial<Booking> | null {
  if (booked === null) return null
  const { version: _shape, ...facts } = booked
  return { ...facts, ...periodColumns(booked), total, priceLines }
}

/**
 * A booking as the parties are held to it: what was signed, whatever change of it waits for a signature or was left
 * without one (D59). Before a signature, and of a contract whose facts were erased, the booking as it is.
 */
export function bookingInForce(booking: Booking, signed: Signed | null): Booking {
  return { ...booking, ...(signed && signedFacts(signed)) }
}

/** The same, for whoever has read its row alone. */
export async function readInForce(executor: Executor, booking: Booking): Promise<Booking> {
  const { booked, total, priceLines } = contracts
  const [signed] = await executor
    .select({ booked, total, priceLines })
    .from(contracts)
    .where(and(eq(contracts.bookingId, booking.id), eq(contracts.status, "signed")))
    .orderBy(desc(contracts.version))
    .limit(1)
  return bookingInForce(booking, signed ?? null)
}

/** Only when it is rented. */
export async function periodInForce(booking: RentalPeriod & Pick<Booking, "id">): Promise<RentalPeriod> {
  const [signed] = await db
    .select({ booked: contracts.booked })
    .from(contracts)
    .where(and(eq(contracts.bookingId, booking.id), eq(contracts.status, "signed")))
    .orderBy(desc(contracts.version))
    .limit(1)
  return periodOf(signed?.booked ?? booking)
}

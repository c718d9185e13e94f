import { and, eq } from "drizzle-orm"
import { type BookingId, isId } from "../../../domain/id.ts"
import { db } from "../../platform/database.server.ts"
import { cardPayments } from "../../platform/schema/card-payments.ts"
import type { CardPayment } from "./settle-card-payment.ts"

/** The one that is open at the provider; null for none. */
export async function openCardPaymentOf(bookingId: BookingId): Promise<CardPayment | null> {
  const [open] = await db
    .select()
    .from(cardPayments)
    .where(and(eq(cardPayments.bookingId, bookingId), eq(cardPayments.status, "open")))
  return open ?? null
}

/** A booking's card payment by its id; null for another booking's. */
export async function cardPaymentOf(bookingId: BookingId, id: string): Promise<CardPayment | null> {
  if (!isId(id)) return null
  const [found] = await db
    .select()
    .from(cardPayments)
    .where(and(eq(cardPayments.id, id), eq(cardPayments.bookingId, bookingId)))
  return found ?? null
}

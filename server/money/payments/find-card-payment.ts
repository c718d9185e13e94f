import { and, eq } from "drizzle-orm"
import { type BookingId, isId } from "../../../domain/id.ts"
import { db } from "../../platform/database.server.ts"
import { cardPayments } from "../../platform/schema/card-payments.ts"
import type { CardPayment } from "./settle-card-payment.ts"

export async function findOpenCardPayment(bookingId: BookingId): Promise<CardPayment | null> {
  const [open] = await db
    .select()
    .from(cardPayments)
    .where(and(eq(cardPayments.bookingId, bookingId), eq(cardPayments.status, "open")))
  return open ?? null
}

export async function findCardPayment(bookingId: BookingId, id: string): Promise<CardPayment | null> {
  if (!isId(id)) return null
  const [row] = await db
    .select()
    .from(cardPayments)
    .where(and(eq(cardPayments.id, id), eq(cardPayments.bookingId, bookingId)))
  return row ?? null
}

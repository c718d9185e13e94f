import { and, eq, gt, sql } from "drizzle-orm"
import type { Administrator } from "../../../domain/accounts/party.ts"
import type { BookingId } from "../../../domain/id.ts"
import type { InvoiceKind } from "../../../domain/finance/invoice-kind.ts"
import { type Result, err, ok } from "../../../domain/result.ts"
import { transaction } from "../../platform/database.server.ts"
import { recordEvent } from "../../platform/events/record.ts"
import { orderBookingMail } from "../../booking-record/booking-mails.ts"
import { events } from "../../platform/schema/events.ts"
import { invoices } from "../../platform/schema/invoices.ts"
import { invoiceAttachment } from "./invoice-files.ts"

/** A second press, or a second administrator, sends nothing so soon after the last time. */
const AGAIN_AFTER_MINUTES = 2

export type SendAgainProblem =
  | { kind: "not-found" }
  /** Its file is still to be made; the mail goes with it by itself. */
  | { kind: "not-made-yet" }
  /** The customer has no address, was erased, or is one of the demonstration's. */
  | { kind: "without-mail" }
  /** It left again a moment ago. */
  | { kind: "just-sent" }

/** The owner sends an invoice or a credit note to its customer once more. */
export async function sendInvoiceAgain(
  actor: Administrator,
  number: string,
  at: Date = new Date(),
): Promise<Result<{ bookingId: BookingId; kind: InvoiceKind }, SendAgainProblem>> {
  return transaction(async (tx) => {
    const [invoice] = await tx.select().from(invoices).where(eq(invoices.number, number)).for("update")
    if (!invoice) return err({ kind: "not-found" })
    const document = invoiceAttachment(invoice)
    if (!document) return err({ kind: invoice.isExample || invoice.erasedAt ? "without-mail" : "not-made-yet" })
    const { kind, total, amount, bookingId } = invoice
    const lately = await tx.$count(
      events,
      and(
        eq(events.action, "booking.invoice-sent-again"),
        eq(events.bookingId, bookingId),
        sql`${events.details} ->> 'number' = ${number}`,
        gt(events.at, new Date(at.getTime() - AGAIN_AFTER_MINUTES * 60_000)),
      ),
    )
    if (lately > 0) return err({ kind: "just-sent" })
    const { customer } = await orderBookingMail(tx, {
      kind: "invoiced",
      bookingId,
      extra: { number, kind, total, amount, document },
      at,
    })
    if (customer !== "ordered") return err({ kind: "without-mail" })
    await recordEvent(tx, {
      by: actor,
      action: "booking.invoice-sent-again",
      subject: bookingId,
      details: { number, kind },
      at,
    })
    return ok({ bookingId, kind })
  })
}

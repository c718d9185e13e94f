import { and, eq, gt, sql } from "drizzle-orm"
import type { Staff } from "../../../domain/accounts/party.ts"
import type { BookingId } from "../../../domain/id.ts"
import type { InvoiceKind } from "../../../domain/finance/invoice-kind.ts"
import { type Result, err, ok } from "../../../domain/result.ts"
import { transaction } from "../../platform/database.server.ts"
import { recordEvent } from "../../platform/events/record.ts"
import { orderBookingMail } from "../../booking-record/booking-mails.ts"
import { events } from "../../platform/schema/events.ts"
import { invoices } from "../../platform/schema/invoices.ts"
import { invoiceAttachment } from "./invoice-files.ts"

const RESEND_INTERVAL_MINUTES = 2

type ResendInvoiceProblem =
  | { kind: "not-found" }
  | { kind: "not-made-yet" }
  | { kind: "without-mail" }
  | { kind: "just-sent" }

export async function resendInvoice(
  actor: Staff,
  number: string,
  at: Date = new Date(),
): Promise<Result<{ bookingId: BookingId; kind: InvoiceKind }, ResendInvoiceProblem>> {
  return transaction(async (tx) => {
    const [invoice] = await tx.select().from(invoices).where(eq(invoices.number, number)).for("update")
    if (!invoice) return err({ kind: "not-found" })
    const document = invoiceAttachment(invoice)
    if (!document) return err({ kind: invoice.isExample || invoice.erasedAt ? "without-mail" : "not-made-yet" })
    const { kind, total, amount, bookingId } = invoice
    const recentSends = await tx.$count(
      events,
      and(
        eq(events.action, "booking.invoice-sent-again"),
        eq(events.bookingId, bookingId),
        sql`${events.details} ->> 'number' = ${number}`,
        gt(events.at, new Date(at.getTime() - RESEND_INTERVAL_MINUTES * 60_000)),
      ),
    )
    if (recentSends > 0) return err({ kind: "just-sent" })
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

import { eq } from "drizzle-orm"
import type { Administrator } from "../../domain/accounts/party.ts"
import { type Result, err, ok } from "../../domain/result.ts"
import { transaction } from "../database.server.ts"
import { recordEvent } from "../events/record.ts"
import { orderBookingMail } from "../mail/booking-mails.ts"
import { invoices } from "../schema/invoices.ts"
import { invoiceAttachment } from "./invoice-files.ts"

export type SendAgainProblem =
  | { kind: "not-found" }
  /** Its file is still to be made; the mail goes with it by itself. */
  | { kind: "not-made-yet" }
  /** The customer has no address, or is one of the demonstration's. */
  | { kind: "without-mail" }

/** The owner sends an invoice or a credit note to its customer once more. */
export async function sendInvoiceAgain(
  actor: Administrator,
  number: string,
  at: Date = new Date(),
): Promise<Result<null, SendAgainProblem>> {
  return transaction(async (tx) => {
    const [invoice] = await tx.select().from(invoices).where(eq(invoices.number, number)).for("update")
    if (!invoice) return err({ kind: "not-found" })
    const document = invoiceAttachment(invoice)
    if (!document) return err({ kind: invoice.isExample ? "without-mail" : "not-made-yet" })
    const { kind, amount, bookingId } = invoice
    const { customer } = await orderBookingMail(tx, "invoiced", bookingId, { number, kind, amount, document }, at)
    if (customer !== "ordered") return err({ kind: "without-mail" })
    await recordEvent(tx, {
      by: actor,
      action: "booking.invoice-sent-again",
      subject: bookingId,
      details: { number, kind },
      at,
    })
    return ok(null)
  })
}

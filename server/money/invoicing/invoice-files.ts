import { createHash } from "node:crypto"
import { and, eq, isNull } from "drizzle-orm"
import { db, transaction } from "../../platform/database.server.ts"
import type { Payloads } from "../../platform/queue/queues.ts"
import { orderBookingMail } from "../../booking-record/booking-mails.ts"
import { invoices } from "../../platform/schema/invoices.ts"
import { ObjectExists } from "../../platform/storage/storage.ts"
import { storage } from "../../platform/storage/current.server.ts"
import type { MailAttachment } from "../../platform/mail/attachments.ts"

/** Where invoices are kept as files; never served but by a route that asks who reads. */
export const INVOICE_BUCKET = "invoices"

export type Invoice = typeof invoices.$inferSelect

/** Makes the file of an invoice and mails it to its customer, once: of two runs the first that writes counts. */
export async function typesetInvoice(
  { invoiceId }: Payloads["typeset-invoice"],
  at: Date = new Date(),
): Promise<string> {
  const [invoice] = await db.select().from(invoices).where(eq(invoices.id, invoiceId))
  if (!invoice) return "no such invoice"
  if (invoice.pdfKey !== null || invoice.erasedAt !== null) return "made before"
  return (await keepFile(invoice, at)) ? "made" : "made meanwhile"
}

/**
 * The file of an invoice. One whose job has not run yet, and an example's, is made now. One whose customer was erased is
 * made of what is left of it, for the accounts, and not kept.
 */
export async function openInvoice(invoice: Invoice): Promise<{ body: ReadableStream<Uint8Array>; size: number }> {
  if (invoice.erasedAt !== null) {
    const pdf = await typeset(invoice)
    const body = new ReadableStream<Uint8Array>({
      start(file) {
        file.enqueue(pdf)
        file.close()
      },
    })
    return { body, size: pdf.byteLength }
  }
  if (invoice.pdfKey === null) await keepFile(invoice, new Date())
  const [row] = await db.select({ key: invoices.pdfKey }).from(invoices).where(eq(invoices.id, invoice.id))
  const file = row?.key ? await (await storage()).get(INVOICE_BUCKET, row.key) : null
  if (!file) throw new Error(`The file of invoice ${invoice.number} is not in the storage`)
  return file
}

/** "facture-F-2026-0042.pdf" */
export function invoiceFileName({ number, kind }: Pick<Invoice, "number" | "kind">): string {
  return `${kind === "credit-note" ? "avoir" : "facture"}-${number}.pdf`
}

/** The file as it goes with a mail; null until it is made. */
export function invoiceAttachment(invoice: Invoice): MailAttachment | null {
  const { pdfKey, pdfSha256 } = invoice
  if (pdfKey === null || pdfSha256 === null) return null
  return {
    bucket: INVOICE_BUCKET,
    path: pdfKey,
    fileName: invoiceFileName(invoice),
    contentType: "application/pdf",
    sha256: pdfSha256,
  }
}

async function typeset({ number, content, issuedAt }: Invoice) {
  // The compiler is only loaded by who typesets.
  const { invoicePdf } = await import("../../platform/documents/invoice-pdf.ts")
  const { pdf } = await invoicePdf(number, content, issuedAt)
  return pdf
}

/** Made outside of any transaction, kept under its own hash, then noted with its mail; false when somebody was faster. */
async function keepFile(invoice: Invoice, at: Date): Promise<boolean> {
  const pdf = await typeset(invoice)
  const sha256 = createHash("sha256").update(pdf).digest("hex")
  const key = `${invoice.id}/${sha256}.pdf`
  const store = await storage()
  try {
    await store.put({
      bucket: INVOICE_BUCKET,
      path: key,
      body: pdf,
      contentType: "application/pdf",
      cacheControl: "private, no-store",
    })
  } catch (error) {
    if (!(error instanceof ObjectExists)) throw error
  }
  return transaction(async (tx) => {
    const [noted] = await tx
      .update(invoices)
      .set({ pdfKey: key, pdfSha256: sha256 })
      .where(and(eq(invoices.id, invoice.id), isNull(invoices.pdfKey)))
      .returning()
    const document = noted && invoiceAttachment(noted)
    if (!noted || !document) return false
    const { number, kind, total, amount } = noted
    await orderBookingMail(tx, {
      kind: "invoiced",
      bookingId: invoice.bookingId,
      extra: { number, kind, total, amount, document },
      at,
    })
    return true
  })
}

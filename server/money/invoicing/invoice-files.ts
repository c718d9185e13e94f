import { createHash } from "node:crypto"
import { and, eq, isNull } from "drizzle-orm"
import { db, transaction } from "../../platform/database.server.ts"
import type { Payloads } from "../../platform/queue/queues.ts"
import { orderBookingMail } from "../../booking-record/booking-mails.ts"
import { invoices } from "../../platform/schema/invoices.ts"
import { ObjectExists } from "../../platform/storage/storage.ts"
import { storage } from "../../platform/storage/current.server.ts"
import type { MailAttachment } from "../../platform/mail/attachments.ts"

export const INVOICE_BUCKET = "invoices"

export type Invoice = typeof invoices.$inferSelect

export async function typesetInvoice(
  { invoiceId }: Payloads["typeset-invoice"],
  at: Date = new Date(),
): Promise<string> {
  const [invoice] = await db.select().from(invoices).where(eq(invoices.id, invoiceId))
  if (!invoice) return "no such invoice"
  if (invoice.pdfKey !== null || invoice.erasedAt !== null) return "made before"
  return (await storeInvoiceFile(invoice, at)) ? "made" : "made meanwhile"
}

/** A file whose customer was erased is rendered but not stored. */
export async function openInvoice(invoice: Invoice): Promise<{ body: ReadableStream<Uint8Array>; size: number }> {
  if (invoice.erasedAt !== null) {
    const pdf = await renderPdf(invoice)
    const body = new ReadableStream<Uint8Array>({
      start(file) {
        file.enqueue(pdf)
        file.close()
      },
    })
    return { body, size: pdf.byteLength }
  }
  if (invoice.pdfKey === null) await storeInvoiceFile(invoice, new Date())
  const [row] = await db.select({ key: invoices.pdfKey }).from(invoices).where(eq(invoices.id, invoice.id))
  const file = row?.key ? await (await storage()).get(INVOICE_BUCKET, row.key) : null
  if (!file) throw new Error(`The file of invoice ${invoice.number} is not in the storage`)
  return file
}

export function invoiceFileName({ number, kind }: Pick<Invoice, "number" | "kind">): string {
  return `${kind === "credit-note" ? "avoir" : "facture"}-${number}.pdf`
}

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

async function renderPdf({ number, content, issuedAt }: Invoice) {
  const { invoicePdf } = await import("../../platform/documents/invoice-pdf.ts")
  const { pdf } = await invoicePdf(number, content, issuedAt)
  return pdf
}

async function storeInvoiceFile(invoice: Invoice, at: Date): Promise<boolean> {
  const pdf = await renderPdf(invoice)
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
    const [updated] = await tx
      .update(invoices)
      .set({ pdfKey: key, pdfSha256: sha256 })
      .where(and(eq(invoices.id, invoice.id), isNull(invoices.pdfKey)))
      .returning()
    const document = updated && invoiceAttachment(updated)
    if (!updated || !document) return false
    const { number, kind, total, amount } = updated
    await orderBookingMail(tx, {
      kind: "invoiced",
      bookingId: invoice.bookingId,
      extra: { number, kind, total, amount, document },
      at,
    })
    return true
  })
}

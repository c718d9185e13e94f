import { type Invoice, invoiceFileName, openInvoice } from "../../server/invoicing/invoice-files.ts"

/** An invoice as a file, for anyone who may have it: the caller has asked. */
export async function sendInvoiceFile(invoice: Invoice): Promise<Response> {
  const { body, size } = await openInvoice(invoice)
  return new Response(body, {
    headers: {
      "Content-Type": "application/pdf",
      "Content-Disposition": `attachment; filename="${invoiceFileName(invoice)}"`,
      "Content-Length": String(size),
      "Cache-Control": "private, no-store",
      "X-Content-Type-Options": "nosniff",
      "Content-Security-Policy": "default-src 'none'; sandbox",
      "Referrer-Policy": "no-referrer",
      "X-Robots-Tag": "noindex",
    },
  })
}

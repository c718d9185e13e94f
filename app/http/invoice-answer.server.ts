import { type Invoice, invoiceFileName, openInvoice } from "../../server/money/invoicing/invoice-files.ts"
import { sendPrivateFile } from "./private-file.server.ts"

/** The caller must check access first. */
export async function sendInvoiceFile(invoice: Invoice): Promise<Response> {
  return sendPrivateFile({ ...(await openInvoice(invoice)), type: "application/pdf", name: invoiceFileName(invoice) })
}

import { type Invoice, invoiceFileName, openInvoice } from "../../server/money/invoicing/invoice-files.ts"
import { sendPrivateFile } from "./private-file.server.ts"

/** An invoice as a file, for anyone who may have it: the caller has asked. */
export async function sendInvoiceFile(invoice: Invoice): Promise<Response> {
  return sendPrivateFile({ ...(await openInvoice(invoice)), type: "application/pdf", name: invoiceFileName(invoice) })
}

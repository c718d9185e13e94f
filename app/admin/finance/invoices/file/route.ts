import { invoiceNumbered } from "../../../../../server/money/invoicing/list.ts"
import { sendInvoiceFile } from "../../../../http/invoice-answer.server.ts"
import { requireAdministrator } from "../../../../http/visitor.server.ts"
import type { Route } from "./+types/route"

/** One invoice or credit note as a file. */
export async function loader({ params, context }: Route.LoaderArgs) {
  requireAdministrator(context)
  const invoice = await invoiceNumbered(params.number)
  if (!invoice) throw new Response(null, { status: 404 })
  return sendInvoiceFile(invoice)
}

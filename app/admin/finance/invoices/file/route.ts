import { findInvoiceByNumber } from "../../../../../server/money/invoicing/list.ts"
import { sendInvoiceFile } from "../../../../http/invoice-answer.server.ts"
import { requireStaff } from "../../../../http/visitor.server.ts"
import type { Route } from "./+types/route"

export async function loader({ params, context }: Route.LoaderArgs) {
  requireStaff(context)
  const invoice = await findInvoiceByNumber(params.number)
  if (!invoice) throw new Response(null, { status: 404 })
  return sendInvoiceFile(invoice)
}

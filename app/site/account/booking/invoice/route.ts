import { customerOnly } from "../../../../http/visitor.server.ts"
import { sendInvoiceFile } from "../../../../http/invoice-answer.server.ts"
import { findInvoiceByNumber } from "../../../../../server/money/invoicing/list.ts"
import { requireAccessibleBooking } from "../load.server.ts"
import type { Route } from "./+types/route"

export const middleware: Route.MiddlewareFunction[] = [customerOnly]

export async function loader({ params, context }: Route.LoaderArgs) {
  const { booking } = await requireAccessibleBooking(context, params.number)
  const invoice = await findInvoiceByNumber(params.invoice)
  if (invoice?.bookingId !== booking.id) throw new Response(null, { status: 404 })
  return sendInvoiceFile(invoice)
}

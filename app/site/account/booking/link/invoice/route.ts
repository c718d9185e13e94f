import { invoiceNumbered } from "../../../../../../server/money/invoicing/list.ts"
import { readLink } from "../../../../../../server/contracts/read-link.ts"
import { sendInvoiceFile } from "../../../../../http/invoice-answer.server.ts"
import { visitOf } from "../../signing.server.ts"
import type { Route } from "./+types/route"

/** An invoice of the booking that a link opens; a 404 for that of another. */
export async function loader({ params: { secret, invoice: number }, request }: Route.LoaderArgs) {
  const found = await readLink(secret, visitOf(request))
  if (!found.ok) throw new Response(null, { status: found.error.kind === "unknown-link" ? 404 : 410 })
  const invoice = await invoiceNumbered(number)
  if (invoice?.bookingId !== found.value.booking.id) throw new Response(null, { status: 404 })
  return sendInvoiceFile(invoice)
}

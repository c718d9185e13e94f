import { findInvoiceByNumber } from "../../../../../../server/money/invoicing/list.ts"
import { readLink } from "../../../../../../server/contracts/read-link.ts"
import { sendInvoiceFile } from "../../../../../http/invoice-answer.server.ts"
import { readVisit } from "../../signing.server.ts"
import type { Route } from "./+types/route"

export async function loader({ params: { secret, invoice: number }, request }: Route.LoaderArgs) {
  const link = await readLink(secret, readVisit(request))
  if (!link.ok) throw new Response(null, { status: link.error.kind === "unknown-link" ? 404 : 410 })
  const invoice = await findInvoiceByNumber(number)
  if (invoice?.bookingId !== link.value.booking.id) throw new Response(null, { status: 404 })
  return sendInvoiceFile(invoice)
}

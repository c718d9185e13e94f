import { readWholeNumber } from "../../../../domain/whole-number.ts"
import { findQuote } from "../../../../server/quotes/quote-rows.ts"
import { readQuotePdf } from "../../../../server/quotes/quote-document.ts"
import { sendPrivateFile } from "../../../http/private-file.server.ts"
import { requireStaff } from "../../../http/visitor.server.ts"
import type { Route } from "./+types/route"

export async function loader({ params, url, context }: Route.LoaderArgs) {
  requireStaff(context)
  const quote = await findQuote(params.number)
  const pdf = quote && (await readQuotePdf(quote.id, readWholeNumber(url.searchParams.get("version"))))
  if (!pdf) throw new Response(null, { status: 404 })
  return sendPrivateFile({ body: new Uint8Array(pdf), type: "application/pdf", name: `devis-${params.number}.pdf` })
}

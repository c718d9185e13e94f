import { openQuote } from "../../../../../../server/quotes/open-quote.ts"
import { readQuotePdf } from "../../../../../../server/quotes/quote-document.ts"
import { sendPrivateFile } from "../../../../../http/private-file.server.ts"
import type { Route } from "./+types/route"

/** Names the reader and the place, so the link to show does not open it (D66). */
export async function loader({ params: { secret } }: Route.LoaderArgs) {
  const opened = await openQuote(secret, new Date())
  if (!opened.ok) throw new Response(null, { status: opened.error.kind === "unknown-link" ? 404 : 410 })
  const { link, quote } = opened.value
  const pdf = link.purpose === "accept" ? await readQuotePdf(quote.id) : null
  if (!pdf) throw new Response(null, { status: 404 })
  return sendPrivateFile({ body: new Uint8Array(pdf), type: "application/pdf", name: `devis-${quote.number}.pdf` })
}

import { openQuote } from "../../../../../../server/quotes/open-quote.ts"
import { readQuotePdf } from "../../../../../../server/quotes/quote-document.ts"
import { sendPrivateFile } from "../../../../../http/private-file.server.ts"
import type { Route } from "./+types/route"

/** Names the reader and the place, so only the mailed link opens it, and only while it can be accepted (D66). */
export async function loader({ params: { secret } }: Route.LoaderArgs) {
  const opened = await openQuote(secret, new Date())
  if (!opened.ok) throw new Response(null, { status: opened.error.kind === "unknown-link" ? 404 : 410 })
  const { link, quote, state } = opened.value
  const pdf = link.purpose === "accept" && state === "sent" ? await readQuotePdf(quote.id) : null
  if (!pdf) throw new Response(null, { status: 404 })
  return sendPrivateFile({ body: new Uint8Array(pdf), type: "application/pdf", name: `devis-${quote.number}.pdf` })
}

import { MAX_LETTER_BODY, MAX_LETTER_SUBJECT } from "../../../../../domain/correspondence/letter.ts"
import { readProduct } from "../../../../../server/catalog/admin-queries.ts"
import { previewLetter } from "../../../../../server/outside/newsletter/letter-text.ts"
import { loadScreen } from "../../../../http/load.server.ts"
import { requireStaff } from "../../../../http/visitor.server.ts"
import type { Route } from "./+types/route"

/** Served for an iframe: the CSP forbids scripts. The query carries unsaved text. */
export async function loader({ params: { id }, url: { searchParams }, context }: Route.LoaderArgs) {
  requireStaff(context)
  const html = await loadScreen("Error previewing a letter", async () => {
    const product = await readProduct(id)
    if (!product) return null
    return previewLetter(product, {
      subject: (searchParams.get("objet") ?? "").slice(0, MAX_LETTER_SUBJECT),
      body: (searchParams.get("texte") ?? "").slice(0, MAX_LETTER_BODY),
    })
  })
  if (html === null) throw new Response(null, { status: 404 })
  return new Response(html, {
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Cache-Control": "no-store",
      "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox",
      "X-Frame-Options": "SAMEORIGIN",
    },
  })
}

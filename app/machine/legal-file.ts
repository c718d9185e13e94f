import { isLegalPage } from "../../domain/content/legal-pages.ts"
import { legalFile } from "../../server/shop/content/freeze-legal.ts"
import { readLegalText } from "../../server/shop/content/legal.ts"
import type { Route } from "./+types/legal-file"

/** Its SHA-256 is the one on the signed contracts' proof page (D44). */
export async function loader({ params: { page, version } }: Route.LoaderArgs): Promise<Response> {
  const text = isLegalPage(page) && /^[1-9]\d{0,5}$/.test(version) ? await readLegalText(page, Number(version)) : null
  if (!text || text.filled === null) {
    return new Response("Introuvable\n", {
      status: 404,
      headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" },
    })
  }
  return new Response(legalFile({ title: text.title, filled: text.filled }), {
    headers: {
      "Content-Type": "text/plain; charset=utf-8",
      "Content-Disposition": `attachment; filename="${page}-${version}.txt"`,
      "Cache-Control": "public, max-age=86400",
      "X-Content-Type-Options": "nosniff",
    },
  })
}

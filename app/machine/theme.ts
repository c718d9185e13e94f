import { accentOf, accentStylesheet } from "../../isomorphic/color/accent.ts"
import type { Route } from "./+types/theme"

/**
 * A company's colour as a stylesheet. The colour is in the address, so an answer never changes; what is no colour is
 * not found.
 */
export function loader({ url }: Route.LoaderArgs) {
  const accent = accentOf(`#${url.searchParams.get("couleur") ?? ""}`)
  if (!accent) return new Response(null, { status: 404, headers: { "Cache-Control": "no-store" } })
  return new Response(accentStylesheet(accent), {
    headers: { "Content-Type": "text/css; charset=utf-8", "Cache-Control": "public, max-age=31536000, immutable" },
  })
}

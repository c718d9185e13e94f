import { deriveAccent, accentStylesheet } from "../../isomorphic/color/accent.ts"
import type { Route } from "./+types/theme"

/** The colour is in the address, so an answer never changes. */
export function loader({ url }: Route.LoaderArgs) {
  const accent = deriveAccent(`#${url.searchParams.get("couleur") ?? ""}`)
  if (!accent) return new Response(null, { status: 404, headers: { "Cache-Control": "no-store" } })
  return new Response(accentStylesheet(accent), {
    headers: { "Content-Type": "text/css; charset=utf-8", "Cache-Control": "public, max-age=31536000, immutable" },
  })
}

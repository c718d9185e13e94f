import { href } from "react-router"
import { hasManualPage } from "../../server/shop/content/manuals.ts"
import { cachedQrCode } from "../../server/platform/rendering/cached-qr-codes.ts"
import { canonicalUrl } from "../http/canonical.server.ts"
import type { Route } from "./+types/manual-qr"
import { readWholeNumber } from "../../domain/whole-number.ts"

/** The specification's size (section 9). */
const DEFAULT_SIZE = 200
const MAX_SIZE = 1200
/** Rounds up, so that nobody can have a thousand sizes drawn. */
const STEP = 200

export async function loader({ params: { id }, request }: Route.LoaderArgs): Promise<Response> {
  if (!(await hasManualPage(id))) {
    return new Response("Introuvable\n", {
      status: 404,
      headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" },
    })
  }
  const requestedSize = readWholeNumber(new URL(request.url).searchParams.get("taille")) ?? DEFAULT_SIZE
  const size =
    requestedSize >= DEFAULT_SIZE && requestedSize <= MAX_SIZE ? Math.ceil(requestedSize / STEP) * STEP : DEFAULT_SIZE
  return new Response(await cachedQrCode(canonicalUrl(href("/manual/:id", { id: id.toLowerCase() })), size), {
    headers: {
      "Content-Type": "image/png",
      "Content-Disposition": `inline; filename="${id}.png"`,
      "Cache-Control": "public, max-age=86400",
    },
  })
}

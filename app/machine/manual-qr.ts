import { href } from "react-router"
import { hasManualPage } from "../../server/shop/content/manuals.ts"
import { keptQrCode } from "../../server/platform/rendering/kept-qr-codes.ts"
import { canonicalUrl } from "../http/canonical.server.ts"
import type { Route } from "./+types/manual-qr"
import { readWhole } from "../../domain/whole-number.ts"

/** Specification, section 9; larger for what is printed. */
const DEFAULT_SIZE = 200
const MAX_SIZE = 1200
/** A drawing is as large as the next of these steps: nobody has a thousand sizes of one code drawn. */
const STEP = 200

/** The QR code of a manual: a PNG named after the product, 200 pixels wide unless "?taille=" asks for more. */
export async function loader({ params: { id }, request }: Route.LoaderArgs): Promise<Response> {
  if (!(await hasManualPage(id))) {
    return new Response("Introuvable\n", {
      status: 404,
      headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" },
    })
  }
  const asked = readWhole(new URL(request.url).searchParams.get("taille")) ?? DEFAULT_SIZE
  const size = asked >= DEFAULT_SIZE && asked <= MAX_SIZE ? Math.ceil(asked / STEP) * STEP : DEFAULT_SIZE
  return new Response(await keptQrCode(canonicalUrl(href("/manual/:id", { id: id.toLowerCase() })), size), {
    headers: {
      "Content-Type": "image/png",
      "Content-Disposition": `inline; filename="${id}.png"`,
      "Cache-Control": "public, max-age=86400",
    },
  })
}

import { href } from "react-router"
import { hasManualPage } from "../../server/content/manuals.ts"
import { qrCodePng } from "../../server/rendering/qr-code.ts"
import { canonicalUrl } from "../http/canonical.server.ts"
import type { Route } from "./+types/manual-qr"

/** Specification, section 9; larger for what is printed. */
const USUAL = 200
const LARGEST = 1200

/** The QR code of a manual: a PNG named after the product, 200 pixels wide unless "?taille=" asks for more. */
export async function loader({ params: { id }, request }: Route.LoaderArgs): Promise<Response> {
  if (!(await hasManualPage(id))) {
    return new Response("Not found\n", {
      status: 404,
      headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" },
    })
  }
  const asked = Number(new URL(request.url).searchParams.get("taille") ?? USUAL)
  const size = Number.isInteger(asked) && asked >= USUAL && asked <= LARGEST ? asked : USUAL
  return new Response(await qrCodePng(canonicalUrl(href("/manual/:id", { id: id.toLowerCase() })), size), {
    headers: {
      "Content-Type": "image/png",
      "Content-Disposition": `inline; filename="${id}.png"`,
      "Cache-Control": "public, max-age=86400",
    },
  })
}

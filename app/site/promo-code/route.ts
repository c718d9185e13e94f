import { href, redirect } from "react-router"
import { MAX_CODE, normalizeCode } from "../../../domain/pricing/code-terms.ts"
import { typedCodeHeaders } from "../../http/promo-code-cookie.server.ts"
import type { Route } from "./+types/route"

/** A link that carries a code; the wizard says what the code is worth (D65). */
export async function loader({ params }: Route.LoaderArgs) {
  const headers = await typedCodeHeaders(normalizeCode(params.code).slice(0, MAX_CODE))
  headers.set("Cache-Control", "no-store")
  return redirect(href("/catalog"), { status: 302, headers })
}

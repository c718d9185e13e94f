import { readLink } from "../../../../../../server/contracts/read-link.ts"
import { sendContractFile } from "../../document-answer.server.ts"
import { visitOf } from "../../signing.server.ts"
import type { Route } from "./+types/route"

/** The contract of the booking that a link opens, as text or PDF. */
export async function loader({ params: { secret }, request }: Route.LoaderArgs) {
  const found = await readLink(secret, visitOf(request))
  if (!found.ok) throw new Response(null, { status: found.error.kind === "unknown-link" ? 404 : 410 })
  return sendContractFile(found.value.booking, new URL(request.url))
}

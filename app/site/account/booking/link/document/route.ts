import { readLink } from "../../../../../../server/contracts/read-link.ts"
import { sendContractFile } from "../../document-answer.server.ts"
import { readVisit } from "../../signing.server.ts"
import type { Route } from "./+types/route"

export async function loader({ params: { secret }, request }: Route.LoaderArgs) {
  const link = await readLink(secret, readVisit(request))
  if (!link.ok) throw new Response(null, { status: link.error.kind === "unknown-link" ? 404 : 410 })
  return sendContractFile(link.value.booking, new URL(request.url))
}

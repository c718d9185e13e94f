import { openContractFile } from "../../../../../server/contracts/download.ts"
import { listContractVersions } from "../../../../../server/contracts/versions.ts"
import { sendPrivateFile } from "../../../../http/private-file.server.ts"
import { requireStaff } from "../../../../http/visitor.server.ts"
import type { Route } from "./+types/route"
import { bookingIdFromParam } from "../../../kit/booking/booking-id.server.ts"
import { readWholeNumber } from "../../../../../domain/whole-number.ts"

export async function loader({ params, url, context }: Route.LoaderArgs) {
  requireStaff(context)
  const bookingId = await bookingIdFromParam(params.number)
  const version = readWholeNumber(url.searchParams.get("version"))
  const contract = bookingId && (await listContractVersions(bookingId)).find((each) => each.version === version)
  if (!contract) throw new Response(null, { status: 404 })
  const name = `contrat-${params.number}-v${version}`
  if (url.pathname.endsWith(".txt")) {
    if (contract.content === null) throw new Response(null, { status: 404 })
    return sendPrivateFile({ body: contract.content, type: "text/plain; charset=utf-8", name: `${name}.txt` })
  }
  const original = url.searchParams.get("piece") === "original"
  const paper = await openContractFile(original ? contract.pdfKey : contract.sealedKey)
  if (!paper) throw new Response(null, { status: 404 })
  return sendPrivateFile({ ...paper, type: "application/pdf", name: original ? `${name}.pdf` : `${name}-scelle.pdf` })
}

import { statusAt } from "../../../../domain/booking/status.ts"
import type { Booking } from "../../../../server/booking-record/booking.ts"
import { openContractDocument, versionToRead } from "../../../../server/contracts/download.ts"
import { contractVersions } from "../../../../server/contracts/versions.ts"
import { sendPrivateFile } from "../../../http/private-file.server.ts"

/**
 * The contract of a booking as a file: its text under the specified name, or the document. A 404 for every
 * version that is not there to be read.
 */
export async function sendContractFile(
  booking: Booking,
  url: URL,
  { withEvidence = true }: { withEvidence?: boolean } = {},
): Promise<Response> {
  const asked = url.searchParams.get("version")
  const version = asked === null ? null : Number(/^[1-9]\d{0,5}$/.exec(asked)?.[0] ?? Number.NaN)
  const contracts = await contractVersions(booking.id)
  const contract = versionToRead({ contracts, status: statusAt(booking, new Date()) }, version)
  if (!contract) throw new Response(null, { status: 404 })
  if (url.pathname.endsWith(".txt"))
    return sendPrivateFile({
      body: contract.content,
      type: "text/plain; charset=utf-8",
      name: `contract-${booking.id}.txt`,
    })
  const document = await openContractDocument(contract, { withEvidence })
  if (!document) throw new Response(null, { status: 404 })
  const suffix = contract.version > 1 ? `-v${contract.version}` : ""
  return sendPrivateFile({ ...document, type: "application/pdf", name: `contrat-${booking.number}${suffix}.pdf` })
}

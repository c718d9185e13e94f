import { effectiveStatus } from "../../../../domain/booking/status.ts"
import type { Booking } from "../../../../server/booking-record/booking.ts"
import { openContractDocument, findReadableVersion } from "../../../../server/contracts/download.ts"
import { listContractVersions } from "../../../../server/contracts/versions.ts"
import { sendPrivateFile } from "../../../http/private-file.server.ts"

/** Throws 404 for a version that may not be read. */
export async function sendContractFile(
  booking: Booking,
  url: URL,
  { withEvidence = true }: { withEvidence?: boolean } = {},
): Promise<Response> {
  const requestedVersion = url.searchParams.get("version")
  const version = requestedVersion === null ? null : Number(/^[1-9]\d{0,5}$/.exec(requestedVersion)?.[0] ?? Number.NaN)
  const contracts = await listContractVersions(booking.id)
  const contract = findReadableVersion({ contracts, status: effectiveStatus(booking, new Date()) }, version)
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

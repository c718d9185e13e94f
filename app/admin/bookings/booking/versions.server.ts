import { href } from "react-router"
import { evidenceLabels } from "../../../../domain/contracts/evidence.ts"
import type { BookingDetail } from "../../../../server/booking-record/queries.ts"
import type { EvidenceLine } from "../../../../server/contracts/evidence.ts"
import type { Contract } from "../../../../server/contracts/versions.ts"
import type { ContractVersionView } from "./view.ts"

export function versionView(
  contract: Contract,
  trail: readonly EvidenceLine[],
  { number, isExample }: Pick<BookingDetail, "number" | "isExample">,
): ContractVersionView {
  const { id, version, status, createdAt, sentAt, dueAt, signedAt, signedHow, sha256 } = contract
  const params = { number: String(number) }
  const query = new URLSearchParams({ version: String(version) })
  return {
    id,
    version,
    status,
    createdAt,
    sentAt,
    dueAt,
    signedAt,
    signedHow,
    sha256,
    files: [
      ...(contract.sealedKey === null
        ? []
        : [
            {
              label: "PDF signé et scellé",
              href: `${href("/admin/bookings/:number/contrat.pdf", params)}?${query}`,
              sha256: contract.sealedSha256,
            },
          ]),
      ...(contract.pdfKey === null
        ? []
        : [
            {
              label: contract.sealedKey === null ? "PDF" : "PDF avant signature",
              href: `${href("/admin/bookings/:number/contrat.pdf", params)}?${query}&piece=original`,
              sha256: contract.pdfSha256,
            },
          ]),
      ...(contract.content === null
        ? []
        : [{ label: "Texte", href: `${href("/admin/bookings/:number/contrat.txt", params)}?${query}`, sha256 }]),
    ],
    sealing: status === "signed" && signedHow !== "notice" && contract.sealedSha256 === null && !isExample,
    erased: contract.content === null,
    evidence: trail.map((line) => ({
      id: line.id,
      at: line.at,
      text: evidenceLabels[line.kind],
      facts: evidenceFacts(line),
    })),
  }
}

function evidenceFacts({ personal, details }: EvidenceLine): string[] {
  const text = (value: unknown) => (typeof value === "string" && value !== "" ? [value] : [])
  return [
    ...text(personal?.["name"]),
    ...text(personal?.["email"]),
    ...text(personal?.["address"]).map((address) => `adresse ${address}`),
    ...text(details["sha256"]).map((sha256) => `SHA-256 ${sha256}`),
  ]
}

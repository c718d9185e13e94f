import type { Signature } from "../../../domain/contracts/evidence.ts"
import { instantLong } from "../../../domain/day-labels.ts"
import { type RentalPeriod, rentalLabel } from "../../../domain/rental/rental.ts"
import { type DocumentCompany, drawnSignatureSvg } from "./contract-page.ts"
import { printable } from "./printable.ts"
import { type SealedPdf, seal } from "./seal.ts"
import { typeset } from "./typeset.ts"

export type ReportDocument = {
  report: {
    damaged: boolean
    remarks: string
    clientName: string
    clientSignature: Signature
    companyName: string
    companySignature: Signature
    recordedAt: Date
  }
  label: string
  number: number
  productName: string
  when: RentalPeriod
  company: DocumentCompany
}

/** `photos` are JPEG. */
export async function reportPdf(document: ReportDocument, photos: readonly Uint8Array[]): Promise<SealedPdf> {
  const { report, label, number, company } = document
  const page = printable({
    title: `${label}, réservation ${number}`,
    reference: `${label}, réservation ${number}`,
    label,
    subtitle: `Réservation n° ${number}, constaté le ${instantLong(report.recordedAt)}`,
    company: {
      name: company.name,
      address: company.address ?? "",
      contact: [company.phone, company.email].filter(Boolean).join(" · "),
      legal: company.legalLine,
    },
    facts: [
      ["Matériel", document.productName],
      ["Location", rentalLabel(document.when)],
      ["Constat", report.damaged ? "avec réserves" : "bon état"],
    ],
    remarks: report.remarks.split("\n").filter((line) => line.trim() !== ""),
    signatures: [
      { side: "Le client", name: report.clientName, ...signatureView(report.clientSignature) },
      { side: "Le loueur", name: report.companyName, ...signatureView(report.companySignature) },
    ],
  })
  const pdf = await typeset("etat-des-lieux.typ", { ...page, photos: photos.length }, report.recordedAt, photos)
  return seal(pdf, { reason: `${label}, réservation ${number}`, signer: company.name })
}

function signatureView(signature: Signature): { typed: string; drawing: string | null } {
  return signature.kind === "typed"
    ? { typed: signature.text, drawing: null }
    : { typed: "", drawing: drawnSignatureSvg(signature) }
}

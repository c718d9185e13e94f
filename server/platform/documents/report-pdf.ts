import type { MachineReport } from "../../../domain/booking/condition-report.ts"
import type { Signature } from "../../../domain/contracts/evidence.ts"
import { instantLong } from "../../../domain/day-labels.ts"
import { namesOfRentals } from "../../../domain/rental/rental.ts"
import { type DocumentCompany, drawnSignatureSvg } from "./contract-page.ts"
import { printable } from "./printable.ts"
import { type SealedPdf, seal } from "./seal.ts"
import { typeset } from "./typeset.ts"

export type ReportDocument = {
  report: {
    damaged: boolean
    clientName: string
    clientSignature: Signature
    companyName: string
    companySignature: Signature
    recordedAt: Date
  }
  label: string
  number: number
  /** `photos` are indexes. */
  machines: readonly (MachineReport & { when: string; photos: readonly number[] })[]
  company: DocumentCompany
}

/** `photos` are JPEG. */
export async function reportPdf(document: ReportDocument, photos: readonly Uint8Array[]): Promise<SealedPdf> {
  const { report, label, number, company, machines } = document
  const only = machines.length === 1 ? machines[0] : undefined
  const page = printable({
    title: `${label}, réservation ${number}`,
    reference: `${label}, réservation ${number}`,
    label,
    subtitle: `Réservation n°\u00a0${number}, constaté le ${instantLong(report.recordedAt)}`,
    company: {
      name: company.name,
      address: company.address ?? "",
      contact: [company.phone, company.email].filter(Boolean).join(" · "),
      legal: company.legalLine,
    },
    facts: [
      ["Location", only ? [only.productName, only.units].filter(Boolean).join(", ") : namesOfRentals(machines)],
      ["Dates", [...new Set(machines.map(({ when }) => when))].join("\u00a0; ")],
      ["Constat", report.damaged ? "avec réserves" : "bon état"],
    ],
    machines: machines.map(({ productName, units, when, remarks, photos: indexes }) => ({
      name: [productName, units].filter(Boolean).join(", "),
      when,
      remarks: remarks.split("\n").filter((line) => line.trim() !== ""),
      photos: indexes,
    })),
    signatures: [
      { side: "Le client", name: report.clientName, ...signatureView(report.clientSignature) },
      { side: "Le loueur", name: report.companyName, ...signatureView(report.companySignature) },
    ],
  })
  const pdf = await typeset("etat-des-lieux.typ", page, report.recordedAt, photos)
  return seal(pdf, { reason: `${label}, réservation ${number}`, signer: company.name })
}

function signatureView(signature: Signature): { typed: string; drawing: string | null } {
  return signature.kind === "typed"
    ? { typed: signature.text, drawing: null }
    : { typed: "", drawing: drawnSignatureSvg(signature) }
}

import type { Id, ProfileId } from "../id.ts"

/** `details` are kept for good; personal data belongs in `personal` (D26, D52). */
export type Evidence =
  | { kind: "made"; details: { version: number; sha256: string } }
  | { kind: "typeset"; details: { sha256: string } }
  | { kind: "sent"; details: { linkId: Id; dueAt: string; mailId: Id | null }; personal: { email: string } }
  | { kind: "reminded"; details: { linkId: Id; mailId: Id | null } }
  | { kind: "undelivered"; details: { dueAt: string } }
  | { kind: "delivered-late"; details: { dueAt: string } }
  | { kind: "handed-over"; details: { dueAt: string; administratorId: ProfileId } }
  /** The offer of a contract that began as a quote (D66). */
  | {
      kind: "quoted"
      details: { number: string; version: number; linkId: Id }
      personal: { email: string }
    }
  | { kind: "opened"; details: { by: "link"; linkId: Id } | { by: "session"; accountId: ProfileId }; personal: Visit }
  | { kind: "code-sent"; details: { accountId: ProfileId }; personal: Visit & { email: string } }
  | { kind: "code-proved"; details: { accountId: ProfileId }; personal: Visit & { email: string } }
  | { kind: "code-refused"; details: { accountId: ProfileId }; personal: Visit }
  /** `sha256` of the text that was signed. */
  | {
      kind: "signed"
      details: SignedFacts & ({ how: "link"; linkId: Id } | { how: "code"; accountId: ProfileId })
      personal: Visit & { name: string; role?: string; email: string; signature: Signature }
    }
  | {
      kind: "signed-in-person"
      details: SignedFacts & { how: "paper" | "on-site"; administratorId: ProfileId; signedOn: string }
      personal: Visit & { name: string; signature: Signature | null }
    }
  | { kind: "reduced"; details: { rental: number; administratorId: ProfileId } }
  | { kind: "sealed"; details: { sha256: string } }
  | { kind: "replaced"; details: { version: number } }
  | { kind: "lapsed"; details: { dueAt: string } }
  | { kind: "voided"; details: { bookingStatus: string } }

export type EvidenceKind = Evidence["kind"]

export type Visit = { address: string; userAgent: string }

export type SignedFacts = {
  sha256: string
  version: number
  termsVersion: string | null
  ticks: { terms: boolean; earlyPerformance: boolean; withdrawalLoss: boolean }
}

export type Signature =
  | { kind: "typed"; text: string }
  | { kind: "drawn"; strokes: readonly (readonly (readonly [x: number, y: number])[])[] }

export const evidenceLabels: Record<EvidenceKind, string> = {
  made: "Contrat établi",
  typeset: "Document mis en page",
  sent: "Lien de signature mis à l’envoi",
  reminded: "Nouveau lien mis à l’envoi",
  undelivered: "Aucun e-mail remis, délai de signature arrêté",
  "delivered-late": "E-mail remis, délai de signature ouvert",
  quoted: "Devis envoyé",
  "handed-over": "Contrat remis en main propre, délai de signature ouvert",
  opened: "Contrat ouvert",
  "code-sent": "Code envoyé",
  "code-proved": "Code saisi, adresse prouvée",
  "code-refused": "Code refusé",
  signed: "Contrat signé",
  "signed-in-person": "Signature en main propre enregistrée",
  reduced: "Location retirée par nous, en vigueur sans signature",
  sealed: "Document scellé",
  replaced: "Remplacé par une nouvelle version",
  lapsed: "Délai de signature écoulé",
  voided: "Sans effet, la réservation ayant pris fin",
}

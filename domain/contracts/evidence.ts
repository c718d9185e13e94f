import type { Id, ProfileId } from "../id.ts"

/**
 * What the trail of a contract's version holds, in the order in which things happened (D26, D52). `details` are ids and
 * hashes, kept for good; `personal` names somebody or tells where they were, and stands apart.
 */
export type Evidence =
  /** The text was frozen. `sha256` is of the text. */
  | { kind: "made"; details: { version: number; sha256: string } }
  /** The document was typeset from it. `sha256` is of the file. */
  | { kind: "typeset"; details: { sha256: string } }
  /** Its link was ordered to be mailed, by that mail. An ISO text. */
  | { kind: "sent"; details: { linkId: Id; dueAt: string; mailId: Id | null }; personal: { email: string } }
  | { kind: "reminded"; details: { linkId: Id; mailId: Id | null } }
  /** No mail could be delivered: the time to sign stopped, and what it was. */
  | { kind: "undelivered"; details: { dueAt: string } }
  /** One that could not be delivered at first was: the time to sign began anew. */
  | { kind: "delivered-late"; details: { dueAt: string } }
  /** The owner gave it to the customer: the time to sign began. */
  | { kind: "handed-over"; details: { dueAt: string; administratorId: ProfileId } }
  | { kind: "opened"; details: { by: "link"; linkId: Id } | { by: "session"; accountId: ProfileId }; personal: Visit }
  | { kind: "code-sent"; details: { accountId: ProfileId }; personal: Visit & { email: string } }
  | { kind: "code-proved"; details: { accountId: ProfileId }; personal: Visit & { email: string } }
  | { kind: "code-refused"; details: { accountId: ProfileId }; personal: Visit }
  /** What was ticked and which texts were in force. `sha256` is of the text that was read and signed. */
  | {
      kind: "signed"
      details: SignedFacts & ({ how: "link"; linkId: Id } | { how: "code"; accountId: ProfileId })
      personal: Visit & { name: string; email: string; signature: Signature }
    }
  /** Signed on paper or on the owner's screen: noted by an administrator. */
  | {
      kind: "signed-in-person"
      details: SignedFacts & { how: "paper" | "on-site"; administratorId: ProfileId; signedOn: string }
      personal: Visit & { name: string; signature: Signature | null }
    }
  /** The document with its proof page was sealed. `sha256` is of the file. */
  | { kind: "sealed"; details: { sha256: string } }
  | { kind: "replaced"; details: { version: number } }
  | { kind: "lapsed"; details: { dueAt: string } }
  | { kind: "voided"; details: { bookingStatus: string } }

export type EvidenceKind = Evidence["kind"]

/** Where somebody was: what their request said of itself. */
export type Visit = { address: string; userAgent: string }

export type SignedFacts = {
  sha256: string
  version: number
  termsVersion: string | null
  /** Of D33: asked for performance inside the withdrawal period, and knows that the right then ends. */
  ticks: { terms: boolean; earlyPerformance: boolean; withdrawalLoss: boolean }
}

/** A signature as it was made: typed, or drawn as strokes of points in a box that is 1 wide. */
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
  "handed-over": "Contrat remis en main propre, délai de signature ouvert",
  opened: "Contrat ouvert",
  "code-sent": "Code envoyé",
  "code-proved": "Code saisi, adresse prouvée",
  "code-refused": "Code refusé",
  signed: "Contrat signé",
  "signed-in-person": "Signature en main propre enregistrée",
  sealed: "Document scellé",
  replaced: "Remplacé par une nouvelle version",
  lapsed: "Délai de signature écoulé",
  voided: "Sans effet, la réservation ayant pris fin",
}

import type { Signature } from "./evidence.ts"

/** In-person signing proves no address (D56). */
export type AddressProof =
  | { kind: "mailed-link" | "mailed-code"; email: string; provenAt: Date }
  | { kind: "paper" | "on-site" }

export type TrailEntry = { at: Date; text: string }

export type SignatureProof = {
  signerName: string
  signedAt: Date
  addressProof: AddressProof
  networkAddress: string
  browser: string
  documentSha256: string
  terms: { version: string; sha256: string | null } | null
  ticks: readonly { text: string; at: Date }[]
  /** null for paper. */
  signature: Signature | null
  trail: readonly TrailEntry[]
}

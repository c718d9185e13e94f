import type { DrawnSignature } from "./drawn-signature.ts"

/** How the signer proved to hold the address that the contract was sent to (D56). */
export type AddressProof = {
  kind: "mailed-link" | "mailed-code"
  email: string
  /** When the link was first opened, or the code entered. */
  provenAt: Date
}

/** A line of the trail of evidence, in French as it is printed: "Contrat envoyé à …". */
export type TrailEntry = { at: Date; text: string }

/**
 * Everything that the proof page of a signed contract says (D26, D56). What people and browsers sent stands in it as it
 * came: the page prints it as text, whatever it looks like.
 */
export type SignatureProof = {
  /** As the signer typed it. */
  signerName: string
  signedAt: Date
  addressProof: AddressProof
  /** IPv4 or IPv6, of the request that signed. */
  networkAddress: string
  /** The user agent of that request; empty when it sent none. */
  browser: string
  /** Of the contract's text in UTF-8, in hexadecimal: `contracts.sha256`. */
  documentSha256: string
  /** The general terms that were accepted; `sha256` of their text where it is known. */
  terms: { version: string; sha256: string | null }
  /** What was ticked, in the words that stood beside the box (D33); only what was ticked. */
  ticks: readonly { text: string; at: Date }[]
  signature: { kind: "typed" } | ({ kind: "drawn" } & DrawnSignature)
  /** The oldest first. */
  trail: readonly TrailEntry[]
}

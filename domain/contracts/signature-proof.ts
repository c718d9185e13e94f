import type { Signature } from "./evidence.ts"

/**
 * How the signer proved to hold the address that the contract was sent to (D56): when the link was first opened, or the
 * code entered. Who signs in our presence proves no address; an administrator has noted it.
 */
export type AddressProof =
  | { kind: "mailed-link" | "mailed-code"; email: string; provenAt: Date }
  | { kind: "paper" | "on-site" }

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
  /** IPv4 or IPv6, of the request that signed; empty for a signature on paper. */
  networkAddress: string
  /** The user agent of that request; empty when it sent none. */
  browser: string
  /** Of the contract's text in UTF-8, in hexadecimal: `contracts.sha256`. */
  documentSha256: string
  /** The general terms that were accepted; `sha256` of their text where it is known. */
  terms: { version: string; sha256: string | null } | null
  /** What was ticked, in the words that stood beside the box (D33); only what was ticked. */
  ticks: readonly { text: string; at: Date }[]
  /** Null for a signature on paper, which the owner keeps. */
  signature: Signature | null
  /** The oldest first. */
  trail: readonly TrailEntry[]
}

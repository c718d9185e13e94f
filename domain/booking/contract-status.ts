/**
 * What became of one version of a contract: made, sent to be signed, signed; replaced by a later version before anybody
 * had signed, lapsed when nobody did in time (D59), or void because its booking ended first.
 */
export const contractStatuses = ["prepared", "sent", "signed", "replaced", "lapsed", "void"] as const
export type ContractStatus = (typeof contractStatuses)[number]

/** How a contract was signed (D56): by a mailed link, with a mailed code, on paper, or on the owner's screen. */
export const signingWays = ["link", "code", "paper", "on-site"] as const
export type SigningWay = (typeof signingWays)[number]

export const signingWayLabels: Record<SigningWay, string> = {
  link: "par le lien reçu par e-mail",
  code: "avec un code reçu par e-mail",
  paper: "sur papier",
  "on-site": "sur place",
}

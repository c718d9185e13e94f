export const contractStatuses = ["prepared", "sent", "signed", "replaced", "lapsed", "void"] as const
export type ContractStatus = (typeof contractStatuses)[number]

/** `notice`: nobody signed, because it only takes away a rental that the company ended (D60). */
export const signingWays = ["link", "code", "paper", "on-site", "notice"] as const
export type SigningWay = (typeof signingWays)[number]

export const signingWayLabels: Record<SigningWay, string> = {
  link: "par le lien reçu par e-mail",
  code: "avec un code reçu par e-mail",
  paper: "sur papier",
  "on-site": "sur place",
  notice: "sans nouvelle signature, une location étant retirée par nous",
}

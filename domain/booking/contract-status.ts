export const contractStatuses = ["prepared", "sent", "signed", "replaced", "lapsed", "void"] as const
export type ContractStatus = (typeof contractStatuses)[number]

export const signingWays = ["link", "code", "paper", "on-site"] as const
export type SigningWay = (typeof signingWays)[number]

export const signingWayLabels: Record<SigningWay, string> = {
  link: "par le lien reçu par e-mail",
  code: "avec un code reçu par e-mail",
  paper: "sur papier",
  "on-site": "sur place",
}

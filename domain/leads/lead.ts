export const leadKinds = ["message", "price", "booking", "call"] as const
export type LeadKind = (typeof leadKinds)[number]

export const leadStates = ["new", "open", "won", "lost"] as const
export type LeadState = (typeof leadStates)[number]

export const leadKindLabels: Readonly<Record<LeadKind, string>> = {
  message: "Message",
  price: "Prix envoyé",
  booking: "Réservation commencée",
  call: "Appel",
}

export const leadStateLabels: Readonly<Record<LeadState, string>> = {
  new: "Nouveau",
  open: "En cours",
  won: "Gagné",
  lost: "Perdu",
}

export const lostReasons = {
  price: "Trop cher",
  date: "Date prise ou changée",
  elsewhere: "Autre prestataire",
  silent: "Sans nouvelles",
  other: "Autre raison",
} as const
export type LostReason = keyof typeof lostReasons

/** "Comment nous avez-vous connus ?" */
export const waysToUs = {
  search: "Par une recherche sur Internet",
  friend: "Par quelqu’un",
  social: "Par les réseaux sociaux",
  event: "À un événement",
  venue: "Par mon lieu de réception",
  other: "Autrement",
} as const
export type WayToUs = keyof typeof waysToUs

export const eventKinds = {
  wedding: "Mariage",
  birthday: "Anniversaire",
  company: "Soirée d’entreprise",
  family: "Fête de famille",
  association: "Association ou école",
  other: "Autre",
} as const
export type EventKind = keyof typeof eventKinds

/** "instagram": the `utm_source` of the link that brought the visitor; "" for anything else. */
export function readCampaign(text: string | null | undefined): string {
  const source = (text ?? "").trim()
  return /^[\p{L}\p{N} ._-]{1,60}$/u.test(source) ? source : ""
}

export const outsideEventScopes = ["one", "all"] as const
export type OutsideEventScope = (typeof outsideEventScopes)[number]

export const outsideEventScopeLabels: Record<OutsideEventScope, string> = {
  one: "un exemplaire",
  all: "tout le produit",
}

export const MAX_OUTSIDE_CALENDARS = 20
export const MAX_OUTSIDE_NAME = 60
export const MAX_OUTSIDE_ADDRESS = 2_000

export const OUTSIDE_STALE_HOURS = 6

export type OutsideFailure =
  | "refused-address"
  | "unknown-host"
  | "timeout"
  | "certificate"
  | "unreachable"
  | "forbidden"
  | "not-found"
  | "bad-answer"
  | "redirects"
  | "too-big"
  | "not-a-calendar"
  | "too-many-events"
  | "too-slow"
  | "unreadable"

export const outsideFailureLabels: Record<OutsideFailure, string> = {
  "refused-address": "l’adresse mène à un réseau privé ou à un port inhabituel",
  "unknown-host": "ce nom de site n’existe pas",
  timeout: "le site n’a pas répondu à temps",
  certificate: "le certificat du site n’est pas valable",
  unreachable: "le site est injoignable",
  forbidden: "le site refuse l’accès à cet agenda",
  "not-found": "l’agenda n’existe plus à cette adresse",
  "bad-answer": "le site a répondu par une erreur",
  redirects: "l’adresse renvoie trop de fois ailleurs",
  "too-big": "l’agenda dépasse 10 Mo",
  "not-a-calendar": "la réponse n’est pas un agenda iCal, ou s’arrête avant sa fin",
  "too-many-events": "l’agenda a trop d’événements",
  "too-slow": "l’agenda est trop long à lire",
  unreadable: "l’agenda est illisible",
}

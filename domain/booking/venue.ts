import { phoneLabel } from "../printed-numbers.ts"

/** The distance to a socket, in metres, and the floor that a machine takes: what the checklist asks about. */
export const POWER_WITHIN_METRES = 20
export const FLOOR_LABEL = "3\u00a0×\u00a05\u00a0m"

/** What the customer says of the place, before the day. Texts may be empty but for the contact. */
export type Venue = {
  /** A socket within 20 m. */
  powerNear: boolean
  /** A flat floor of 3 by 5 m. */
  floorFits: boolean
  /** How one gets there with a van. */
  access: string
  /** Stairs or a lift on the way. */
  stairs: string
  contactName: string
  contactPhone: string
}

export const MAX_VENUE_TEXT = 500

/** All that was said, a sentence each. */
export function venueSentences(venue: Venue): string[] {
  return [...placeSentences(venue), `Sur place\u00a0: ${venue.contactName}, ${phoneLabel(venue.contactPhone)}`]
}

/** What was said of the place itself, without who is there. */
export function placeSentences(venue: Venue): string[] {
  return [
    `Prise à moins de ${POWER_WITHIN_METRES}\u00a0m\u00a0: ${venue.powerNear ? "oui" : "non"}`,
    `Place de ${FLOOR_LABEL} au sol\u00a0: ${venue.floorFits ? "oui" : "non"}`,
    ...(venue.access ? [`Accès\u00a0: ${venue.access}`] : []),
    ...(venue.stairs ? [`Escaliers, ascenseur\u00a0: ${venue.stairs}`] : []),
  ]
}

/** What the owner sees to before leaving: what the customer said is missing. */
export function venueWarnings({ powerNear, floorFits }: Pick<Venue, "powerNear" | "floorFits">): string[] {
  return [
    ...(powerNear ? [] : [`Pas de prise à moins de ${POWER_WITHIN_METRES}\u00a0m`]),
    ...(floorFits ? [] : [`Moins de ${FLOOR_LABEL} au sol`]),
  ]
}

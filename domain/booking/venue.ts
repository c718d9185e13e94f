import { phoneLabel } from "../phone.ts"

export const POWER_WITHIN_METRES = 20
export const FLOOR_LABEL = "3\u00a0×\u00a05\u00a0m"

export type Venue = {
  powerNear: boolean
  floorFits: boolean
  access: string
  stairs: string
  contactName: string
  contactPhone: string
}

export const MAX_VENUE_TEXT = 500

export function venueSentences(venue: Venue): string[] {
  return [...placeSentences(venue), `Sur place\u00a0: ${venue.contactName}, ${phoneLabel(venue.contactPhone)}`]
}

export function placeSentences(venue: Venue): string[] {
  return [
    `Prise à moins de ${POWER_WITHIN_METRES}\u00a0m\u00a0: ${venue.powerNear ? "oui" : "non"}`,
    `Place de ${FLOOR_LABEL} au sol\u00a0: ${venue.floorFits ? "oui" : "non"}`,
    ...(venue.access ? [`Accès\u00a0: ${venue.access}`] : []),
    ...(venue.stairs ? [`Escaliers, ascenseur\u00a0: ${venue.stairs}`] : []),
  ]
}

export function venueWarnings({ powerNear, floorFits }: Pick<Venue, "powerNear" | "floorFits">): string[] {
  return [
    ...(powerNear ? [] : [`Pas de prise à moins de ${POWER_WITHIN_METRES}\u00a0m`]),
    ...(floorFits ? [] : [`Moins de ${FLOOR_LABEL} au sol`]),
  ]
}

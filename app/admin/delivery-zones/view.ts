import { type ZoneKind, zoneKinds } from "../../../domain/delivery/zone.ts"
import type { Flash } from "../kit/flash.ts"

export const zoneKindLabels: Readonly<Record<ZoneKind, string>> = {
  postcode: "Codes postaux",
  department: "Départements",
  ring: "Couronne",
}

/** A new zone's address names its kind. */
export const zoneAddresses: Readonly<Record<ZoneKind, string>> = {
  postcode: "codes-postaux",
  department: "departements",
  ring: "couronne",
}

export function kindFromAddress(address: string): ZoneKind | null {
  return zoneKinds.find((kind) => zoneAddresses[kind] === address) ?? null
}

export type ZoneTexts = { name: string; fee: string; codes: string; fromKm: string; toKm: string }

export type ZonesView = {
  zones: { id: string; kind: ZoneKind; name: string; fee: string; where: string }[]
  /** `id` is empty while unsaved. */
  editor: { id: string; version: string; kind: ZoneKind; texts: ZoneTexts } | null
  removing: { id: string; name: string } | null
  /** The rule by distance, which holds everywhere else. */
  rule: string
  flash: Flash | null
}

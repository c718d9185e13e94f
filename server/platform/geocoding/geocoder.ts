import type { PostalAddress } from "../../../domain/booking/booking.ts"
import type { PlacePrecision } from "../../../domain/delivery/delivery.ts"

/** `centre` names the commune when only its centre is certain, else null (D46). */
export type LocatedAddress = {
  lat: number
  lng: number
  precision: PlacePrecision
  centre: string | null
  label: string
  source: "ban" | "google" | "offline"
}

export type AddressSuggestion = { label: string; street: string; zipCode: string; city: string }

/** Never rejects because of an outage. */
export interface Geocoder {
  /** null when locating would be a guess (D11, D46). */
  locate(address: PostalAddress): Promise<LocatedAddress | null>
  complete(query: string, limit?: number): Promise<AddressSuggestion[]>
  listTowns(postcode: string): string[]
}

/** Throws `GeocodingFailure`. */
export interface NetworkGeocoder {
  locate(address: PostalAddress, signal?: AbortSignal): Promise<LocatedAddress | null>
  complete?(query: string, limit: number, signal?: AbortSignal): Promise<AddressSuggestion[]>
}

export const networkTimeoutMs = 2000

/** The message never holds the address or the key. */
export class GeocodingFailure extends Error {
  readonly service: "ban" | "google"

  constructor(service: "ban" | "google", reason: string, options?: ErrorOptions) {
    super(`Geocoding with ${service} failed: ${reason}`, options)
    this.name = "GeocodingFailure"
    this.service = service
  }
}

export function clampLimit(limit = 8): number {
  return Number.isFinite(limit) ? Math.min(20, Math.max(1, Math.trunc(limit))) : 8
}

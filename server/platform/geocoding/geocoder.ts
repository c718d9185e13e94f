import type { PlacePrecision } from "../../../domain/delivery/delivery.ts"

/** Where a delivery goes, as the customer typed it: any part may be empty, misspelt or contradict another. */
export type PostalAddress = { street: string; zipCode: string; city: string }

/**
 * A place in degrees, WGS 84. `precision` tells whether the door was found, the street, or only the centre of the
 * commune, whose name is `centre` then and null otherwise (D46).
 */
export type Located = {
  lat: number
  lng: number
  precision: PlacePrecision
  centre: string | null
  label: string
  source: "ban" | "google" | "offline"
}

/** One proposal while the customer types: `label` is what is shown, the rest is what fills the three fields. */
export type AddressSuggestion = { label: string; street: string; zipCode: string; city: string }

/** What the rest of the product knows of geocoding. Neither method ever rejects because of an outage. */
export interface Geocoder {
  /** Places an address in France; null when it cannot be located without guessing: the
   * postcode and the town contradict each other, or one of them does not exist (D11, D46: "Distance à confirmer"). */
  locate(address: PostalAddress): Promise<Located | null>
  /** Completes an address as it is typed, best first; empty when nothing fits. `limit` is 1 to 20, 8 by default. */
  complete(query: string, limit?: number): Promise<AddressSuggestion[]>
  /** The communes of a postcode, as an envelope bears them, by name; empty when the shipped list has none. */
  townsOf(postcode: string): string[]
}

/**
 * A geocoder behind the network. Unlike `Geocoder` it rejects with `GeocodingFailure` when it does not answer
 * properly before `signal` ends, which `withFallback` turns into an offline answer.
 */
export interface NetworkGeocoder {
  locate(address: PostalAddress, signal?: AbortSignal): Promise<Located | null>
  /** Absent when the service has no completion of its own. */
  complete?(query: string, limit: number, signal?: AbortSignal): Promise<AddressSuggestion[]>
}

/** How long a visitor may wait for the network, in milliseconds, for one answer. */
export const networkTimeoutMs = 2000

/** An outside geocoder that did not answer as it promises. The message never holds the address or the key. */
export class GeocodingFailure extends Error {
  readonly service: "ban" | "google"

  constructor(service: "ban" | "google", reason: string, options?: ErrorOptions) {
    super(`Geocoding with ${service} failed: ${reason}`, options)
    this.name = "GeocodingFailure"
    this.service = service
  }
}

/** The limit asked by a caller, kept within what every service accepts. */
export function withinLimit(limit = 8): number {
  return Number.isFinite(limit) ? Math.min(20, Math.max(1, Math.trunc(limit))) : 8
}

import { banGeocoder } from "./ban.ts"
import type { Geocoder } from "./geocoder.ts"
import { googleGeocoder } from "./google.ts"
import { offlineGeocoder } from "./offline.ts"
import { remembered } from "./remembered.ts"
import { withFallback } from "./with-fallback.ts"

/** `url` replaces the official host; `dataFile` the communes shipped with the product (see `findCommunesFile`). */
export type GeocoderConfig = {
  kind: "ban" | "google" | "offline"
  url?: string
  googleKey?: string
  dataFile?: string
  onFailure: (error: unknown) => void
}

/**
 * The geocoder of this installation. Those behind the network remember what they were just told, and
 * fall back to the communes shipped with the product.
 * Throws when Google is chosen without a key.
 */
export function chooseGeocoder({ kind, url, googleKey, dataFile, onFailure }: GeocoderConfig): Geocoder {
  const offline = offlineGeocoder(dataFile)
  switch (kind) {
    case "offline":
      return offline
    case "ban":
      return withFallback(remembered(banGeocoder(url)), offline, { onFailure })
    case "google":
      if (!googleKey) throw new Error("GEOCODER=google needs a key: set GOOGLE_MAPS_KEY")
      return withFallback(remembered(googleGeocoder(googleKey, url)), offline, { onFailure })
  }
}

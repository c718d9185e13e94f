import { banGeocoder } from "./ban.ts"
import type { Geocoder } from "./geocoder.ts"
import { googleGeocoder } from "./google.ts"
import { offlineGeocoder } from "./offline.ts"
import { cachedGeocoder } from "./cached-geocoder.ts"
import { withFallback } from "./with-fallback.ts"

type GeocoderConfig = {
  kind: "ban" | "google" | "offline"
  url?: string
  googleKey?: string
  dataFile?: string
  onFailure: (error: unknown) => void
}

export function chooseGeocoder({ kind, url, googleKey, dataFile, onFailure }: GeocoderConfig): Geocoder {
  const offline = offlineGeocoder(dataFile)
  switch (kind) {
    case "offline":
      return offline
    case "ban":
      return withFallback(cachedGeocoder(banGeocoder(url)), offline, { onFailure })
    case "google":
      if (!googleKey) throw new Error("GEOCODER=google needs a key: set GOOGLE_MAPS_KEY")
      return withFallback(cachedGeocoder(googleGeocoder(googleKey, url)), offline, { onFailure })
  }
}

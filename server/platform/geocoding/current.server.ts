import path from "node:path"
import { environment, root } from "../environment.server.ts"
import { log } from "../log.ts"
import { chooseGeocoder } from "./choose.ts"
import type { Geocoder } from "./geocoder.ts"

let current: Geocoder | undefined

export function geocoder(): Geocoder {
  const { kind, url, googleMapsKey } = environment.geocoder
  current ??= chooseGeocoder({
    kind,
    ...(url === null ? {} : { url }),
    ...(googleMapsKey === null ? {} : { googleKey: googleMapsKey }),
    dataFile: path.join(root, "server/platform/geocoding/communes.data.txt"),
    onFailure: (error) => log.warn("The address service did not answer; communes are used instead", { error }),
  })
  return current
}

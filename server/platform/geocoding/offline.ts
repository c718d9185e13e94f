import { completeTowns } from "./complete-towns.ts"
import { loadCommunes, type Communes } from "./communes.ts"
import { readAddress } from "./free-address.ts"
import { clampLimit, type Geocoder } from "./geocoder.ts"
import { findConsistentTown } from "./consistent-town.ts"
import type { PlacedTown } from "./place-town.ts"

export function offlineGeocoder(dataFile?: string): Geocoder {
  let loaded: Communes | undefined
  const communes = () => (loaded ??= loadCommunes(dataFile))
  return {
    async locate({ street, zipCode, city }) {
      const placed =
        zipCode.trim() === "" && city.trim() === ""
          ? placeFreeAddress(communes(), street)
          : findConsistentTown(communes(), zipCode, city)
      if (!placed) return null
      const { lat, lng, name } = placed.commune
      return { lat, lng, precision: "commune", centre: name, label: `${placed.postcode} ${name}`, source: "offline" }
    },
    async complete(query, limit) {
      return completeTowns(communes(), query, clampLimit(limit))
    },
    listTowns(postcode) {
      const towns = communes().findByPostcode(postcode)
      const fullCommunes = towns.filter(({ kind }) => kind === "commune" || kind === "district")
      const names = new Set((fullCommunes.length > 0 ? fullCommunes : towns).map(({ city }) => city))
      return [...names].sort((one, other) => one.localeCompare(other, "fr"))
    },
  }
}

function placeFreeAddress(communes: Communes, address: string): PlacedTown | null {
  for (const { postcode, town, hasClearTown } of readAddress(address)) {
    const isPartial = postcode !== "" && postcode.length < 5
    const placed = hasClearTown && !isPartial ? findConsistentTown(communes, postcode, town) : null
    if (placed) return placed
  }
  return null
}

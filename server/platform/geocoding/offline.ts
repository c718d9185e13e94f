import { completeTowns } from "./complete-towns.ts"
import { loadCommunes, type Communes } from "./communes.ts"
import { readAddress } from "./free-address.ts"
import { withinLimit, type Geocoder } from "./geocoder.ts"
import { agreeingTown } from "./agreeing-town.ts"
import type { PlacedTown } from "./place-town.ts"

/**
 * The geocoder that asks nobody: it places an address at the centre of its commune (see `agreeingTown` for what happens
 * when postcode and town disagree) and completes the town of an address, keeping the street as typed.
 * The communes are read from `dataFile`, by default the ones shipped, at the first question.
 */
export function offlineGeocoder(dataFile?: string): Geocoder {
  let loaded: Communes | undefined
  const communes = () => (loaded ??= loadCommunes(dataFile))
  return {
    async locate({ street, zipCode, city }) {
      const placed =
        zipCode.trim() === "" && city.trim() === ""
          ? placeFreeAddress(communes(), street)
          : agreeingTown(communes(), zipCode, city)
      if (!placed) return null
      const { lat, lng, name } = placed.commune
      return { lat, lng, precision: "commune", centre: name, label: `${placed.postcode} ${name}`, source: "offline" }
    },
    async complete(query, limit) {
      return completeTowns(communes(), query, withinLimit(limit))
    },
    townsOf(postcode) {
      // Former communes are in those that took them over.
      const towns = communes().ofPostcode(postcode)
      const whole = towns.filter(({ kind }) => kind === "commune" || kind === "district")
      const names = new Set((whole.length > 0 ? whole : towns).map(({ city }) => city))
      return [...names].sort((one, other) => one.localeCompare(other, "fr"))
    },
  }
}

/** An address typed in one line must name its town clearly: a postcode, a comma, or nothing but the town. */
function placeFreeAddress(communes: Communes, address: string): PlacedTown | null {
  for (const { postcode, town, clear } of readAddress(address)) {
    const begun = postcode !== "" && postcode.length < 5
    const placed = clear && !begun ? agreeingTown(communes, postcode, town) : null
    if (placed) return placed
  }
  return null
}

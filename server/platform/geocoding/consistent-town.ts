import type { Commune, Communes } from "./communes.ts"
import {
  type PlacedTown,
  type TypedTown,
  cleanPostcode,
  extendedNames,
  isShort,
  mostCentral,
  looseMatch,
  placeTown,
  filterByName,
  closeMatch,
  parseTypedTown,
} from "./place-town.ts"
import { closestSpelling } from "./spelling.ts"
import { townWords } from "./town-name.ts"

/**
 * Delivery prices need certainty: null when postcode and town contradict each other (D46); a hamlet gives the
 * postcode's most central commune.
 */
export function findConsistentTown(communes: Communes, zipCode: string, city: string): PlacedTown | null {
  const postcode = cleanPostcode(zipCode) || (/\b\d{5}\b/.exec(city)?.[0] ?? "")
  if (postcode === "") return zipCode.trim() === "" ? placeTown(communes, "", city) : null
  const localCommunes = communes.findByPostcode(postcode)
  if (localCommunes.length === 0) return /\bcedex\b/i.test(city) ? placeTown(communes, postcode, city) : null
  const commune = matchTown(communes, localCommunes, parseTypedTown(city))
  return commune && { commune, postcode }
}

function matchTown(communes: Communes, localCommunes: readonly Commune[], town: TypedTown | null): Commune | null {
  if (!town) return mostCentral(localCommunes)
  const match = closeMatch(localCommunes, town)
  if (match) return match
  if (filterByName(communes.findByKey(town.key), town).some(isFullCommune)) return null
  const arrondissement = mostCentral(
    localCommunes.filter(({ kind, city }) => kind === "district" && beginsWith(town, city)),
  )
  return (
    looseMatch(localCommunes, town) ??
    arrondissement ??
    (existsElsewhere(communes, town) ? null : mostCentral(localCommunes))
  )
}

function beginsWith({ words }: TypedTown, city: string): boolean {
  return `${words} `.startsWith(`${townWords(city)} `)
}

function existsElsewhere(communes: Communes, town: TypedTown): boolean {
  const fullCommunes = communes.all().filter(isFullCommune)
  return (
    extendedNames(fullCommunes, town).length > 0 ||
    (!isShort(town) && closestSpelling(fullCommunes, town.key, 1).length > 0)
  )
}

/** Former communes lend their names to hamlets everywhere. */
function isFullCommune({ kind }: Commune): boolean {
  return kind === "commune"
}

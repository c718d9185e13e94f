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
  typedTown,
} from "./place-town.ts"
import { closestSpelling } from "./spelling.ts"
import { townWords } from "./town-name.ts"

/**
 * Prices deliveries: null when postcode and town contradict each other (D46). A hamlet gives the postcode's most
 * central commune.
 */
export function findConsistentTown(communes: Communes, zipCode: string, city: string): PlacedTown | null {
  const postcode = cleanPostcode(zipCode) || (/\b\d{5}\b/.exec(city)?.[0] ?? "")
  if (postcode === "") return zipCode.trim() === "" ? placeTown(communes, "", city) : null
  const near = communes.findByPostcode(postcode)
  if (near.length === 0) return /\bcedex\b/i.test(city) ? placeTown(communes, postcode, city) : null
  const commune = matchTown(communes, near, typedTown(city))
  return commune && { commune, postcode }
}

function matchTown(communes: Communes, near: readonly Commune[], town: TypedTown | null): Commune | null {
  if (!town) return mostCentral(near)
  const match = closeMatch(near, town)
  if (match) return match
  if (filterByName(communes.findByKey(town.key), town).some(isFullCommune)) return null
  const arrondissement = mostCentral(near.filter(({ kind, city }) => kind === "district" && beginsWith(town, city)))
  return looseMatch(near, town) ?? arrondissement ?? (existsElsewhere(communes, town) ? null : mostCentral(near))
}

function beginsWith({ words }: TypedTown, city: string): boolean {
  return `${words} `.startsWith(`${townWords(city)} `)
}

function existsElsewhere(communes: Communes, town: TypedTown): boolean {
  const whole = communes.all().filter(isFullCommune)
  return extendedNames(whole, town).length > 0 || (!isShort(town) && closestSpelling(whole, town.key, 1).length > 0)
}

/** Former communes lend their names to hamlets everywhere. */
function isFullCommune({ kind }: Commune): boolean {
  return kind === "commune"
}

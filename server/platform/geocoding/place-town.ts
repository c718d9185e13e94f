import type { Commune, Communes } from "./communes.ts"
import { closestSpelling } from "./spelling.ts"
import { townKey, townWords, withoutArticle } from "./town-name.ts"

export type PlacedTown = { commune: Commune; postcode: string }

export type TypedTown = { words: string; bareWords: string; key: string }

/**
 * Tries the postcode, then its département: a wrong postcode is likelier than a wrong town. Never prefers another
 * département.
 */
export function placeTown(communes: Communes, zipCode: string, city: string): PlacedTown | null {
  const postcode = cleanPostcode(zipCode) || (/\b\d{5}\b/.exec(city)?.[0] ?? "")
  const commune = chooseCommune(communes, postcode, parseTypedTown(city))
  if (!commune) return null
  return { commune, postcode: commune.postcodes.includes(postcode) ? postcode : (commune.postcodes[0] ?? "") }
}

function chooseCommune(communes: Communes, postcode: string, town: TypedTown | null): Commune | null {
  const localCommunes = communes.findByPostcode(postcode)
  if (!town) return mostCentral(localCommunes)
  const match = closeMatch(localCommunes, town)
  if (match) return match
  const inDepartment = departmentsOf(postcode, localCommunes).flatMap((department) =>
    communes.findByDepartment(department),
  )
  if (inDepartment.length === 0) return singlePlace(filterByName(communes.findByKey(town.key), town))
  return (
    singlePlace(filterByName(inDepartment, town)) ??
    looseMatch(localCommunes, town) ??
    singlePlace(likelyTowns(inDepartment, town, localCommunes.length > 0)) ??
    mostCentral(localCommunes)
  )
}

export function closeMatch(localCommunes: readonly Commune[], town: TypedTown): Commune | null {
  return (
    mostCentral(filterByName(localCommunes, town)) ??
    mostCentral(localCommunes.filter((commune) => beginsName(commune, town))) ??
    mostCentral(closestSpelling(localCommunes, town.key, isShort(town) ? 0 : 1))
  )
}

export function looseMatch(localCommunes: readonly Commune[], town: TypedTown): Commune | null {
  return (
    mostCentral(extendedNames(localCommunes, town)) ??
    mostCentral(closestSpelling(localCommunes, town.key, Math.floor(town.key.length / 4)))
  )
}

function likelyTowns(inDepartment: Commune[], town: TypedTown, postcodeExists: boolean): Commune[] {
  if (isShort(town)) return []
  const beginning = inDepartment.filter((commune) => beginsName(commune, town))
  if (beginning.length > 0) return beginning
  const extended = postcodeExists ? [] : extendedNames(inDepartment, town)
  return extended.length > 0 ? extended : closestSpelling(inDepartment, town.key, town.key.length < 12 ? 1 : 2)
}

export function isShort({ key }: TypedTown): boolean {
  return key.length < 5 || /\d$/.test(key)
}

export function parseTypedTown(city: string): TypedTown | null {
  const words = townWords(city.replace(/\b\d{5}\b/g, " "))
  return words === "" ? null : { words, bareWords: withoutArticle(words), key: townKey(words) }
}

export function cleanPostcode(zipCode: string): string {
  const digits = zipCode.replace(/\D/g, "")
  return /(?<!\d)\d{5}(?!\d)/.exec(zipCode)?.[0] ?? (digits.length === 5 ? digits : "")
}

export function filterByName(towns: readonly Commune[], town: TypedTown): Commune[] {
  const isCityOf = ({ kind, city }: Commune) => kind === "district" && townWords(city) === town.words
  const alike = towns.filter((commune) => commune.key === town.key || isCityOf(commune))
  const exact = alike.filter(({ words }) => words === town.words)
  const preferred = exact.length > 0 ? exact : alike
  const full = preferred.filter(({ kind }) => kind === "commune")
  return full.length > 0 ? full : preferred
}

function beginsName(commune: Commune, town: TypedTown): boolean {
  return commune.words.startsWith(`${town.words} `) || `${commune.bareWords} `.startsWith(`${town.bareWords} `)
}

export function departmentsOf(postcode: string, communes: readonly Commune[]): string[] {
  const prefix = postcode.startsWith("97") ? postcode.slice(0, 3) : postcode.slice(0, 2)
  // Corsica: 200 and 201 are the south, 202 and 206 the north.
  const department = prefix === "20" ? (/^20[01]/.test(postcode) ? "2A" : "2B") : prefix
  return [...new Set([department, ...communes.map((commune) => commune.department)])]
}

export function extendedNames(towns: readonly Commune[], town: TypedTown): Commune[] {
  const beginnings = towns.filter(({ words }) => town.words.startsWith(`${words} `))
  const longest = Math.max(...beginnings.map(({ words }) => words.length))
  return beginnings.filter(({ words }) => words.length === longest)
}

function singlePlace(towns: readonly Commune[]): Commune | null {
  const [first] = towns
  return first && towns.every(({ lat, lng }) => lat === first.lat && lng === first.lng) ? first : null
}

export function mostCentral(towns: readonly Commune[]): Commune | null {
  const full = towns.filter(({ kind }) => kind === "commune" || kind === "district")
  const candidates = full.length > 0 ? full : towns
  const lat = mean(candidates.map((town) => town.lat))
  const lng = mean(candidates.map((town) => town.lng))
  const distance = (town: Commune) => (town.lat - lat) ** 2 + ((town.lng - lng) * 0.67) ** 2
  return candidates.reduce<Commune | null>(
    (best, town) => (best && distance(best) <= distance(town) ? best : town),
    null,
  )
}

function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

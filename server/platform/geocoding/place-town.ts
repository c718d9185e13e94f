import type { Commune, Communes } from "./communes.ts"
import { closestSpelling } from "./spelling.ts"
import { townKey, townWords, withoutArticle } from "./town-name.ts"

/** The commune meant by a postcode and a town, and the postcode under which it was found. */
export type PlacedTown = { commune: Commune; postcode: string }

/** What was typed for the town, in the forms in which names are compared. */
export type TypedTown = { words: string; bareWords: string; key: string }

/**
 * Finds the commune meant by a postcode and a town that may contradict each other. In this order:
 * 1. a town of that postcode, written so, or begun alike ("Nogent"), or with one mistake;
 * 2. a town of the postcode's département written so, if it is the only one there: a wrong postcode is likelier than
 *    a town that does not exist under it;
 * 3. a town of that postcode written with more mistakes, or followed by the name of a district;
 * 4. a town of the département that alone is begun alike or slightly misspelt;
 * 5. the most central commune of the postcode: the town is a hamlet, a district, or not given.
 * A postcode that no commune has (a Cedex, a slip) counts for its département; one that names no département counts
 * for nothing, and the town must then be the only one of that name in France. A town of another département is never
 * preferred to the postcode. Null when neither leads anywhere: never a guess in another region.
 */
export function placeTown(communes: Communes, zipCode: string, city: string): PlacedTown | null {
  const postcode = cleanPostcode(zipCode) || (/\b\d{5}\b/.exec(city)?.[0] ?? "")
  const commune = meantCommune(communes, postcode, typedTown(city))
  if (!commune) return null
  return { commune, postcode: commune.postcodes.includes(postcode) ? postcode : (commune.postcodes[0] ?? "") }
}

function meantCommune(communes: Communes, postcode: string, town: TypedTown | null): Commune | null {
  const near = communes.ofPostcode(postcode)
  if (!town) return mostCentral(near)
  const sure = closeMatch(near, town)
  if (sure) return sure
  const around = departmentsOf(postcode, near).flatMap((department) => communes.ofDepartment(department))
  if (around.length === 0) return onlyOne(sameName(communes.named(town.key), town))
  return (
    onlyOne(sameName(around, town)) ??
    looseMatch(near, town) ??
    onlyOne(likely(around, town, near.length > 0)) ??
    mostCentral(near)
  )
}

/** The town of these that is written so, begun alike, or with one mistake. */
export function closeMatch(near: readonly Commune[], town: TypedTown): Commune | null {
  return (
    mostCentral(sameName(near, town)) ??
    mostCentral(near.filter((commune) => beginsName(commune, town))) ??
    mostCentral(closestSpelling(near, town.key, isShort(town) ? 0 : 1))
  )
}

/** The one that is written with more mistakes, or followed by the name of a district. */
export function looseMatch(near: readonly Commune[], town: TypedTown): Commune | null {
  return (
    mostCentral(extendedNames(near, town)) ??
    mostCentral(closestSpelling(near, town.key, Math.floor(town.key.length / 4)))
  )
}

/** The towns of a département that may be meant, all of them if the name is too common to tell. */
function likely(around: Commune[], town: TypedTown, postcodeExists: boolean): Commune[] {
  if (isShort(town)) return []
  const beginning = around.filter((commune) => beginsName(commune, town))
  if (beginning.length > 0) return beginning
  // "Puteaux La Défense Cedex" is Puteaux, but a hamlet under a postcode that exists may begin like any town.
  const extended = postcodeExists ? [] : extendedNames(around, town)
  return extended.length > 0 ? extended : closestSpelling(around, town.key, town.key.length < 12 ? 1 : 2)
}

/** Too short, or an arrondissement: one letter or digit away, it is another town. */
export function isShort({ key }: TypedTown): boolean {
  return key.length < 5 || /\d$/.test(key)
}

/** The forms of a typed town; null when there is nothing to compare. A postcode typed with it is left out. */
export function typedTown(city: string): TypedTown | null {
  const words = townWords(city.replace(/\b\d{5}\b/g, " "))
  return words === "" ? null : { words, bareWords: withoutArticle(words), key: townKey(words) }
}

/** The five digits of a postcode as people type it ("F-69002", "69 002"); "" when there are not five. */
export function cleanPostcode(zipCode: string): string {
  const digits = zipCode.replace(/\D/g, "")
  return /(?<!\d)\d{5}(?!\d)/.exec(zipCode)?.[0] ?? (digits.length === 5 ? digits : "")
}

/** The towns that bear the typed name; a full commune comes before its former namesakes. */
export function sameName(towns: readonly Commune[], town: TypedTown): Commune[] {
  // "Paris" with a postcode of the 11th means that arrondissement.
  const isCityOf = ({ kind, city }: Commune) => kind === "district" && townWords(city) === town.words
  const alike = towns.filter((commune) => commune.key === town.key || isCityOf(commune))
  const exact = alike.filter(({ words }) => words === town.words)
  const kept = exact.length > 0 ? exact : alike
  const full = kept.filter(({ kind }) => kind === "commune")
  return full.length > 0 ? full : kept
}

/** The typed name is the beginning of the town's, whole words ("Nogent", "Perreux"). */
function beginsName(commune: Commune, town: TypedTown): boolean {
  return commune.words.startsWith(`${town.words} `) || `${commune.bareWords} `.startsWith(`${town.bareWords} `)
}

/** The départements of a postcode: those of its communes and the one that its digits tell. */
export function departmentsOf(postcode: string, communes: readonly Commune[]): string[] {
  const prefix = postcode.startsWith("97") ? postcode.slice(0, 3) : postcode.slice(0, 2)
  // Corsica's postcodes kept the former number of the island: 200 and 201 are the south, 202 and 206 the north.
  const department = prefix === "20" ? (/^20[01]/.test(postcode) ? "2A" : "2B") : prefix
  return [...new Set([department, ...communes.map((commune) => commune.department)])]
}

/** The towns whose whole name begins the typed one ("Lyon Part-Dieu"), those with the longest name. */
export function extendedNames(towns: readonly Commune[], town: TypedTown): Commune[] {
  const beginnings = towns.filter(({ words }) => town.words.startsWith(`${words} `))
  const longest = Math.max(...beginnings.map(({ words }) => words.length))
  return beginnings.filter(({ words }) => words.length === longest)
}

/** A former commune stands where its namesake does: the same place twice is one place. */
function onlyOne(towns: readonly Commune[]): Commune | null {
  const [first] = towns
  return first && towns.every(({ lat, lng }) => lat === first.lat && lng === first.lng) ? first : null
}

/** The town nearest the middle of them all; a full commune or an arrondissement if there is one. */
export function mostCentral(towns: readonly Commune[]): Commune | null {
  const full = towns.filter(({ kind }) => kind === "commune" || kind === "district")
  const candidates = full.length > 0 ? full : towns
  const lat = mean(candidates.map((town) => town.lat))
  const lng = mean(candidates.map((town) => town.lng))
  // A degree of longitude is about two thirds of one of latitude in France: enough to compare neighbours.
  const away = (town: Commune) => (town.lat - lat) ** 2 + ((town.lng - lng) * 0.67) ** 2
  return candidates.reduce<Commune | null>((best, town) => (best && away(best) <= away(town) ? best : town), null)
}

function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

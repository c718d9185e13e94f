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
  sameName,
  closeMatch,
  typedTown,
} from "./place-town.ts"
import { closestSpelling } from "./spelling.ts"
import { townWords } from "./town-name.ts"

/**
 * The commune meant by a postcode and a town that agree, which is what a delivery may be priced by (D46): a town of the
 * postcode, however it is spelt; the most central one when no town was typed, or one that no commune of France is called
 * (a hamlet, a district). Null when the postcode does not exist (a Cedex counts by its town), and when the town is
 * another one: "94130 Marseille" is nowhere. Without a postcode the town must be the only one of its name.
 */
export function agreeingTown(communes: Communes, zipCode: string, city: string): PlacedTown | null {
  const postcode = cleanPostcode(zipCode) || (/\b\d{5}\b/.exec(city)?.[0] ?? "")
  if (postcode === "") return zipCode.trim() === "" ? placeTown(communes, "", city) : null
  const near = communes.ofPostcode(postcode)
  if (near.length === 0) return /\bcedex\b/i.test(city) ? placeTown(communes, postcode, city) : null
  const commune = agreeing(communes, near, typedTown(city))
  return commune && { commune, postcode }
}

function agreeing(communes: Communes, near: readonly Commune[], town: TypedTown | null): Commune | null {
  if (!town) return mostCentral(near)
  const sure = closeMatch(near, town)
  if (sure) return sure
  if (sameName(communes.named(town.key), town).some(isWhole)) return null
  const arrondissement = mostCentral(near.filter(({ kind, city }) => kind === "district" && beginsWith(town, city)))
  return looseMatch(near, town) ?? arrondissement ?? (isElsewhere(communes, town) ? null : mostCentral(near))
}

/** "Lyon Part-Dieu" is somewhere in Lyon. */
function beginsWith({ words }: TypedTown, city: string): boolean {
  return `${words} `.startsWith(`${townWords(city)} `)
}

/** A commune of that name, but for one letter or the name of a district after it, is somewhere else in France. */
function isElsewhere(communes: Communes, town: TypedTown): boolean {
  const whole = communes.all().filter(isWhole)
  return extendedNames(whole, town).length > 0 || (!isShort(town) && closestSpelling(whole, town.key, 1).length > 0)
}

/** Former communes lend their names to hamlets everywhere. */
function isWhole({ kind }: Commune): boolean {
  return kind === "commune"
}

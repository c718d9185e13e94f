import { geocoder } from "./current.server.ts"

/** The towns that have this postcode, as an envelope bears them, each once; empty when no town of France has it. */
export async function townsOfPostcode(postcode: string): Promise<string[]> {
  const known = geocoder().townsOf(postcode)
  if (known.length > 0) return known
  // A postcode younger than the shipped list.
  const found = await geocoder().complete(postcode, 20)
  return [...new Set(found.filter(({ zipCode, city }) => zipCode === postcode && city !== "").map(({ city }) => city))]
}

/** The town of a postcode that has only one; null where one would have to guess. */
export async function onlyTownOf(postcode: string): Promise<string | null> {
  const [town, ...others] = await townsOfPostcode(postcode)
  return town !== undefined && others.length === 0 ? town : null
}

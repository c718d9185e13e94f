import { geocoder } from "./current.server.ts"

export async function findTownsByPostcode(postcode: string): Promise<string[]> {
  const offlineTowns = geocoder().listTowns(postcode)
  if (offlineTowns.length > 0) return offlineTowns
  const suggestions = await geocoder().complete(postcode, 20)
  return [
    ...new Set(suggestions.filter(({ zipCode, city }) => zipCode === postcode && city !== "").map(({ city }) => city)),
  ]
}

export async function findSingleTown(postcode: string): Promise<string | null> {
  const [town, ...others] = await findTownsByPostcode(postcode)
  return town !== undefined && others.length === 0 ? town : null
}

import { geocoder } from "./current.server.ts"

export async function townsOfPostcode(postcode: string): Promise<string[]> {
  const shipped = geocoder().listTowns(postcode)
  if (shipped.length > 0) return shipped
  const suggestions = await geocoder().complete(postcode, 20)
  return [
    ...new Set(suggestions.filter(({ zipCode, city }) => zipCode === postcode && city !== "").map(({ city }) => city)),
  ]
}

export async function findSingleTown(postcode: string): Promise<string | null> {
  const [town, ...others] = await townsOfPostcode(postcode)
  return town !== undefined && others.length === 0 ? town : null
}

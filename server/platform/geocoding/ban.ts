import type { PostalAddress } from "../../../domain/booking/booking.ts"
import { z } from "zod"
import { fetchJson, endpoint } from "./fetch-json.ts"
import { networkTimeoutMs, type AddressSuggestion, type LocatedAddress, type NetworkGeocoder } from "./geocoder.ts"
import { cleanPostcode } from "./place-town.ts"
import { isSameStreet, isSameTown } from "./same-place.ts"

const banHost = "https://data.geopf.fr/geocodage"

const minScore = 0.4

const longitude = z.number().min(-180).max(180)
const latitude = z.number().min(-90).max(90)

const featureSchema = z.object({
  geometry: z.object({ coordinates: z.tuple([longitude, latitude]).rest(z.number()) }),
  properties: z.object({
    label: z.string(),
    score: z.number(),
    type: z.string(),
    name: z.string().optional(),
    postcode: z.string().optional(),
    city: z.string().optional(),
    oldcity: z.string().optional(),
  }),
})

const answerSchema = z.object({ features: z.array(featureSchema) })

type Feature = z.infer<typeof featureSchema>

export function banGeocoder(host: string = banHost): NetworkGeocoder {
  async function search(text: string, filters: Record<string, string>, signal: AbortSignal): Promise<Feature[]> {
    const q = toQuery(text)
    if (q === null) return []
    const url = endpoint(host, "/search/", { q, ...filters })
    return (await fetchJson({ service: "ban", url, schema: answerSchema, signal, refusalStatus: 400 }))?.features ?? []
  }

  return {
    async locate(address, signal = AbortSignal.timeout(networkTimeoutMs)) {
      const { street, zipCode, city } = address
      const postcode = cleanPostcode(zipCode)
      const fullAddress = [street, zipCode, city].join(" ")
      const baseFilters: Record<string, string> = { limit: "1", autocomplete: "0" }
      if (street.trim() === "") baseFilters["type"] = "municipality"
      if (postcode !== "") {
        const [result] = await search([street, city].join(" ").trim() || postcode, { postcode, ...baseFilters }, signal)
        if (result && isPlausible(result, address)) return toLocated(result)
        // Contradicting postcode and town are no address (D46).
        return null
      }
      const [result] = await search(fullAddress, baseFilters, signal)
      return result && isPlausible(result, address) ? toLocated(result) : null
    },
    async complete(query, limit, signal = AbortSignal.timeout(networkTimeoutMs)) {
      const result = await search(query, { limit: String(limit), autocomplete: "1" }, signal)
      return result.flatMap(toSuggestions)
    },
  }
}

/** The service accepts 3 to 200 characters, starting with a letter or digit. */
function toQuery(text: string): string | null {
  const clean = text
    .replaceAll("’", "'")
    .replace(/\s+/g, " ")
    .replace(/^[^\p{L}\p{N}]+/u, "")
    .slice(0, 200)
    .trim()
  return clean.length < 3 ? null : clean
}

function isPlausible({ properties }: Feature, { street, city }: PostalAddress): boolean {
  if (properties.score < minScore) return false
  if (!isSameTown([properties.city, properties.oldcity], city)) return false
  return properties.type === "municipality" || isSameStreet(properties.name ?? properties.label, street)
}

function toLocated({ geometry, properties }: Feature): LocatedAddress {
  const [lng, lat] = geometry.coordinates
  const { type, label } = properties
  if (type === "municipality")
    return { lat, lng, precision: "commune", centre: properties.city ?? label, label, source: "ban" }
  return { lat, lng, precision: type === "housenumber" ? "exact" : "street", centre: null, label, source: "ban" }
}

function toSuggestions({ properties }: Feature): AddressSuggestion[] {
  const { label, type, name = "", postcode, city } = properties
  if (!postcode || !city) return []
  if (type === "municipality") return [{ label: `${postcode} ${city}`, street: "", zipCode: postcode, city }]
  return [{ label, street: name, zipCode: postcode, city }]
}

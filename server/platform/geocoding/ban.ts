import { z } from "zod"
import { askJson, endpoint } from "./ask-json.ts"
import {
  networkTimeoutMs,
  type AddressSuggestion,
  type Located,
  type NetworkGeocoder,
  type PostalAddress,
} from "./geocoder.ts"
import { cleanPostcode } from "./place-town.ts"
import { isSameStreet, isSameTown } from "./same-place.ts"

/** The national address base, served by IGN's Géoplateforme since api-adresse.data.gouv.fr closed in 2026. */
const banHost = "https://data.geopf.fr/geocodage"

/** Below this score (0 to 1) the service did not recognise the address: its answer would be a guess. */
const leastScore = 0.4

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
    /** The former commune, when it was merged into `city`. */
    oldcity: z.string().optional(),
  }),
})

const answerSchema = z.object({ features: z.array(featureSchema) })

type Feature = z.infer<typeof featureSchema>

/**
 * The Base Adresse Nationale: places an address at its door or in its street, and completes addresses. `host` replaces
 * the official one. Rejects with `GeocodingFailure` when the service does not answer within 2 s.
 */
export function banGeocoder(host: string = banHost): NetworkGeocoder {
  async function search(text: string, filters: Record<string, string>, signal: AbortSignal): Promise<Feature[]> {
    const q = asked(text)
    if (q === null) return []
    const url = endpoint(host, "/search/", { q, ...filters })
    return (await askJson({ service: "ban", url, schema: answerSchema, signal, refusal: 400 }))?.features ?? []
  }

  return {
    async locate(address, signal = AbortSignal.timeout(networkTimeoutMs)) {
      const { street, zipCode, city } = address
      const postcode = cleanPostcode(zipCode)
      const whole = [street, zipCode, city].join(" ")
      const once: Record<string, string> = { limit: "1", autocomplete: "0" }
      if (street.trim() === "") once["type"] = "municipality"
      if (postcode !== "") {
        const [found] = await search([street, city].join(" ").trim() || postcode, { postcode, ...once }, signal)
        if (found && isMeant(found, address)) return located(found)
        // A postcode and a town that contradict each other are nobody's address (D46).
        return null
      }
      const [found] = await search(whole, once, signal)
      return found && isMeant(found, address) ? located(found) : null
    },
    async complete(query, limit, signal = AbortSignal.timeout(networkTimeoutMs)) {
      const found = await search(query, { limit: String(limit), autocomplete: "1" }, signal)
      return found.flatMap(suggestion)
    },
  }
}

/** What the service accepts: 3 to 200 characters beginning with a letter or digit, straight apostrophes. */
function asked(text: string): string | null {
  const clean = text
    .replaceAll("’", "'")
    .replace(/\s+/g, " ")
    .replace(/^[^\p{L}\p{N}]+/u, "")
    .slice(0, 200)
    .trim()
  return clean.length < 3 ? null : clean
}

/** Recognised, in the town that was typed, and in the street that was typed: another street is a guess. */
function isMeant({ properties }: Feature, { street, city }: PostalAddress): boolean {
  if (properties.score < leastScore) return false
  if (!isSameTown([properties.city, properties.oldcity], city)) return false
  return properties.type === "municipality" || isSameStreet(properties.name ?? properties.label, street)
}

function located({ geometry, properties }: Feature): Located {
  const [lng, lat] = geometry.coordinates
  const { type, label } = properties
  if (type === "municipality")
    return { lat, lng, precision: "commune", centre: properties.city ?? label, label, source: "ban" }
  return { lat, lng, precision: type === "housenumber" ? "exact" : "street", centre: null, label, source: "ban" }
}

function suggestion({ properties }: Feature): AddressSuggestion[] {
  const { label, type, name = "", postcode, city } = properties
  if (!postcode || !city) return []
  // The service names a town without its postcode, which leaves namesakes alike.
  if (type === "municipality") return [{ label: `${postcode} ${city}`, street: "", zipCode: postcode, city }]
  return [{ label, street: name, zipCode: postcode, city }]
}

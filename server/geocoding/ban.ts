import { z } from "zod"
import { askJson, endpoint } from "./ask-json.ts"
import {
  networkPatienceMs,
  type AddressSuggestion,
  type Located,
  type NetworkGeocoder,
  type PostalAddress,
} from "./geocoder.ts"
import { cleanPostcode, typedTown } from "./place-town.ts"
import { misspelling } from "./spelling.ts"

/** The national address base, served by IGN's Géoplateforme since api-adresse.data.gouv.fr closed in 2026. */
export const banHost = "https://data.geopf.fr/geocodage"

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
    async locate(address, signal = AbortSignal.timeout(networkPatienceMs)) {
      const { street, zipCode, city } = address
      const postcode = cleanPostcode(zipCode)
      const whole = [street, zipCode, city].join(" ")
      const once: Record<string, string> = { limit: "1", autocomplete: "0" }
      if (street.trim() === "") once["type"] = "municipality"
      if (postcode !== "") {
        const [found] = await search([street, city].join(" ").trim() || postcode, { postcode, ...once }, signal)
        if (found && recognised(found) && isTown(found, city)) return located(found)
      }
      // Without the filter the town is heard too: a wrong digit in the postcode must not move the delivery.
      const [found] = await search(whole, once, signal)
      return found && recognised(found) && agrees(found, address, postcode) ? located(found) : null
    },
    async complete(query, limit, signal = AbortSignal.timeout(networkPatienceMs)) {
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

function recognised({ properties }: Feature): boolean {
  return properties.score >= leastScore
}

function agrees(found: Feature, { city }: PostalAddress, postcode: string): boolean {
  return isTown(found, city) || (postcode !== "" && found.properties.postcode === postcode)
}

/** Whether the town found is the one typed: the same but for its spelling, or one the beginning of the other. */
function isTown({ properties }: Feature, city: string): boolean {
  const typed = typedTown(city)
  if (!typed) return true
  return [properties.city, properties.oldcity].some((name) => {
    const town = typedTown(name ?? "")
    if (!town) return false
    const [shorter = "", longer = ""] = [town.bareWords, typed.bareWords].sort(
      (one, other) => one.length - other.length,
    )
    if (`${longer} `.startsWith(`${shorter} `)) return true
    return misspelling(town.key, typed.key, 2) <= Math.min(2, Math.floor(typed.key.length / 4))
  })
}

function located({ geometry, properties }: Feature): Located {
  const [lng, lat] = geometry.coordinates
  const precision = properties.type === "municipality" ? "commune" : "address"
  return { lat, lng, precision, label: properties.label, source: "ban" }
}

function suggestion({ properties }: Feature): AddressSuggestion[] {
  const { label, type, name = "", postcode, city } = properties
  if (!postcode || !city) return []
  // The service names a town without its postcode, which leaves namesakes alike.
  if (type === "municipality") return [{ label: `${postcode} ${city}`, street: "", zipCode: postcode, city }]
  return [{ label, street: name, zipCode: postcode, city }]
}

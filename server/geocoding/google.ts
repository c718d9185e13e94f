import { z } from "zod"
import { askJson, endpoint } from "./ask-json.ts"
import { GeocodingFailure, networkPatienceMs, type Located, type NetworkGeocoder } from "./geocoder.ts"

export const googleHost = "https://maps.googleapis.com"

const resultSchema = z.object({
  geometry: z.object({ location: z.object({ lat: z.number().min(-90).max(90), lng: z.number().min(-180).max(180) }) }),
  formatted_address: z.string().optional(),
  types: z.array(z.string()).default([]),
  address_components: z.array(z.object({ short_name: z.string(), types: z.array(z.string()) })).default([]),
})

const answerSchema = z.object({ status: z.string(), results: z.array(resultSchema).default([]) })

type Found = z.infer<typeof resultSchema>

/** The codes under which Google knows France and its overseas départements. */
const frenchCountries = new Set(["FR", "GP", "MQ", "GF", "RE", "YT"])

/** What Google answers when it recognised no town: a country, a region or a département, whose centre is a guess. */
const tooWide = new Set([
  "country",
  "administrative_area_level_1",
  "administrative_area_level_2",
  "archipelago",
  "natural_feature",
])

/** What is wider than a street. */
const townTypes = new Set([
  "locality",
  "postal_code",
  "postal_town",
  "sublocality",
  "neighborhood",
  "administrative_area_level_3",
])

/**
 * Google's Geocoding API. `host` replaces the official one. It has no completion: Google sells that apart. Rejects
 * with `GeocodingFailure` when the service does not answer within 2 s or refuses (quota, key).
 */
export function googleGeocoder(key: string, host: string = googleHost): NetworkGeocoder {
  return {
    async locate({ street, zipCode, city }, signal = AbortSignal.timeout(networkPatienceMs)) {
      const town = [zipCode, city]
        .map((part) => part.trim())
        .filter(Boolean)
        .join(" ")
      const address = [street.trim(), town].filter(Boolean).join(", ")
      if (address === "") return null
      // `region` leans towards France without shutting out its overseas départements, which Google calls countries.
      const url = endpoint(host, "/maps/api/geocode/json", { address, region: "fr", language: "fr", key })
      const answer = await askJson({ service: "google", url, schema: answerSchema, signal })
      if (!answer || answer.status === "ZERO_RESULTS") return null
      const [found] = answer.results
      if (answer.status !== "OK" || !found) throw new GeocodingFailure("google", `status ${answer.status}`)
      return isGuess(found) ? null : located(found, address)
    },
  }
}

function isGuess({ types, address_components }: Found): boolean {
  const country = address_components.find((component) => component.types.includes("country"))
  return types.some((type) => tooWide.has(type)) || (country !== undefined && !frenchCountries.has(country.short_name))
}

function located({ geometry, types, formatted_address }: Found, asked: string): Located {
  return {
    ...geometry.location,
    precision: types.some((type) => townTypes.has(type)) ? "commune" : "address",
    label: formatted_address ?? asked,
    source: "google",
  }
}

import type { PostalAddress } from "../../../domain/booking/booking.ts"
import { z } from "zod"
import { fetchJson, endpoint } from "./fetch-json.ts"
import { GeocodingFailure, networkTimeoutMs, type LocatedAddress, type NetworkGeocoder } from "./geocoder.ts"
import { cleanPostcode } from "./place-town.ts"
import { isSameStreet, isSameTown } from "./same-place.ts"

const googleHost = "https://maps.googleapis.com"

const resultSchema = z.object({
  geometry: z.object({ location: z.object({ lat: z.number().min(-90).max(90), lng: z.number().min(-180).max(180) }) }),
  formatted_address: z.string().optional(),
  types: z.array(z.string()).default([]),
  address_components: z
    .array(z.object({ short_name: z.string(), long_name: z.string().default(""), types: z.array(z.string()) }))
    .default([]),
})

const answerSchema = z.object({ status: z.string(), results: z.array(resultSchema).default([]) })

type GoogleResult = z.infer<typeof resultSchema>

const frenchCountries = new Set(["FR", "GP", "MQ", "GF", "RE", "YT"])

const wideTypes = new Set([
  "country",
  "administrative_area_level_1",
  "administrative_area_level_2",
  "archipelago",
  "natural_feature",
])

const townTypes = new Set([
  "locality",
  "postal_code",
  "postal_town",
  "sublocality",
  "neighborhood",
  "administrative_area_level_3",
])

export function googleGeocoder(key: string, host: string = googleHost): NetworkGeocoder {
  return {
    async locate({ street, zipCode, city }, signal = AbortSignal.timeout(networkTimeoutMs)) {
      const town = [zipCode, city]
        .map((part) => part.trim())
        .filter(Boolean)
        .join(" ")
      const address = [street.trim(), town].filter(Boolean).join(", ")
      if (address === "") return null
      // Prefers France without excluding overseas départements, which Google calls countries.
      const url = endpoint(host, "/maps/api/geocode/json", { address, region: "fr", language: "fr", key })
      const answer = await fetchJson({ service: "google", url, schema: answerSchema, signal })
      if (!answer || answer.status === "ZERO_RESULTS") return null
      const [result] = answer.results
      if (answer.status !== "OK" || !result) throw new GeocodingFailure("google", `status ${answer.status}`)
      return isGuess(result) || contradicts(result, { street, zipCode, city }) ? null : toLocated(result, address)
    },
  }
}

function isGuess({ types, address_components }: GoogleResult): boolean {
  const country = address_components.find((component) => component.types.includes("country"))
  return (
    types.some((type) => wideTypes.has(type)) || (country !== undefined && !frenchCountries.has(country.short_name))
  )
}

function contradicts({ address_components }: GoogleResult, { street, zipCode, city }: PostalAddress): boolean {
  const componentNames = (kinds: ReadonlySet<string>) =>
    address_components.filter(({ types }) => types.some((type) => kinds.has(type))).map(({ long_name }) => long_name)
  const [postcode] = componentNames(new Set(["postal_code"]))
  const [typedPostcode, towns, [route]] = [
    cleanPostcode(zipCode),
    componentNames(townNames),
    componentNames(new Set(["route"])),
  ]
  return (
    (postcode !== undefined && typedPostcode !== "" && postcode !== typedPostcode) ||
    (towns.length > 0 && !isSameTown(towns, city)) ||
    (route !== undefined && !isSameStreet(route, street))
  )
}

const townNames = new Set(["locality", "postal_town", "sublocality", "administrative_area_level_3"])
const doorTypes = new Set(["street_address", "premise", "subpremise"])

function readPrecision(types: readonly string[]): LocatedAddress["precision"] {
  if (types.some((type) => townTypes.has(type))) return "commune"
  return types.some((type) => doorTypes.has(type)) ? "exact" : "street"
}

function toLocated(
  { geometry, types, formatted_address, address_components }: GoogleResult,
  query: string,
): LocatedAddress {
  const precision = readPrecision(types)
  const town = address_components.find((component) => component.types.some((type) => townNames.has(type)))
  return {
    ...geometry.location,
    precision,
    centre: precision === "commune" ? (town?.long_name ?? formatted_address ?? query) : null,
    label: formatted_address ?? query,
    source: "google",
  }
}

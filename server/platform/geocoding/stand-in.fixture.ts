import { once } from "node:events"
import { createServer, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"

export type Health = "well" | "silent" | "silent half-way" | "not JSON" | "another shape" | "over quota" | 429 | 500

/** Real HTTP on this machine. */
export type StandIn = {
  url: string
  /** Requests, in order. */
  questions: URL[]
  health: Health
  close(): Promise<void>
}

/** A line of the national address base, as documented. */
type BanAddress = { name: string; postcode: string; city: string; type: string; lng: number; lat: number }

const republique = { name: "12 Rue de la République", type: "housenumber" }

const banAddresses: BanAddress[] = [
  { ...republique, postcode: "69002", city: "Lyon", lng: 4.835829, lat: 45.765591 },
  { ...republique, postcode: "94130", city: "Nogent-sur-Marne", lng: 2.4812, lat: 48.8361 },
  { ...republique, postcode: "91430", city: "Igny", lng: 2.2271, lat: 48.7402 },
  {
    name: "Chemin des Geymonds",
    type: "street",
    postcode: "38250",
    city: "Villard-de-Lans",
    lng: 5.5501,
    lat: 45.0702,
  },
  {
    name: "Nogent-sur-Marne",
    type: "municipality",
    postcode: "94130",
    city: "Nogent-sur-Marne",
    lng: 2.4833,
    lat: 48.8367,
  },
]

/** Imitates the search of the Base Adresse Nationale: its limits, filters and GeoJSON. */
export function banStandIn(): Promise<StandIn> {
  return standIn((question, response) => {
    const q = question.searchParams.get("q") ?? ""
    const postcode = question.searchParams.get("postcode")
    const type = question.searchParams.get("type")
    const limit = Number(question.searchParams.get("limit") ?? 5)
    if (question.pathname !== "/search/") return json(response, 404, { code: 404, message: "Not found" })
    const sound = q.length >= 3 && q.length <= 200 && /^[\p{L}\d]/u.test(q) && limit >= 1 && limit <= 20
    if (!sound || (postcode !== null && !/^\d{5}$/.test(postcode))) {
      return json(response, 400, { code: 400, message: "Failed parsing query", detail: ["q: must contain…"] })
    }
    const features = banAddresses
      .filter((address) => postcode === null || address.postcode === postcode)
      .filter((address) => type === null || address.type === type)
      .map((address) => banFeature(address, q))
      .filter(({ properties }) => properties.score > 0.1)
      .sort((one, other) => other.properties.score - one.properties.score)
      .slice(0, limit)
    const credits = { attribution: "BAN", licence: "etalab-2.0" }
    json(response, 200, { type: "FeatureCollection", version: "draft", features, ...credits, query: q, limit })
  })
}

function banFeature({ lng, lat, ...address }: BanAddress, q: string) {
  const label = address.type === "municipality" ? address.name : `${address.name} ${address.postcode} ${address.city}`
  const queryWords = splitWords(q)
  const labelWords = splitWords(label)
  const shared = [...queryWords].filter((word) => labelWords.has(word)).length
  const score = (2 * shared) / Math.max(queryWords.size + labelWords.size, 1)
  return {
    type: "Feature",
    geometry: { type: "Point", coordinates: [lng, lat] },
    properties: { label, score, id: "69382_6160_00012", citycode: "69382", importance: 0.7, ...address },
  }
}

export const googleKey = "key-of-the-tests"

/** Google's Geocoding API reports its status in the body, always with HTTP 200. */
export function googleStandIn(): Promise<StandIn> {
  return standIn((question, response, health) => {
    const address = question.searchParams.get("address") ?? ""
    if (question.pathname !== "/maps/api/geocode/json") return json(response, 404, {})
    const refuse = (status: string) => json(response, 200, { status, results: [], error_message: "No." })
    if (health === "over quota") return refuse("OVER_QUERY_LIMIT")
    if (question.searchParams.get("key") !== googleKey) return refuse("REQUEST_DENIED")
    const match = Object.entries(googleResults).find(([fragment]) => address.includes(fragment))?.[1]
    json(response, 200, match ? { status: "OK", results: [match] } : { status: "ZERO_RESULTS", results: [] })
  })
}

function googleResult({
  formatted,
  lat,
  lng,
  types,
  country = "FR",
}: {
  formatted: string
  lat: number
  lng: number
  types: string[]
  country?: string | undefined
}) {
  return {
    formatted_address: formatted,
    geometry: { location: { lat, lng }, location_type: "ROOFTOP", viewport: {} },
    types,
    place_id: "ChIJ",
    address_components: [{ long_name: country, short_name: country, types: ["country", "political"] }],
  }
}

const googleResults: Record<string, unknown> = {
  "69002 Lyon": googleResult({
    formatted: "12 Rue de la République, 69002 Lyon, France",
    lat: 45.7656,
    lng: 4.8358,
    types: ["street_address"],
  }),
  "33000 Bordeaux": {
    ...(googleResult({
      formatted: "3 Rue de la Paix, 33000 Bordeaux, France",
      lat: 44.8412,
      lng: -0.5805,
      types: ["street_address"],
    }) as object),
    address_components: [
      { long_name: "Rue de la Paix", short_name: "Rue de la Paix", types: ["route"] },
      { long_name: "Bordeaux", short_name: "Bordeaux", types: ["locality", "political"] },
      { long_name: "33000", short_name: "33000", types: ["postal_code"] },
      { long_name: "France", short_name: "FR", types: ["country", "political"] },
    ],
  },
  "97400 Saint-Denis": googleResult({
    formatted: "Saint-Denis, La Réunion",
    lat: -20.8907,
    lng: 55.4551,
    types: ["locality", "political"],
    country: "RE",
  }),
  "Nulle Part": googleResult({ formatted: "France", lat: 46.2276, lng: 2.2137, types: ["country", "political"] }),
  Springfield: googleResult({
    formatted: "Springfield, IL, USA",
    lat: 39.7817,
    lng: -89.6501,
    types: ["locality", "political"],
    country: "US",
  }),
}

async function standIn(answer: (question: URL, response: ServerResponse, health: Health) => void): Promise<StandIn> {
  const service: StandIn = { url: "", questions: [], health: "well", close }
  const server = createServer((request, response) => {
    const question = new URL(request.url ?? "/", service.url)
    service.questions.push(question)
    switch (service.health) {
      case "silent":
        return
      case "silent half-way":
        response.writeHead(200, { "content-type": "application/json" }).write('{"type":"FeatureCollection",')
        return
      case "not JSON":
        response.writeHead(200, { "content-type": "text/html" }).end("<h1>Maintenance</h1>")
        return
      case "another shape":
        return json(response, 200, { features: [{ geometry: { coordinates: ["45", "4"] } }], status: 3 })
      case 429:
      case 500:
        return json(response, service.health, { code: service.health, message: "no" })
      default:
        answer(question, response, service.health)
    }
  })
  async function close() {
    server.closeAllConnections()
    server.close()
    await once(server, "close")
  }
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  service.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return service
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body))
}

function splitWords(text: string): Set<string> {
  return new Set(
    text
      .toLowerCase()
      .split(/[^\p{L}\d]+/u)
      .filter(Boolean),
  )
}

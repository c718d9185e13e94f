import type { PostalAddress } from "../../../domain/booking/booking.ts"
import { describe, expect, test } from "vitest"
import { GeocodingFailure, type LocatedAddress, type NetworkGeocoder } from "./geocoder.ts"
import { cachedGeocoder } from "./cached-geocoder.ts"

const nogent: PostalAddress = { street: "12 quai de la Marne", zipCode: "94130", city: "Nogent-sur-Marne" }
const place: LocatedAddress = {
  lat: 48.83,
  lng: 2.48,
  precision: "exact",
  centre: null,
  label: "12 quai de la Marne",
  source: "ban",
}

function network() {
  const queries: string[] = []
  const state = { failing: false }
  const geocoder: NetworkGeocoder = {
    async locate({ street, zipCode }) {
      queries.push(street || zipCode)
      if (state.failing) throw new GeocodingFailure("ban", "status 503")
      return street === "nulle part" ? null : place
    },
    async complete(query, limit) {
      queries.push(`${query} ${limit}`)
      return [{ label: query, street: query, zipCode: "94130", city: "Nogent-sur-Marne" }]
    },
  }
  return { asked: queries, state, geocoder }
}

describe("a geocoder with a cache", () => {
  test("a repeated query is sent once, whatever its spaces and capitals, with or without a result", async () => {
    const { asked: queries, geocoder } = network()
    const memory = cachedGeocoder(geocoder)
    expect(await memory.locate(nogent)).toEqual(place)
    expect(await memory.locate({ ...nogent, street: " 12  Quai de la Marne " })).toEqual(place)
    expect(await memory.locate({ ...nogent, street: "nulle part" })).toBeNull()
    expect(await memory.locate({ ...nogent, street: "nulle part" })).toBeNull()
    await memory.complete?.("quai", 6)
    await memory.complete?.("quai", 6)
    await memory.complete?.("quai", 8)
    expect(queries).toEqual(["12 quai de la Marne", "nulle part", "quai 6", "quai 8"])
  })

  test("two addresses with the same words are never confused", async () => {
    const { asked: queries, geocoder } = network()
    const memory = cachedGeocoder(geocoder)
    await memory.locate({ street: "1 rue", zipCode: "94130", city: "" })
    await memory.locate({ street: "1 rue", zipCode: "", city: "94130" })
    expect(queries).toHaveLength(2)
  })

  test("an expired result is looked up again", async () => {
    const { asked: queries, geocoder } = network()
    let now = 0
    const memory = cachedGeocoder(geocoder, { ttlMs: 1000, clock: () => now })
    await memory.locate(nogent)
    now = 999
    await memory.locate(nogent)
    now = 1000
    await memory.locate(nogent)
    expect(queries).toHaveLength(2)
  })

  test("the cache is bounded, and drops the least recently used result", async () => {
    const { asked: queries, geocoder } = network()
    const memory = cachedGeocoder(geocoder, { max: 2 })
    const locate = (street: string) => memory.locate({ ...nogent, street })
    for (const street of ["a", "b", "a", "c", "a", "b"]) await locate(street)
    expect(queries).toEqual(["a", "b", "c", "b"])
  })

  test("failures are not cached", async () => {
    const { asked: queries, state, geocoder } = network()
    const memory = cachedGeocoder(geocoder)
    state.failing = true
    await expect(memory.locate(nogent)).rejects.toBeInstanceOf(GeocodingFailure)
    state.failing = false
    expect(await memory.locate(nogent)).toEqual(place)
    expect(queries).toHaveLength(2)
  })

  test("the cache has no completion where the service has none", () => {
    expect(cachedGeocoder({ locate: network().geocoder.locate }).complete).toBeUndefined()
  })
})

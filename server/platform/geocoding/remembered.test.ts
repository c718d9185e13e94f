import { describe, expect, test } from "vitest"
import { GeocodingFailure, type Located, type NetworkGeocoder, type PostalAddress } from "./geocoder.ts"
import { remembered } from "./remembered.ts"

const nogent: PostalAddress = { street: "12 quai de la Marne", zipCode: "94130", city: "Nogent-sur-Marne" }
const place: Located = {
  lat: 48.83,
  lng: 2.48,
  precision: "exact",
  centre: null,
  label: "12 quai de la Marne",
  source: "ban",
}

/** A geocoder that writes down what it is asked, and fails while `failing` says so. */
function network() {
  const asked: string[] = []
  const state = { failing: false }
  const geocoder: NetworkGeocoder = {
    async locate({ street, zipCode }) {
      asked.push(street || zipCode)
      if (state.failing) throw new GeocodingFailure("ban", "status 503")
      return street === "nulle part" ? null : place
    },
    async complete(query, limit) {
      asked.push(`${query} ${limit}`)
      return [{ label: query, street: query, zipCode: "94130", city: "Nogent-sur-Marne" }]
    },
  }
  return { asked, state, geocoder }
}

describe("a geocoder that remembers", () => {
  test("asks once for what is asked again, whatever its spaces and capitals, be it found or not", async () => {
    const { asked, geocoder } = network()
    const memory = remembered(geocoder)
    expect(await memory.locate(nogent)).toEqual(place)
    expect(await memory.locate({ ...nogent, street: " 12  Quai de la Marne " })).toEqual(place)
    expect(await memory.locate({ ...nogent, street: "nulle part" })).toBeNull()
    expect(await memory.locate({ ...nogent, street: "nulle part" })).toBeNull()
    await memory.complete?.("quai", 6)
    await memory.complete?.("quai", 6)
    await memory.complete?.("quai", 8)
    expect(asked).toEqual(["12 quai de la Marne", "nulle part", "quai 6", "quai 8"])
  })

  test("never takes one address for another that is written with the same words", async () => {
    const { asked, geocoder } = network()
    const memory = remembered(geocoder)
    await memory.locate({ street: "1 rue", zipCode: "94130", city: "" })
    await memory.locate({ street: "1 rue", zipCode: "", city: "94130" })
    expect(asked).toHaveLength(2)
  })

  test("asks again once an answer is too old", async () => {
    const { asked, geocoder } = network()
    let now = 0
    const memory = remembered(geocoder, { keepMs: 1000, clock: () => now })
    await memory.locate(nogent)
    now = 999
    await memory.locate(nogent)
    now = 1000
    await memory.locate(nogent)
    expect(asked).toHaveLength(2)
  })

  test("keeps a bounded number of answers, and lets go the one that was used longest ago", async () => {
    const { asked, geocoder } = network()
    const memory = remembered(geocoder, { max: 2 })
    const locate = (street: string) => memory.locate({ ...nogent, street })
    for (const street of ["a", "b", "a", "c", "a", "b"]) await locate(street)
    expect(asked).toEqual(["a", "b", "c", "b"])
  })

  test("remembers no failure", async () => {
    const { asked, state, geocoder } = network()
    const memory = remembered(geocoder)
    state.failing = true
    await expect(memory.locate(nogent)).rejects.toBeInstanceOf(GeocodingFailure)
    state.failing = false
    expect(await memory.locate(nogent)).toEqual(place)
    expect(asked).toHaveLength(2)
  })

  test("has no completion where the service has none", () => {
    expect(remembered({ locate: network().geocoder.locate }).complete).toBeUndefined()
  })
})

import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { GeocodingFailure } from "./geocoder.ts"
import { googleGeocoder } from "./google.ts"
import { googleKey, googleStandIn, type Health, type StandIn } from "./stand-in.fixture.ts"

let service: StandIn
beforeEach(async () => {
  service = await googleStandIn()
})
afterEach(() => service.close())

function locate(street: string, zipCode: string, city: string, key = googleKey) {
  return googleGeocoder(key, service.url).locate({ street, zipCode, city })
}

describe("an address looked up at Google", () => {
  test("the address is located at the first result @C-maps", async () => {
    expect(await locate("12 rue de la République", "69002", "Lyon")).toEqual({
      lat: 45.7656,
      lng: 4.8358,
      precision: "exact",
      centre: null,
      label: "12 Rue de la République, 69002 Lyon, France",
      source: "google",
    })
    const [question] = service.questions
    expect(question?.pathname).toBe("/maps/api/geocode/json")
    expect(Object.fromEntries(question?.searchParams ?? [])).toMatchObject({
      address: "12 rue de la République, 69002 Lyon",
      key: googleKey,
    })
  })

  test("the address is located at its town when Google knows no more, overseas too", async () => {
    const reunion = { lat: -20.8907, lng: 55.4551, precision: "commune" }
    expect(await locate("", "97400", "Saint-Denis")).toMatchObject(reunion)
  })

  test("a result with another town, postcode or street is ignored", async () => {
    expect(await locate("3 rue de la Paix", "33000", "Bordeaux")).toMatchObject({ precision: "exact" })
    expect(await locate("3 rue de la Paix", "33000", "Bordeaux Marseille")).toMatchObject({ precision: "exact" })
    expect(await locate("3 rue de la Paix, 33000 Bordeaux", "13001", "Bordeaux")).toBeNull()
    expect(await locate("3 rue de la Paix, 33000 Bordeaux", "", "Marseille")).toBeNull()
    expect(await locate("3 rue Inventée", "33000", "Bordeaux")).toBeNull()
  })

  test("an address without a result is not located", async () => {
    expect(await locate("1 rue X", "69999", "Xyzzy")).toBeNull()
  })

  test("a result with only a country, or another one, is ignored", async () => {
    expect(await locate("", "", "Nulle Part")).toBeNull()
    expect(await locate("", "", "Springfield")).toBeNull()
  })

  test("an empty address is not looked up", async () => {
    expect(await locate(" ", "", "")).toBeNull()
    expect(service.questions).toEqual([])
  })

  test("a refused key fails, without being revealed @M-geocoding", async () => {
    const failure = await locate("1 rue X", "69002", "Lyon", "wrong-key").catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(GeocodingFailure)
    expect(String(failure)).toContain("REQUEST_DENIED")
    expect(JSON.stringify(failure, Object.getOwnPropertyNames(failure)) + String(failure)).not.toContain("wrong-key")
  })

  test.each<[Health, string]>([
    ["over quota", "OVER_QUERY_LIMIT"],
    ["not JSON", "not JSON"],
    ["another shape", "unexpected answer"],
    [500, "status 500"],
  ])("the lookup fails when Google replies: %s", async (health, reason) => {
    service.health = health
    await expect(locate("12 rue de la République", "69002", "Lyon")).rejects.toThrow(reason)
  })

  test("the lookup gives up when Google stays silent", async () => {
    service.health = "silent"
    const address = { street: "1 rue X", zipCode: "69002", city: "Lyon" }
    const lookup = googleGeocoder(googleKey, service.url).locate(address, AbortSignal.timeout(80))
    await expect(lookup).rejects.toThrow("no answer in time")
  })
})

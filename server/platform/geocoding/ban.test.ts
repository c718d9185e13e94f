import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { banGeocoder } from "./ban.ts"
import { GeocodingFailure } from "./geocoder.ts"
import { banStandIn, type Health, type StandIn } from "./stand-in.fixture.ts"

let service: StandIn
beforeEach(async () => {
  service = await banStandIn()
})
afterEach(() => service.close())

const republique = { street: "12 rue de la République", zipCode: "69002", city: "Lyon" }

function locate(street: string, zipCode: string, city: string) {
  return banGeocoder(service.url).locate({ street, zipCode, city })
}

describe("an address looked up at the Base Adresse Nationale", () => {
  test("the address is located at its door", async () => {
    expect(await locate("12 rue de la République", "69002", "Lyon")).toEqual({
      lat: 45.765591,
      lng: 4.835829,
      precision: "exact",
      centre: null,
      label: "12 Rue de la République 69002 Lyon",
      source: "ban",
    })
    const [question] = service.questions
    expect(service.questions).toHaveLength(1)
    expect(question?.pathname).toBe("/search/")
    expect(Object.fromEntries(question?.searchParams ?? [])).toMatchObject({
      q: "12 rue de la République Lyon",
      postcode: "69002",
      limit: "1",
    })
  })

  test("the address is located at its town when the service knows no more", async () => {
    const town = { precision: "commune", centre: "Nogent-sur-Marne", label: "Nogent-sur-Marne" }
    expect(await locate("", "94130", "Nogent-sur-Marne")).toMatchObject(town)
  })

  test("the service may have a host with its own path", async () => {
    await expect(banGeocoder(`${service.url}/geocodage/`).locate(republique)).rejects.toThrow("status 404")
    expect(service.questions[0]?.pathname).toBe("/geocodage/search/")
  })

  test("a contradictory postcode and town are not located", async () => {
    expect(await locate("12 rue de la République", "91430", "Nogent-sur-Marne")).toBeNull()
    expect(await locate("12 rue de la République", "94130", "Marseille")).toBeNull()
  })

  test("an address is not located in a street that was not typed", async () => {
    expect(await locate("12 rue de la République", "94130", "Nogent-sur-Marne")).toMatchObject({ precision: "exact" })
    expect(await locate("12 rue de la Licorne", "94130", "Nogent-sur-Marne")).toBeNull()
    expect(await locate("chemin des Geymonds", "38250", "Villard-de-Lans")).toMatchObject({ precision: "street" })
  })

  test("a misspelt town or an arrondissement is found", async () => {
    expect(await locate("12 rue de la République", "94130", "Nogent sur Marn")).toMatchObject({ lat: 48.8361 })
    expect(await locate("12 rue de la République", "69002", "Lyon 2e")).toMatchObject({ lat: 45.765591 })
  })

  test("a result with a low score is ignored", async () => {
    expect(await locate("999 impasse Zzzz Yyyy Xxxx Wwww", "69002", "Lyon")).toBeNull()
    expect(await locate("12 rue de la République", "", "Brest")).toBeNull()
  })

  test("an empty address is not looked up", async () => {
    expect(await locate("", "", "")).toBeNull()
    expect(await locate("", "", "!!")).toBeNull()
    expect(await banGeocoder(service.url).complete?.("12", 5)).toEqual([])
    expect(service.questions).toEqual([])
  })

  test("the query is truncated and cleaned to the service's limits", async () => {
    await banGeocoder(service.url).complete?.(`--  12 rue de l’Église ${"x".repeat(300)}`, 5)
    const q = service.questions[0]?.searchParams.get("q") ?? ""
    expect(q).toHaveLength(200)
    expect(q.startsWith("12 rue de l'Église x")).toBe(true)
  })

  test("a query that the service rejects is no outage", async () => {
    expect(await banGeocoder(service.url).complete?.("ªªª rue", 99)).toEqual([])
    expect(service.questions).toHaveLength(1)
  })

  test("the address is completed with its street, postcode and town", async () => {
    const suggestions = await banGeocoder(service.url).complete?.("12 rue de la rép 94130 nogent", 3)
    expect(suggestions?.[0]).toEqual({
      label: "12 Rue de la République 94130 Nogent-sur-Marne",
      street: "12 Rue de la République",
      zipCode: "94130",
      city: "Nogent-sur-Marne",
    })
    expect(suggestions).toHaveLength(3)
    const [town] = (await banGeocoder(service.url).complete?.("Nogent-sur-Marne", 1)) ?? []
    expect(town).toEqual({ label: "94130 Nogent-sur-Marne", street: "", zipCode: "94130", city: "Nogent-sur-Marne" })
  })

  test.each<[Health, string]>([
    ["not JSON", "not JSON"],
    ["another shape", "unexpected answer"],
    [429, "status 429"],
    [500, "status 500"],
  ])("the lookup fails when the service replies: %s", async (health, reason) => {
    service.health = health
    const failure = await banGeocoder(service.url)
      .locate(republique)
      .catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(GeocodingFailure)
    expect(String(failure)).toContain(reason)
    expect(String(failure)).not.toContain("publique")
  })

  test.each<Health>(["silent", "silent half-way"])("the lookup gives up when the service stays %s", async (health) => {
    service.health = health
    const lookup = banGeocoder(service.url).locate(republique, AbortSignal.timeout(80))
    await expect(lookup).rejects.toThrow("no answer in time")
  })

  test("the lookup fails when nothing listens", async () => {
    const closedService = await banStandIn()
    await closedService.close()
    await expect(banGeocoder(closedService.url).locate(republique)).rejects.toThrow("no connection")
  })
})

import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { loadCommunes } from "./communes.ts"
import { offlineGeocoder } from "./offline.ts"

const geocoder = offlineGeocoder()
const all = loadCommunes().all()

/** Great-circle distance in km. */
function distance(lat1: number, lng1: number, lat2: number, lng2: number): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180
  const a =
    Math.sin(radians(lat2 - lat1) / 2) ** 2 +
    Math.cos(radians(lat1)) * Math.cos(radians(lat2)) * Math.sin(radians(lng2 - lng1) / 2) ** 2
  return 2 * 6371 * Math.asin(Math.sqrt(a))
}

const anyText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 300 }),
  fc.string({ unit: "grapheme" }),
  fc
    .array(fc.constantFrom(..."10 ,-'/steé", "rue ", "Lyon", "69002", "690", "cedex", "saint "), { maxLength: 40 })
    .map((parts) => parts.join("")),
)

describe("an address located offline", () => {
  test("the address is in its arrondissement, within 5 km of its door", async () => {
    const placed = await geocoder.locate({ street: "12 rue de la République", zipCode: "69002", city: "Lyon" })
    expect(placed).toMatchObject({ precision: "commune", source: "offline", label: "69002 Lyon 2e Arrondissement" })
    expect(distance(placed?.lat ?? 0, placed?.lng ?? 0, 45.7656, 4.8358)).toBeLessThan(5)
  })

  test("the address may be a single line when it names its town clearly", async () => {
    const locate = async (street: string) => (await geocoder.locate({ street, zipCode: "", city: "" }))?.label ?? null
    expect(await locate("12 rue de la République, 69002 Lyon")).toBe("69002 Lyon 2e Arrondissement")
    expect(await locate("12 rue de la République 69002 Lyon")).toBe("69002 Lyon 2e Arrondissement")
    const country = "Résidence des Lilas, 3 avenue Foch, 94130 Nogent-sur-Marne, France"
    expect(await locate(country)).toBe("94130 Nogent-sur-Marne")
    expect(await locate("3 avenue Foch, Villeurbanne")).toBe("69100 Villeurbanne")
    expect(await locate("Villeurbanne")).toBe("69100 Villeurbanne")
    expect(await locate("3 avenue Foch")).toBeNull()
    expect(await locate("3 avenue Foch 690")).toBeNull()
    expect(await locate("12 rue de Lyon")).toBeNull()
    expect(await locate("")).toBeNull()
  })

  test("an ambiguous address is not located at all", async () => {
    expect(await geocoder.locate({ street: "1 rue X", zipCode: "69999", city: "Xyzzy" })).toBeNull()
  })

  test("any input is handled", async () => {
    await fc.assert(
      fc.asyncProperty(anyText, anyText, anyText, async (street, zipCode, city) => {
        const placed = await geocoder.locate({ street, zipCode, city })
        if (placed) expect([placed.lat, placed.lng].every(Number.isFinite)).toBe(true)
      }),
      { numRuns: 300 },
    )
  })

  test("the location is the same with any accents, case, hyphens or spaces in its town", async () => {
    const towns = all.filter(({ name, kind }) => kind === "commune" && !["Paris", "Lyon", "Marseille"].includes(name))
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...towns), fc.infiniteStream(fc.nat(5)), async (town, dice) => {
        const roll = () => dice.next().value ?? 0
        const typed = [...town.name]
          .map((letter) => (roll() === 0 ? letter.normalize("NFD").replace(/\p{M}/gu, "") : letter))
          .map((letter) => (roll() === 0 ? letter.normalize("NFD") : letter))
          .map((letter) => (roll() < 2 ? letter.toUpperCase() : roll() < 2 ? letter.toLowerCase() : letter))
          .map((letter) => (/[-' ]/.test(letter) ? ([" ", "-", "’", " - ", "  ", letter][roll()] ?? letter) : letter))
          .join("")
        const placed = await geocoder.locate({ street: "", zipCode: town.postcodes[0] ?? "", city: ` ${typed} ` })
        expect(placed).toMatchObject({ lat: town.lat, lng: town.lng })
      }),
      { numRuns: 1000 },
    )
  })
})

async function labels(query: string, limit?: number): Promise<string[]> {
  return (await geocoder.complete(query, limit)).map(({ label }) => label)
}

describe("an address completed offline", () => {
  test("the town is completed from the postcode", async () => {
    expect(await geocoder.complete("94130")).toEqual([
      { label: "94130 Nogent-sur-Marne", street: "", zipCode: "94130", city: "Nogent-sur-Marne" },
    ])
    expect(await labels("941")).toContain("94130 Nogent-sur-Marne")
    expect(await labels("20000")).toEqual(["20000 Ajaccio"])
    expect(await labels("97400")).toEqual(["97400 Saint-Denis"])
  })

  test("the postcodes are completed from the town, larger towns first", async () => {
    const nogents = ["52800 Nogent", "94130 Nogent-sur-Marne", "60180 Nogent-sur-Oise"]
    expect((await labels("Nogent")).slice(0, 3)).toEqual(nogents)
    expect(await labels("saint maur")).toContain("94100 Saint-Maur-des-Fossés")
    expect(await labels("Saint-Maur-des-F")).toEqual(["94100 Saint-Maur-des-Fossés", "94210 Saint-Maur-des-Fossés"])
    expect((await labels("tou")).slice(0, 3)).toEqual(["31000 Toulouse", "83000 Toulon", "37000 Tours"])
    expect(await labels("Le Perr")).toContain("94170 Le Perreux-sur-Marne")
    expect(await labels("perreux-sur-m")).toContain("94170 Le Perreux-sur-Marne")
    expect(await labels("st den")).toContain("93200 Saint-Denis")
    expect(await labels("Fontenay s/ Bois")).toEqual(["94120 Fontenay-sous-Bois"])
  })

  test("an arrondissement is understood, and the town has its postal form", async () => {
    const second = { label: "69002 Lyon", street: "", zipCode: "69002", city: "Lyon" }
    expect(await geocoder.complete("lyon 2")).toEqual([second])
    expect(await labels("Paris 11ème")).toEqual(["75011 Paris"])
    expect(await labels("paris", 20)).toHaveLength(20)
    expect((await labels("paris")).slice(0, 2)).toEqual(["75001 Paris", "75002 Paris"])
  })

  test("the street stays as typed", async () => {
    const [first, ...others] = await geocoder.complete("12 rue de la République 690")
    expect(first).toEqual({
      label: "12 rue de la République, 69001 Lyon",
      street: "12 rue de la République",
      zipCode: "69001",
      city: "Lyon",
    })
    expect(others.map(({ street }) => street)).toEqual(Array(7).fill("12 rue de la République"))
    expect(others.every(({ zipCode }) => zipCode.startsWith("690"))).toBe(true)
    const nogent = ["12 avenue Foch, 94130 Nogent-sur-Marne"]
    expect(await labels("12 avenue Foch, 94130")).toEqual(nogent)
    expect(await labels("12 avenue Foch 94130 nog")).toEqual(nogent)
    expect(await labels("12 avenue Foch, nogent sur marne")).toEqual(nogent)
    expect(await labels("12 avenue Foch Nogent sur Marne")).toEqual(nogent)
    expect(await labels("12 avenue Foch, Nogent 94")).toEqual(nogent)
    expect(await labels("Résidence des Lilas, 12 avenue Foch 94130 Nogent-sur-Marne")).toEqual([
      "Résidence des Lilas, 12 avenue Foch, 94130 Nogent-sur-Marne",
    ])
  })

  test("a street is not mistaken for a town", async () => {
    const streets = [
      "12",
      "12 rou",
      "12 rue de Lyon",
      "12 rue de la Rép",
      "5 place Saint Pierre",
      "8 boulevard du Port",
    ]
    for (const query of streets) {
      expect(await labels(query), query).toEqual([])
    }
  })

  test("a wrong postcode and a misspelt town are corrected", async () => {
    expect(await labels("3 rue X, 94130 Vincennes")).toEqual(["3 rue X, 94300 Vincennes"])
    expect((await labels("3 rue X 38250 vilard"))[0]).toBe("3 rue X, 38250 Villard-de-Lans")
    expect((await labels("3 rue X, 96002 Lyon"))[0]).toBe("3 rue X, 69001 Lyon")
  })

  test("each place is proposed once, up to the requested number", async () => {
    await fc.assert(
      fc.asyncProperty(anyText, fc.integer({ min: -5, max: 50 }), async (query, limit) => {
        const suggestions = await labels(query, limit)
        expect(suggestions.length).toBeLessThanOrEqual(Math.min(20, Math.max(1, limit)))
        expect(new Set(suggestions).size).toBe(suggestions.length)
      }),
      { numRuns: 300 },
    )
    expect(await labels("nogent", Number.NaN)).toHaveLength(8)
  })

  test("only addresses that are located at their own town are proposed", async () => {
    const beginnings = all.flatMap(({ name }, rank) => (rank % 300 === 0 ? [name.slice(0, 5)] : []))
    for (const query of beginnings) {
      for (const { street, zipCode, city } of await geocoder.complete(query)) {
        const placed = await geocoder.locate({ street, zipCode, city })
        expect(placed?.label.slice(0, 6 + city.length)).toBe(`${zipCode} ${city}`)
      }
    }
  })
})

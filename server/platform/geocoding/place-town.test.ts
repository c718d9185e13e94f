import { describe, expect, test } from "vitest"
import { loadCommunes, type Commune } from "./communes.ts"
import { placeTown } from "./place-town.ts"

const communes = loadCommunes()
const divided = new Set(["Paris", "Lyon", "Marseille"])

function place(zipCode: string, city: string): string | null {
  const placed = placeTown(communes, zipCode, city)
  return placed && `${placed.postcode} ${placed.commune.name}`
}

function position(zipCode: string, city: string): string | null {
  const placed = placeTown(communes, zipCode, city)
  return placed && `${placed.commune.lat}, ${placed.commune.lng}`
}

const pairs = Map.groupBy(
  communes.all().flatMap((commune) => commune.postcodes.map((postcode) => ({ postcode, commune }))),
  ({ postcode, commune }) => `${postcode} ${commune.name}`,
)

function misplaced(write: (name: string) => string): string[] {
  return [...pairs].flatMap(([pair, [first, ...others]]) => {
    if (!first || (divided.has(first.commune.name) && first.commune.kind === "commune")) return []
    const places = [first, ...others].map(({ commune }) => `${commune.lat}, ${commune.lng}`)
    return places.includes(position(first.postcode, write(first.commune.name)) ?? "") ? [] : [pair]
  })
}

describe("a town and its postcode", () => {
  test("each of the 39 130 pairs of France is located at its town", () => {
    expect(pairs.size).toBe(39_130)
    expect(misplaced((name) => name)).toEqual([])
  })

  test("each pair is located there too without accents, hyphens and apostrophes, in capitals", () => {
    const plain = (name: string) => name.normalize("NFD").replace(/\p{M}/gu, "").toUpperCase().replace(/[-']/g, " ")
    expect(misplaced(plain)).toEqual([])
  })

  test("each pair is located there too with postal abbreviations", () => {
    const shortened = (name: string) =>
      name
        .replace(/\bSaint\b/g, "St")
        .replace(/\bSainte\b/g, "STE")
        .replaceAll("-sur-", " s/ ")
        .replaceAll("-sous-", " s/s ")
    expect(misplaced(shortened)).toEqual([])
    expect(misplaced((name) => `${name} CEDEX 9`)).toEqual([])
  })

  test("Paris, Lyon and Marseille are located at the postcode's arrondissement", () => {
    const cities = communes.all().filter(({ name, kind }) => kind === "commune" && divided.has(name))
    const located = cities.flatMap(({ name, postcodes }) => postcodes.map((postcode) => place(postcode, name)))
    expect(located).toHaveLength(46)
    expect(located.every((name) => name?.endsWith("Arrondissement"))).toBe(true)
    expect(place("75011", "Paris")).toBe("75011 Paris 11e Arrondissement")
    expect(place("75116", "PARIS")).toBe("75116 Paris 16e Arrondissement")
    expect(place("69002", "Lyon")).toBe("69002 Lyon 2e Arrondissement")
  })
})

describe("the many ways of writing a town", () => {
  test.each([
    ["69002", "Lyon 2e", "69002 Lyon 2e Arrondissement"],
    ["75011", "Paris 11ème", "75011 Paris 11e Arrondissement"],
    ["", "Paris XIe", "75011 Paris 11e Arrondissement"],
    ["13001", "Marseille 1er arrondissement", "13001 Marseille 1er Arrondissement"],
    ["75000", "Paris", "75001 Paris"],
    ["13284", "Marseille Cedex 07", "13001 Marseille"],
    ["94736", "Nogent-sur-Marne Cedex", "94130 Nogent-sur-Marne"],
    ["92800", "Puteaux La Défense", "92800 Puteaux"],
    ["92055", "Puteaux La Défense Cedex", "92800 Puteaux"],
    ["69003", "Lyon Part-Dieu", "69003 Lyon 3e Arrondissement"],
    ["94130", "Nogent", "94130 Nogent-sur-Marne"],
    ["94170", "Perreux sur Marne", "94170 Le Perreux-sur-Marne"],
    ["94210", "saint maur", "94210 Saint-Maur-des-Fossés"],
    ["94120", "Fontenay s/ Bois", "94120 Fontenay-sous-Bois"],
    ["20167", "Ajaccio", "20167 Ajaccio"],
    ["20600", "Bastia", "20600 Bastia"],
    ["97400", "St Denis", "97400 Saint-Denis"],
    ["97110", "Pointe à Pitre", "97110 Pointe-à-Pitre"],
    ["72400", "Cherré-Au", "72400 Cherré-Au"],
    ["72400", "Cherreau", "72400 Cherreau"],
    ["94130", "94130 Nogent-sur-Marne", "94130 Nogent-sur-Marne"],
    ["", "94130 Nogent-sur-Marne", "94130 Nogent-sur-Marne"],
    ["F-94130", "Nogent-sur-Marne", "94130 Nogent-sur-Marne"],
    ["94 130", "Nogent-sur-Marne", "94130 Nogent-sur-Marne"],
    ["1400", "Châtillon-sur-Chalaronne", "01400 Châtillon-sur-Chalaronne"],
  ])("the address %s %s is %s", (zipCode, city, located) => {
    expect(place(zipCode, city)).toBe(located)
  })

  test("a former commune is located where it was", () => {
    const former = communes.all().find(({ name, kind }) => name === "Cherreau" && kind === "delegated")
    expect(position("72400", "Cherreau")).toBe(`${former?.lat}, ${former?.lng}`)
  })
})

describe("a misspelt town", () => {
  test.each([
    ["94130", "Nogent sur Marn", "94130 Nogent-sur-Marne"],
    ["94300", "Vincenes", "94300 Vincennes"],
    ["69100", "Vileurbane", "69100 Villeurbanne"],
    ["38250", "Vilard de Lan", "38250 Villard-de-Lans"],
  ])("the address %s %s is understood under its postcode", (zipCode, city, located) => {
    expect(place(zipCode, city)).toBe(located)
  })

  test("a misspelt town is understood in its département when the postcode is wrong too", () => {
    expect(place("94999", "Vincenes")).toBe("94300 Vincennes")
    expect(place("38000", "Vilard de Lans")).toBe("38250 Villard-de-Lans")
  })

  test("a town with one typo is found under its postcode more than 99 times in 100", () => {
    const towns = communes.all().filter(({ key, city }, rank) => rank % 7 === 0 && key.length > 5 && !divided.has(city))
    const slips: ((name: string, at: number) => string)[] = [
      (name, at) => name.slice(0, at) + name.slice(at + 1),
      (name, at) => `${name.slice(0, at)}${name[at + 1]}${name[at]}${name.slice(at + 2)}`,
      (name, at) => `${name.slice(0, at)}u${name.slice(at)}`,
      (name, at) => `${name.slice(0, at)}z${name.slice(at + 1)}`,
    ]
    const missed = towns.filter(({ name, lat, lng, postcodes }, rank) => {
      const typed = slips[rank % slips.length]?.(name, 1 + (rank % (name.length - 2))) ?? name
      return position(postcodes[0] ?? "", typed) !== `${lat}, ${lng}`
    })
    expect(towns.length).toBeGreaterThan(4500)
    expect(missed.length / towns.length).toBeLessThan(0.01)
  })
})

describe("a town that contradicts its postcode", () => {
  test("the town wins when the département has only one of that name", () => {
    expect(place("94130", "Vincennes")).toBe("94300 Vincennes")
    expect(place("69002", "Villeurbanne")).toBe("69100 Villeurbanne")
    expect(place("20000", "Porto-Vecchio")).toBe("20137 Porto-Vecchio")
    expect(place("97410", "Saint-Denis")).toBe("97400 Saint-Denis")
    expect(place("75011", "Paris 12e")).toBe("75012 Paris 12e Arrondissement")
  })

  test("the town wins for more than 99 in 100 of those with a unique name in their département", () => {
    const alone = [...Map.groupBy(communes.all(), ({ department, key }) => `${department} ${key}`).values()]
      .flatMap((towns) => (towns.length === 1 ? towns : []))
      .filter(({ kind, name }) => kind === "commune" && !divided.has(name))
    const tries = alone.flatMap((town: Commune, rank) => {
      const own = communes.postcodes.indexOf(town.postcodes[0] ?? "")
      const wrong = communes.postcodes[own + 1 + (rank % 4)] ?? ""
      const isSameDepartment =
        wrong.startsWith(town.department) || (town.department.startsWith("2") && wrong.startsWith("20"))
      return isSameDepartment && !town.postcodes.includes(wrong) ? [{ town, wrong }] : []
    })
    const lost = tries.filter(({ town, wrong }) => position(wrong, town.name) !== `${town.lat}, ${town.lng}`)
    expect(tries.length).toBeGreaterThan(25_000)
    expect(lost.length / tries.length).toBeLessThan(0.01)
  })

  test("the postcode wins when the département has no such town, or several", () => {
    expect(place("75011", "Marseille")).toBe("75011 Paris 11e Arrondissement")
    expect(place("94130", "Le Hameau du Bois")).toBe("94130 Nogent-sur-Marne")
    expect(place("64000", "Castillon")).toBe("64000 Pau")
  })

  test("the postcode alone is enough, and gives its most central town", () => {
    expect(place("94130", "")).toBe("94130 Nogent-sur-Marne")
    expect(place("94130", " ?! ")).toBe("94130 Nogent-sur-Marne")
    const central = placeTown(communes, "38250", "Les Geymonds")
    expect(communes.findByPostcode("38250")).toContain(central?.commune)
    expect(placeTown(communes, "38250", "")).toEqual(central)
  })
})

describe("an address that would need a guess", () => {
  test.each([
    ["", "", "nothing typed"],
    ["00000", "Xyzzy", "no such postcode, no such town"],
    ["69999", "Xyzzy", "no such town in the Rhône"],
    ["69999", "Brest", "a town of another region"],
    ["94999", "Nogen", "a name misspelt beyond doubt"],
    ["", "Saint-Denis", "several towns of that name"],
    ["64999", "Castillon", "two towns of that name in the département"],
    ["97133", "Saint-Barthélemy", "not in the list"],
    ["97150", "Saint-Martin", "not in the list"],
    ["98000", "Monaco", "another country"],
    ["1000", "Bruxelles", "another country"],
    ["1211", "Genève", "another country"],
    ["SW1A 1AA", "London", "another country"],
    ["", "Springfield", "another country"],
  ])("the address %s %s is not located: %s", (zipCode, city) => {
    expect(place(zipCode, city)).toBeNull()
  })

  test("a town with a unique name in France needs no postcode", () => {
    expect(place("", "Villeurbanne")).toBe("69100 Villeurbanne")
    expect(place("96002", "Lyon")).toBe("69001 Lyon")
  })
})

import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { compactCommunes, fingerprint } from "./communes.build.ts"
import { findCommunesFile, loadCommunes, openCommunes } from "./communes.ts"

const shippedFile = join(import.meta.dirname, "communes.data.txt")
const shipped = readFileSync(shippedFile, "utf8")

const header = "insee,nom,codes_postaux,lat,lon,nature"
const sample = `${header}
01001,L'Abergement-Clémenciat,01400,46.1536,4.9258,commune
2A004,Ajaccio,20000 20090 20167,41.9353,8.7007,commune
69123,Lyon,69001 69002,45.7549,4.8364,commune
69382,Lyon 2e Arrondissement,69002,45.7494,4.8267,arrondissement
97411,Saint-Denis,97400 97417 97490,-20.9330,55.4465,commune
97302,Cayenne,97300,4.9344,-52.3303,commune
`

describe("the communes shipped with the product", () => {
  test("the communes match the published list, to the last decimal", () => {
    const towns = loadCommunes().all()
    const promised = /^# Fingerprint: (\w{64})$/m.exec(shipped)?.[1]
    expect(fingerprint(towns.map((town) => ({ ...town, postcodes: town.postcodes.join(" ") })))).toBe(promised)
    expect(towns).toHaveLength(37_422)
    expect(towns.flatMap(({ postcodes }) => postcodes)).toHaveLength(39_131)
  })

  test("the communes name their two sources and their licence", () => {
    const head = shipped.split("\n=")[0]
    expect(head).toContain("INSEE, Code officiel géographique 2026")
    expect(head).toContain("IGN, Admin Express COG 2018")
    expect(head).toContain("Licence Ouverte")
  })

  test("the communes weigh less than a megabyte", () => {
    expect(statSync(shippedFile).size).toBeLessThan(1_000_000)
  })

  test("the communes include Corsica and the overseas départements", () => {
    const communes = loadCommunes()
    for (const department of ["2A", "2B", "971", "972", "973", "974", "976"]) {
      expect(communes.findByDepartment(department).length).toBeGreaterThan(15)
    }
  })
})

describe("the file of communes", () => {
  test("the file returns what the published list contains", () => {
    const communes = openCommunes(compactCommunes(sample))
    expect(communes.all()).toHaveLength(6)
    expect(communes.findByPostcode("97417")).toMatchObject([
      { name: "Saint-Denis", department: "974", lat: -20.933, lng: 55.4465, kind: "commune", city: "Saint-Denis" },
    ])
    expect(communes.findByDepartment("2A")).toMatchObject([{ name: "Ajaccio", postcodes: ["20000", "20090", "20167"] }])
    expect(communes.findByKey("cayenne")).toMatchObject([{ lat: 4.9344, lng: -52.3303 }])
    expect(communes.postcodes).toContain("01400")
  })

  test("the file assigns a postcode of Lyon to its arrondissement, and the city to its other postcodes", () => {
    const communes = openCommunes(compactCommunes(sample))
    const second = { name: "Lyon 2e Arrondissement", kind: "district", city: "Lyon" }
    expect(communes.findByPostcode("69002")).toMatchObject([second])
    expect(communes.findByPostcode("69001")).toMatchObject([{ name: "Lyon" }])
  })

  test("a truncated file is refused", () => {
    const whole = compactCommunes(sample)
    expect(() => openCommunes(whole.slice(0, -20))).toThrow("damaged")
  })

  test.each([
    ["a town without postcode", "01001,Bourg,,46.1536,4.9258,commune"],
    ["a name in lower case, which a mark could be taken for", "01001,dourg,01400,46.1536,4.9258,commune"],
    ["an unknown kind", "01001,Bourg,01400,46.1536,4.9258,hameau"],
    ["a comma in a name", "01001,Bourg, Le,01400,46.1536,4.9258,commune"],
    ["coordinates with other decimals", "01001,Bourg,01400,46.15361,4.9258,commune"],
    ["a place out of France", "01001,Bourg,01400,-66.1536,4.9258,commune"],
  ])("the file is not made from %s", (_, row) => {
    expect(() => compactCommunes(`${header}\n${row}\n`)).toThrow()
  })
})

describe("the location of the file", () => {
  let root = ""
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), "communes-"))
    mkdirSync(join(root, "build/server/assets"), { recursive: true })
    mkdirSync(join(root, "server/platform/geocoding"), { recursive: true })
  })
  afterEach(() => rmSync(root, { recursive: true }))

  test("the file is found from the source and from a bundle, whatever the working directory", () => {
    const file = join(root, "server/platform/geocoding/communes.data.txt")
    writeFileSync(file, compactCommunes(sample))
    expect(findCommunesFile(join(root, "server/platform/geocoding"))).toBe(file)
    expect(findCommunesFile(join(root, "build/server/assets"))).toBe(file)
    expect(loadCommunes(file).all()).toHaveLength(6)
  })

  test("a missing file is reported with its path", () => {
    expect(() => findCommunesFile(join(root, "build/server"))).toThrow("communes.data.txt")
  })
})

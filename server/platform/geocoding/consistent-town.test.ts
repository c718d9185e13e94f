import { describe, expect, test } from "vitest"
import { findConsistentTown } from "./consistent-town.ts"
import { loadCommunes } from "./communes.ts"

const communes = loadCommunes()
const place = (zipCode: string, city: string) => {
  const placed = findConsistentTown(communes, zipCode, city)
  return placed && `${placed.postcode} ${placed.commune.name}`
}

describe("a postcode with its town (D46)", () => {
  test.each([
    ["94130", "Nogent-sur-Marne", "94130 Nogent-sur-Marne"],
    ["94130", "NOGENT SUR MARN", "94130 Nogent-sur-Marne"],
    ["94130", "Nogent", "94130 Nogent-sur-Marne"],
    ["94130", "", "94130 Nogent-sur-Marne"],
    ["69003", "Lyon Part-Dieu", "69003 Lyon 3e Arrondissement"],
    ["75011", "Paris 11", "75011 Paris 11e Arrondissement"],
    ["94210", "La Varenne Saint-Hilaire", "94210 Saint-Maur-des-Fossés"],
    ["", "Villeurbanne", "69100 Villeurbanne"],
    ["92059", "Puteaux La Défense Cedex", "92800 Puteaux"],
  ])("the address %s %s is %s", (zipCode, city, expected) => {
    expect(place(zipCode, city)).toBe(expected)
  })

  test.each([
    ["94130", "Marseille"],
    ["94130", "Marseile"],
    ["94130", "Marseille Vieux-Port"],
    ["94130", "Vincennes"],
    ["75011", "Marseille"],
    ["94999", "Nogent-sur-Marne"],
    ["96002", "Lyon"],
    ["1000", "Lyon"],
    ["97133", "Saint-Barthélemy"],
  ])("the address %s %s is nowhere", (zipCode, city) => {
    expect(place(zipCode, city)).toBeNull()
  })

  test("every commune is found under each of its own postcodes", () => {
    const lost = communes
      .all()
      .filter(({ kind, name }) => kind === "commune" && !["Paris", "Lyon", "Marseille"].includes(name))
      .flatMap(({ name, postcodes }) => postcodes.filter((postcode) => place(postcode, name) === null))
    expect(lost).toEqual([])
  })
})

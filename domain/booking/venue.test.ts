import { expect, test } from "vitest"
import { type Venue, venueSentences, venueWarnings } from "./venue.ts"

const venue: Venue = {
  powerNear: true,
  floorFits: true,
  access: "",
  stairs: "",
  contactName: "Nadia",
  contactPhone: "0612345678",
}
const plain = (text: string) => text.replaceAll("\u00a0", " ")

test("an empty field is left out", () => {
  expect(venueSentences(venue).map(plain)).toEqual([
    "Prise à moins de 20 m : oui",
    "Place de 3 × 5 m au sol : oui",
    "Sur place : Nadia, 06 12 34 56 78",
  ])
  expect(venueSentences({ ...venue, access: "Portail", stairs: "Deux marches" }).map(plain)).toEqual(
    expect.arrayContaining(["Accès : Portail", "Escaliers, ascenseur : Deux marches"]),
  )
})

test("a missing facility is listed too", () => {
  const [power, floor] = venueSentences({ ...venue, powerNear: false, floorFits: false }).map(plain)
  expect([power, floor]).toEqual(["Prise à moins de 20 m : non", "Place de 3 × 5 m au sol : non"])
})

test("the owner is warned of missing details", () => {
  expect(venueWarnings(venue)).toEqual([])
  expect(venueWarnings({ powerNear: false, floorFits: false }).map(plain)).toEqual([
    "Pas de prise à moins de 20 m",
    "Moins de 3 × 5 m au sol",
  ])
})

import { expect, test } from "vitest"
import { mayBeName } from "./person-name.ts"

test("names are what people are called, whatever the accents, dots and apostrophes", () => {
  for (const name of [
    "Élodie",
    "Jean-Pierre",
    "J.-P. Martin",
    "O’Brien",
    "Mme St. Martin",
    "Noël & fils",
    "李雷",
    "N. d’Ys",
    "N. d'Ys",
    "M.DUPONT",
    "J.Martin",
  ])
    expect(mayBeName(name), name).toBe(true)
})

test("an address, or more than a line, is nobody's name", () => {
  for (const name of [
    "http://evil",
    "evil.example",
    "www.evil",
    "Léa\nevil",
    "lea@exemple.fr",
    "Cliquez evil.com/x",
    "a\u2028b",
    "EVIL.COM",
    "Evil.Com",
    "WWW.EVIL.COM",
    "X.COM",
    "x.com/a",
    "Cliquez ÉVÉNEMENT.FR",
  ])
    expect(mayBeName(name), name).toBe(false)
})

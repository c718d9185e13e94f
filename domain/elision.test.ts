import { expect, test } from "vitest"
import { withElision } from "./elision.ts"

test.each([
  ["Elena", "d’Elena"],
  ["Élodie", "d’Élodie"],
  ["Hélène", "d’Hélène"],
  ["Œuvre", "d’Œuvre"],
  ["Yves", "d’Yves"],
  ["Yasmine", "de Yasmine"],
  ["Camille", "de Camille"],
  [" anna ", "d’anna"],
  [" Camille ", "de Camille"],
  ["3 Bateaux", "de 3 Bateaux"],
])("the booking of %s is the one %s", (name, words) => {
  expect(withElision(name)).toBe(words)
})

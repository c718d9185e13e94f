import { expect, test } from "vitest"
import { normalizeEmail } from "./email.ts"

test("one person has one account, however they type their address", () => {
  expect(normalizeEmail(" Camille.Lef\u00e8vre@Exemple.FR ")).toBe("camille.lef\u00e8vre@exemple.fr")
  // The accent is typed as a letter and a combining mark.
  expect(normalizeEmail("camille.lefe\u0300vre@exemple.fr")).toBe("camille.lef\u00e8vre@exemple.fr")
})

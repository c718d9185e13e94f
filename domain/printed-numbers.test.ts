import { expect, test } from "vitest"
import { siretDigits, siretLabel, preventLineBreaks } from "./printed-numbers.ts"

test("a SIRET reads in the groups of the SIREN and the establishment, however it was typed @R-footer-siret", () => {
  for (const typed of ["12345678200002", "123 456 782 00002", "123456782 00002"]) {
    expect(siretLabel(typed)).toBe("123\u00a0456\u00a0782\u00a000002")
    expect(siretDigits(typed)).toBe("12345678200002")
  }
  expect(siretLabel("en cours")).toBe("en cours")
  expect(siretDigits("12")).toBeNull()
  expect(siretDigits("123456782000021")).toBeNull()
  expect(siretLabel("1123456782000021")).toBe("1123456782000021")
})

test("a number within the owner's text stays on one line", () => {
  expect(preventLineBreaks("8 000 €")).toBe("8\u202f000\u202f€")
  expect(preventLineBreaks("Capital de 1 200 000,50 €, à 30 %")).toBe(
    "Capital de 1\u202f200\u202f000,50\u202f€, à 30\u00a0%",
  )
  expect(preventLineBreaks("Dès\u00a050 €")).toBe("Dès\u00a050\u202f€")
  expect(preventLineBreaks("Dès 50 € par jour")).toBe("Dès 50\u202f€ par jour")
  expect(preventLineBreaks("Créteil 123 456 782")).toBe("Créteil 123\u00a0456\u00a0782")
  expect(preventLineBreaks("8 quai de la Marne, 94340 Joinville")).toBe("8 quai de la Marne, 94340 Joinville")
})

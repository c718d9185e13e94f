import { expect, test } from "vitest"
import {
  internationalPhone,
  isCompletePhone,
  phoneDigits,
  phoneLabel,
  siretDigits,
  siretLabel,
  preventLineBreaks,
} from "./printed-numbers.ts"

test("a French phone number reads in pairs, however it was typed", () => {
  for (const typed of [
    "0612345678",
    "06.12.34.56.78",
    "06/12/34/56/78",
    "+33 6 12 34 56 78",
    "+33 (0)6 12 34 56 78",
    "0033612345678",
  ]) {
    expect(phoneLabel(typed)).toBe("06\u00a012\u00a034\u00a056\u00a078")
  }
  expect(phoneLabel("+32 2 555 12 12")).toBe("+32\u00a02\u00a0555\u00a012\u00a012")
  for (const other of ["06123456789", "+336123456789", "1 0612345678", "1 0033612345678"])
    expect(phoneLabel(other)).toBe(preventLineBreaks(other))
})

test("a caller is searched by the digits that the database compares", () => {
  for (const typed of ["06 12 34 56 78", "+33 (0)6 12 34 56 78", "0033612345678", "33612345678"]) {
    expect(phoneDigits(typed)).toBe("0612345678")
  }
  expect(phoneDigits(" (+33) 6 12 34 56 78 ")).toBe("0612345678")
  expect(phoneDigits(" 06 12 34 56 78 ")).toBe("0612345678")
  expect(phoneDigits("3361")).toBe("3361")
  expect(phoneDigits("336123456789")).toBe("336123456789")
  expect(phoneDigits("1233612345678")).toBe("1233612345678")
  expect(phoneDigits("+32 2 555 12 12")).toBe("3225551212")
  expect(phoneDigits("061")).toBeNull()
  expect(phoneDigits(" ")).toBeNull()
  expect(phoneDigits("0612 portable")).toBeNull()
  expect(phoneDigits("Comité 2024")).toBeNull()
})

test("a phone number includes its country code, so that it works from abroad", () => {
  for (const typed of [
    "01 99 00 47 12",
    "01.99.00.47.12",
    "+33 1 99 00 47 12",
    "0033 1 99 00 47 12",
    "+33 (0)1 99 00 47 12",
  ]) {
    expect(internationalPhone(typed)).toBe("+33199004712")
  }
  expect(internationalPhone("+32 2 555 12 12")).toBe("+3225551212")
  expect(internationalPhone("01 99 00 47 12 (accueil)")).toBe("+33199004712")
  expect(internationalPhone("06123456789")).toBe("06123456789")
  expect(internationalPhone("1 0612345678")).toBe("10612345678")
})

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

test("a printed phone number has all its digits, in any country", () => {
  for (const whole of ["01 99 00 47 12", "+33 (0)1 99 00 47 12", "0033199004712", "0800 123 456", "+32 2 123 45 67"])
    expect(isCompletePhone(whole), whole).toBe(true)
  for (const part of [
    "+33 6 12",
    "01 99 00 47",
    "01 99 00 47 12 3",

    "+1 23",
    "+ 12 345 678 901 234 567",
  ])
    expect(isCompletePhone(part), part).toBe(false)
})

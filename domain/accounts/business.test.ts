import { describe, expect, test } from "vitest"
import { isOtherBusiness, shopVatProblem, readSiret, readVatNumber, sirenOf } from "./business.ts"

describe("the SIRET", () => {
  test("a SIRET is fourteen digits with a valid key, however they are spaced @V-business", () => {
    expect(readSiret("987 654 324 00001")).toBe("98765432400001")
    expect(readSiret("987.654.324-00001")).toBe("98765432400001")
    expect(sirenOf("98765432400001")).toBe("987654324")
  })

  test("a SIRET with a wrong key, a digit too few or too many, letters or nothing is refused", () => {
    for (const wrong of ["98765432400002", "89765432400001", "9876543240000", "987654324000010", "98765432A00001", ""])
      expect(readSiret(wrong), wrong).toBeNull()
    expect(readSiret("00000000000000")).toBeNull()
    for (const longer of ["098765432400001", "987654324000018"]) expect(readSiret(longer), longer).toBeNull()
  })

  test("the SIREN within a SIRET has its own key", () => {
    for (const wrong of ["11122233344455", "18000000000000", "00000000000018"])
      expect(readSiret(wrong), wrong).toBeNull()
    expect(readSiret("73282932000074")).toBe("73282932000074")
  })

  test("a SIRET is taken with its label and without invisible signs", () => {
    for (const typed of [
      "SIRET : 732 829 320 00074",
      "N° SIRET 732 829 320 00074",
      "Siret n° 73282932000074",
      "732\u200b 82932000074",
      "732\u00a0829\u202f320\u201100074",
      "７３２８２９３２０ ０００７４",
    ])
      expect(readSiret(typed), typed).toBe("73282932000074")
  })

  test("the SIRET of La Poste follows its own rule: the sum of its digits is a multiple of five", () => {
    // The head office has a valid key; this branch only has the sum.
    expect(readSiret("35600000000048")).toBe("35600000000048")
    expect(readSiret("35600000049837")).toBe("35600000049837")
    expect(readSiret("35600000049838")).toBeNull()
    // The simple sum is valid for La Poste only.
    expect(readSiret("35600010049836")).toBeNull()
  })
})

describe("the entry in the register of companies", () => {
  test("the entry names the business of the SIRET, however it is written, or has no number", () => {
    for (const rcs of ["Créteil 987 654 324", "987654324 RCS Paris", "RCS Lyon B 987.654.324", "Paris", "dispensé", ""])
      expect(isOtherBusiness(rcs, "98765432400001"), rcs).toBe(false)
  })

  test("an entry of another business, or with a missing digit, is a mismatch", () => {
    for (const rcs of ["Créteil 123 456 782", "B 98765432", "RCS Paris 987 654 325"])
      expect(isOtherBusiness(rcs, "98765432400001"), rcs).toBe(true)
  })
})

describe("the VAT number", () => {
  const siret = "98765432400001"

  test("a French VAT number is its key followed by the SIREN", () => {
    expect(readVatNumber("fr 14 987 654 324", siret)).toEqual({ number: "FR14987654324" })
    expect(readVatNumber("FR15987654324", siret)).toEqual({ problem: "wrong-key" })
    expect(readVatNumber("FR83404833048", siret)).toEqual({ problem: "other-business" })
    expect(readVatNumber("FRK7987654324", siret)).toEqual({ number: "FRK7987654324" })
    for (const wrong of ["FR149876543240", "FR114987654324"])
      expect(readVatNumber(wrong, siret), wrong).toEqual({ problem: "not-a-number" })
  })

  test("a foreign VAT number is checked for its format", () => {
    expect(readVatNumber("DE 123456789", siret)).toEqual({ number: "DE123456789" })
    expect(readVatNumber("NL123456789B01", siret)).toEqual({ number: "NL123456789B01" })
    for (const wrong of ["DE12345678", "GB123456789", "14987654324", "FR1498765432", "FRO1987654324", "US12"])
      expect(readVatNumber(wrong, siret), wrong).toEqual({ problem: "not-a-number" })
  })
})

/** One example of each form in the Commission's table, plus the shortest and longest of variable forms. */
const vatNumbers: Readonly<Record<string, readonly string[]>> = {
  AT: ["U12345678"],
  BE: ["0123456789", "1123456789"],
  BG: ["123456789", "1234567890"],
  CY: ["12345678L"],
  CZ: ["12345678", "1234567890"],
  DE: ["123456789"],
  DK: ["12345678"],
  EE: ["123456789"],
  EL: ["123456789"],
  ES: ["X1234567X", "12345678X", "X12345678"],
  FI: ["12345678"],
  HR: ["12345678901"],
  HU: ["12345678"],
  IE: ["1234567WA", "1234567W", "1+12345W"],
  IT: ["12345678901"],
  LT: ["123456789", "123456789012"],
  LU: ["12345678"],
  LV: ["12345678901"],
  MT: ["12345678"],
  NL: ["123456789B01"],
  PL: ["1234567890"],
  PT: ["123456789"],
  RO: ["12", "1234567890"],
  SE: ["123456789012"],
  SI: ["12345678"],
  SK: ["1234567890"],
  XI: ["123456789", "123456789012", "GD123", "HA123"],
}

test.each(Object.entries(vatNumbers))("a VAT number of %s has its exact format", (country, numbers) => {
  const isNumber = (rest: string) => "number" in readVatNumber(country + rest, "73282932000074")
  for (const number of numbers) {
    expect([number, isNumber(number)]).toEqual([number, true])
    for (let at = 0; at < number.length; at++) {
      const wrong = `${number.slice(0, at)}!${number.slice(at + 1)}`
      expect([wrong, isNumber(wrong)]).toEqual([wrong, false])
    }
  }
  const [shortest, longest] = [numbers.at(0) ?? "", numbers.at(-1) ?? ""]
  for (const wrong of [`${longest}7`, `7${longest}`, `U${longest}`, shortest.slice(1)])
    expect([wrong, isNumber(wrong)]).toEqual([wrong, false])
})

test("the shop’s own VAT number has its country’s format, and a French one a valid key", () => {
  for (const right of ["FR11123456782", "FR 11 123 456 782", "BE0123456789", "CHE-123.456.789 TVA", "GB123456789"])
    expect(shopVatProblem(right), right).toBeNull()
  expect(shopVatProblem("FR12123456782")).toBe("wrong-key")
  for (const none of ["FR00", "FR1112345678", "BE12", "123456789", "à venir"])
    expect(shopVatProblem(none), none).toBe("not-a-number")
})

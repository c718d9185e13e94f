import { describe, expect, test } from "vitest"
import { isOtherBusiness, ownVatProblem, readSiret, readVatNumber, sirenOf } from "./business.ts"

describe("A SIRET", () => {
  test("is fourteen digits with the right key, however they are spaced @V-business", () => {
    expect(readSiret("987 654 324 00001")).toBe("98765432400001")
    expect(readSiret("987.654.324-00001")).toBe("98765432400001")
    expect(sirenOf("98765432400001")).toBe("987654324")
  })

  test("is refused with a wrong key, a digit too few or too many, letters, or nothing in it", () => {
    for (const wrong of ["98765432400002", "89765432400001", "9876543240000", "987654324000010", "98765432A00001", ""])
      expect(readSiret(wrong), wrong).toBeNull()
    expect(readSiret("00000000000000")).toBeNull()
    // A digit too many is one, though the key is right.
    for (const longer of ["098765432400001", "987654324000018"]) expect(readSiret(longer), longer).toBeNull()
    // Zeros at its beginning or its end are only zeros.
    expect(readSiret("00000000000018")).toBe("00000000000018")
    expect(readSiret("18000000000000")).toBe("18000000000000")
  })

  test("of La Poste follows its own rule: the sum of its digits is a multiple of five", () => {
    // The seat has a right key; this office has only the sum.
    expect(readSiret("35600000000048")).toBe("35600000000048")
    expect(readSiret("35600000049837")).toBe("35600000049837")
    expect(readSiret("35600000049838")).toBeNull()
    // The same sum is nothing to anybody else.
    expect(readSiret("35600010049836")).toBeNull()
  })
})

describe("An entry of the register of companies", () => {
  test("names the business of the SIRET, however it is written, or has no number", () => {
    for (const rcs of ["Créteil 987 654 324", "987654324 RCS Paris", "RCS Lyon B 987.654.324", "Paris", "dispensé", ""])
      expect(isOtherBusiness(rcs, "98765432400001"), rcs).toBe(false)
  })

  test("of another business, or with a digit less, is one", () => {
    for (const rcs of ["Créteil 123 456 782", "B 98765432", "RCS Paris 987 654 325"])
      expect(isOtherBusiness(rcs, "98765432400001"), rcs).toBe(true)
  })
})

describe("A VAT number", () => {
  const siret = "98765432400001"

  test("of a French business holds its SIREN after the key that goes with it", () => {
    expect(readVatNumber("fr 14 987 654 324", siret)).toEqual({ number: "FR14987654324" })
    expect(readVatNumber("FR15987654324", siret)).toEqual({ problem: "wrong-key" })
    expect(readVatNumber("FR83404833048", siret)).toEqual({ problem: "other-business" })
    expect(readVatNumber("FRK7987654324", siret)).toEqual({ number: "FRK7987654324" })
    for (const wrong of ["FR149876543240", "FR114987654324"])
      expect(readVatNumber(wrong, siret), wrong).toEqual({ problem: "not-a-number" })
  })

  test("of another country is looked at for its form", () => {
    expect(readVatNumber("DE 123456789", siret)).toEqual({ number: "DE123456789" })
    expect(readVatNumber("NL123456789B01", siret)).toEqual({ number: "NL123456789B01" })
    for (const wrong of ["DE12345678", "GB123456789", "14987654324", "FR1498765432", "FRO1987654324", "US12"])
      expect(readVatNumber(wrong, siret), wrong).toEqual({ problem: "not-a-number" })
  })
})

/** One of each form of the Commission's table, after the country; where a form has two lengths, the shortest and the longest. */
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

test.each(Object.entries(vatNumbers))("a number of %s has its form, no more and no less", (country, numbers) => {
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

test("the shop’s own VAT number has its country’s form, and a French one its key", () => {
  for (const right of ["FR11123456782", "FR 11 123 456 782", "BE0123456789", "CHE-123.456.789 TVA", "GB123456789"])
    expect(ownVatProblem(right), right).toBeNull()
  expect(ownVatProblem("FR12123456782")).toBe("wrong-key")
  for (const none of ["FR00", "FR1112345678", "BE12", "123456789", "à venir"])
    expect(ownVatProblem(none), none).toBe("not-a-number")
})

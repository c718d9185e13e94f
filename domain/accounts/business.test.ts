import { describe, expect, test } from "vitest"
import { readSiret, readVatNumber, sirenOf } from "./business.ts"

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

describe("A VAT number", () => {
  const siret = "98765432400001"

  test("of a French business holds its SIREN after the key that goes with it", () => {
    expect(readVatNumber("fr 14 987 654 324", siret)).toEqual({ number: "FR14987654324" })
    expect(readVatNumber("FR15987654324", siret)).toEqual({ problem: "wrong-key" })
    expect(readVatNumber("FR83404833048", siret)).toEqual({ problem: "other-business" })
    expect(readVatNumber("FRK7987654324", siret)).toEqual({ number: "FRK7987654324" })
  })

  test("of another country is looked at for its form", () => {
    expect(readVatNumber("DE 123456789", siret)).toEqual({ number: "DE123456789" })
    expect(readVatNumber("NL123456789B01", siret)).toEqual({ number: "NL123456789B01" })
    for (const wrong of ["DE12345678", "GB123456789", "14987654324", "FR1498765432", "FRO1987654324", "US12"])
      expect(readVatNumber(wrong, siret), wrong).toEqual({ problem: "not-a-number" })
  })
})

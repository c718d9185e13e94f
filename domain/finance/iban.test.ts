import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { ibanLabel, readBic, readIban } from "./iban.ts"

const right = "FR7630006000011234567890189"

describe("an IBAN", () => {
  test.each([right, "DE89370400440532013000", "GB82WEST12345698765432", "BE68539007547034", "NL91ABNA0417164300"])(
    "the IBAN is accepted with its key: %s",
    (iban) => {
      expect(readIban(iban)).toEqual({ ok: true, iban })
      expect(readIban(ibanLabel(iban).toLowerCase())).toEqual({ ok: true, iban })
    },
  )

  test("the IBAN reads in groups of four", () => {
    expect(ibanLabel(right)).toBe("FR76\u00a03000\u00a06000\u00a00112\u00a03456\u00a07890\u00a0189")
  })

  test("an invalid IBAN says what is wrong with it", () => {
    expect(readIban("")).toEqual({ ok: false, problem: "country" })
    expect(readIban("XX7630006000011234567890189")).toEqual({ ok: false, problem: "country" })
    expect(readIban(right.slice(0, -1))).toEqual({ ok: false, problem: "length" })
    expect(readIban(`${right.slice(0, -1)}8`)).toEqual({ ok: false, problem: "checksum" })
    expect(readIban(`FR7é${right.slice(4)}`)).toEqual({ ok: false, problem: "checksum" })
    expect(readIban(right.replace("1234", "12é4"))).toEqual({ ok: false, problem: "checksum" })
  })

  test("the IBAN's key is in digits, even if letters had the same remainder", () => {
    expect(readIban(`FRG9${right.slice(4)}`)).toEqual({ ok: false, problem: "checksum" })
  })

  test("the IBAN is refused with any one digit wrong, or two neighbours swapped", () => {
    fc.assert(
      fc.property(fc.integer({ min: 4, max: right.length - 2 }), fc.integer({ min: 1, max: 9 }), (place, by) => {
        const digit = (Number(right[place]) + by) % 10
        expect(readIban(right.slice(0, place) + digit + right.slice(place + 1)).ok).toBe(false)
        const [one, two] = [right[place], right[place + 1]]
        if (one !== two) expect(readIban(right.slice(0, place) + two + one + right.slice(place + 2)).ok).toBe(false)
      }),
    )
  })
})

test("a BIC has 8 or 11 characters, six letters first, however it is spaced", () => {
  expect(["agri frpp", "AGRIFRPP882", "AGRIFR2XABC"].map(readBic)).toEqual(["AGRIFRPP", "AGRIFRPP882", "AGRIFR2XABC"])
  for (const wrong of ["", "AGRIFRP", "AGRIFRPPX", "AGRIFRPP88", "AGRIFRPP8821", "AGR1FRPP", "AGRIFR-P", "AGRIFRPP-82"])
    expect(readBic(wrong), wrong).toBeNull()
})

import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { ibanLabel, readBic, readIban } from "./iban.ts"

const right = "FR7630006000011234567890189"

describe("an account number", () => {
  test.each([right, "DE89370400440532013000", "GB82WEST12345698765432", "BE68539007547034", "NL91ABNA0417164300"])(
    "is taken with its key: %s",
    (iban) => {
      expect(readIban(iban)).toEqual({ ok: true, iban })
      expect(readIban(ibanLabel(iban).toLowerCase())).toEqual({ ok: true, iban })
    },
  )

  test("is read in groups of four", () => {
    expect(ibanLabel(right)).toBe("FR76\u00a03000\u00a06000\u00a00112\u00a03456\u00a07890\u00a0189")
  })

  test("says what is wrong with it", () => {
    expect(readIban("")).toEqual({ ok: false, problem: "country" })
    expect(readIban("XX7630006000011234567890189")).toEqual({ ok: false, problem: "country" })
    expect(readIban(right.slice(0, -1))).toEqual({ ok: false, problem: "length" })
    expect(readIban(`${right.slice(0, -1)}8`)).toEqual({ ok: false, problem: "checksum" })
    expect(readIban(`FR7é${right.slice(4)}`)).toEqual({ ok: false, problem: "checksum" })
    expect(readIban(right.replace("1234", "12é4"))).toEqual({ ok: false, problem: "checksum" })
  })

  test("has digits for a key, also where letters would come to the same remainder", () => {
    expect(readIban(`FRG9${right.slice(4)}`)).toEqual({ ok: false, problem: "checksum" })
  })

  test("is refused with any one digit wrong, or two neighbours exchanged", () => {
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

test("a bank's code has 8 signs or 11, six letters first, however it is spaced", () => {
  expect(["agri frpp", "AGRIFRPP882", "AGRIFR2XABC"].map(readBic)).toEqual(["AGRIFRPP", "AGRIFRPP882", "AGRIFR2XABC"])
  for (const wrong of ["", "AGRIFRP", "AGRIFRPPX", "AGRIFRPP88", "AGRIFRPP8821", "AGR1FRPP", "AGRIFR-P", "AGRIFRPP-82"])
    expect(readBic(wrong), wrong).toBeNull()
})

import { describe, expect, test } from "vitest"
import { cleanPastedText, toPlainSigns } from "./pasted-text.ts"

describe("a pasted text", () => {
  test("an invisible sign beside letters is taken off", () => {
    for (const sign of "\u00ad\u061c\u180e\u200b\u200e\u202a\u202e\u2060\u2066\u2069\u3164\uffa0\ufeff\ufffb\uffff")
      expect(cleanPastedText(`${sign}Anne${sign} Martin${sign}`), sign.codePointAt(0)?.toString(16)).toBe("Anne Martin")
  })

  test("a text that shows nothing is empty", () => {
    for (const text of ["\u200b", "\u2060\u2060", "\u3164", "\u200d", "\ufe0f", "\u1160", "\u0301", "\u2066 \u2069"])
      expect(cleanPastedText(text).trim(), text.codePointAt(0)?.toString(16)).toBe("")
    expect(cleanPastedText("\u2800\u2800").trim()).toBe("")
  })

  test("signs that shape a letter or an emoji stay", () => {
    for (const text of ["👩‍👩‍👧", "❤\ufe0f", "می\u200cخواهم", "क्\u200dष", "葛\u{e0100}"])
      expect(cleanPastedText(text)).toBe(text.normalize("NFC"))
  })

  test("a line end of Word becomes a space, and an accent joins its letter", () => {
    expect(cleanPastedText("12 rue\vdu Port")).toBe("12 rue du Port")
    expect(cleanPastedText("Zoe\u0301")).toBe("Zoé")
    expect(cleanPastedText("a\r\nb\tc")).toBe("a\nb\tc")
  })
})

test("full-width and Arabic digits, and any dash, become those of a French keyboard", () => {
  expect(toPlainSigns(" \u202a７５\u200b００１\u202c ")).toBe("75001")
  expect(toPlainSigns("٠٦\u2011۱۲\u2212٣")).toBe("06-12-3")
})

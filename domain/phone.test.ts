import { expect, test } from "vitest"
import { internationalPhone, phoneDigits, phoneLabel, readPhone } from "./phone.ts"
import { preventLineBreaks } from "./printed-numbers.ts"

test("a number is taken as people paste it, without its label and invisible signs", () => {
  for (const [typed, number] of [
    ["\u202a+33 6 12 34 56 78\u202c", "+33 6 12 34 56 78"],
    ["\u20680612345678\u2069", "0612345678"],
    ["06\u201112\u201134\u201156\u201178", "06-12-34-56-78"],
    ["06–12–34–56–78", "06-12-34-56-78"],
    ["０６ １２ ３４ ５６ ７８", "06 12 34 56 78"],
    ["Tél. : 06 12 34 56 78", "06 12 34 56 78"],
    ["tel:+33612345678", "+33612345678"],
    ["06,12,34,56,78", "06,12,34,56,78"],
    ["+1 514 555 0123", "+1 514 555 0123"],
  ] as const)
    expect(readPhone(typed), typed).toBe(number)
})

test("a number that nobody could dial is refused", () => {
  for (const typed of [
    "06 12 34 56 7",
    "612345678",
    "06 12 34 56 78 9",
    "+33 6 12 34 56 7",
    "+33 06 12 34 56",
    "0262 12 34 5",
    "514 555 0123",
    "06 12 34 56 78 / 06 98 76 54 32",
    "appelez-moi",
    "\u200b",
    "0000000000",
  ])
    expect(readPhone(typed), typed).toBeNull()
})

test.each([
  ["+33 06 12 34 56 78", "+33612345678"],
  ["0033 06 12 34 56 78", "+33612345678"],
  ["(+33) 6 12 34 56 78", "+33612345678"],
  ["33 6 12 34 56 78", "+33612345678"],
  ["0692 12 34 56", "+262692123456"],
  ["0262 12 34 56", "+262262123456"],
  ["+33 692 12 34 56", "+262692123456"],
  ["+262 0692 12 34 56", "+262692123456"],
  ["0639 01 23 45", "+262639012345"],
  ["06 39 98 10 12", "+33639981012"],
  ["0690 12 34 56", "+590690123456"],
  ["0594 12 34 56", "+594594123456"],
  ["0696 12 34 56", "+596696123456"],
  ["+32 (0)475 12 34 56", "+32475123456"],
  ["+32 0475 12 34 56", "+32475123456"],
  ["+39 06 1234 5678", "+390612345678"],
])("%s dials %s", (typed, number) => {
  expect(internationalPhone(typed)).toBe(number)
  expect(readPhone(typed)).not.toBeNull()
})

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
  for (const typed of [
    "06 12 34 56 78",
    "+33 (0)6 12 34 56 78",
    "+33 06 12 34 56 78",
    "0033612345678",
    "33612345678",
  ]) {
    expect(phoneDigits(typed)).toBe("0612345678")
  }
  expect(phoneDigits(" (+33) 6 12 34 56 78 ")).toBe("0612345678")
  expect(phoneDigits(" 06 12 34 56 78 ")).toBe("0612345678")
  expect(phoneDigits("+262 692 12 34 56")).toBe("0692123456")
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

test("a printed phone number has all its digits, in any country", () => {
  for (const whole of ["01 99 00 47 12", "+33 (0)1 99 00 47 12", "0033199004712", "0800 123 456", "+32 2 123 45 67"])
    expect(readPhone(whole), whole).toBe(whole)
  for (const part of [
    "+33 6 12",
    "01 99 00 47",
    "01 99 00 47 12 3",

    "+1 23",
    "+ 12 345 678 901 234 567",
  ])
    expect(readPhone(part), part).toBeNull()
})

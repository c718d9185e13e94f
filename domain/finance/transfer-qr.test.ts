import { expect, test } from "vitest"
import { type Transfer, transferQrText } from "./transfer-qr.ts"

const transfer: Transfer = {
  name: "Guinguette SARL",
  iban: "FR76 3000 6000 0112 3456 7890 189",
  bic: "AGRIFRPP",
  amount: 13_320,
  reference: "GU34YDF",
}
const text = (values: Partial<Transfer>) => transferQrText({ ...transfer, ...values })

test("the text follows the standard, line by line", () => {
  expect(text({})).toEqual({
    ok: true,
    value: "BCD\n002\n1\nSCT\nAGRIFRPP\nGuinguette SARL\nFR7630006000011234567890189\nEUR133.20\n\n\nGU34YDF",
  })
})

test("the BIC and the reference may be missing", () => {
  expect(text({ bic: " ", reference: " " })).toEqual(text({ bic: null, reference: "" }))
  expect(text({ bic: null, reference: "" })).toEqual({
    ok: true,
    value: "BCD\n002\n1\nSCT\n\nGuinguette SARL\nFR7630006000011234567890189\nEUR133.20",
  })
})

test.each([
  [1, "EUR0.01"],
  [5, "EUR0.05"],
  [100, "EUR1.00"],
  [99_999_999_999, "EUR999999999.99"],
])("the amount of %d cents is written %s", (amount, written) => {
  expect(text({ amount })).toMatchObject({ ok: true, value: expect.stringContaining(`\n${written}\n`) })
})

test.each<[string, Partial<Transfer>, string]>([
  ["nothing to pay", { amount: 0 }, "amount"],
  ["a credit", { amount: -1 }, "amount"],
  ["half a cent", { amount: 1.5 }, "amount"],
  ["a billion", { amount: 100_000_000_000 }, "amount"],
  ["a wrong key", { iban: "FR7630006000011234567890188" }, "iban"],
  ["no account", { iban: "" }, "iban"],
  ["a BIC of nine characters", { bic: "AGRIFRPPX" }, "bic"],
  ["a BIC with a line end", { bic: "AGRI\nFRPP\nXX" }, "bic"],
  ["no name", { name: " \n " }, "name"],
  ["a reference of 141 characters", { reference: "x".repeat(141) }, "reference"],
  ["more than 331 bytes", { reference: "€".repeat(140) }, "reference"],
])("%s is refused", (_, values, problem) => {
  expect(text(values)).toEqual({ ok: false, error: problem })
})

test("a code holds at most 331 bytes", () => {
  const reference = `${"é".repeat(112)}${"x".repeat(28)}`
  const written = text({ reference })
  expect(written.ok && new TextEncoder().encode(written.value)).toHaveLength(331)
  expect(text({ reference: reference.replace("x", "é") })).toEqual({ ok: false, error: "reference" })
})

test("a name is cut at 70 characters, and neither it nor the reference adds a line", () => {
  const long = text({ name: "é".repeat(80) })
  expect(long.ok && long.value.split("\n")[5]).toBe("é".repeat(70))
  const spaced = text({ name: ` ${"e".repeat(69)} e`, reference: ` ${"x".repeat(140)} ` })
  expect(spaced.ok && spaced.value.split("\n").filter((_, line) => line === 5 || line === 10)).toEqual([
    "e".repeat(69),
    "x".repeat(140),
  ])
  const lines = text({ name: "Guinguette\nDE00", reference: "a\r\nb\u2028c\u202ed" })
  expect(lines.ok && lines.value.split("\n")).toHaveLength(11)
  expect(lines.ok && lines.value.split("\n").slice(5)).toMatchObject([
    "Guinguette DE00",
    "FR7630006000011234567890189",
    "EUR133.20",
    "",
    "",
    "a b c d",
  ])
})

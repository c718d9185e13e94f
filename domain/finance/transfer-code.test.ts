import { expect, test } from "vitest"
import { transferCode } from "./transfer-code.ts"

const transfer = {
  beneficiary: "Guinguette SARL",
  iban: "FR76 3000 6000 0112 3456 7890 189",
  bic: null,
  amount: 19_080,
  reference: "Réservation 1042",
}

test("A transfer's code is the eleven lines of EPC069-12, the amount in euros with two decimals", () => {
  expect(transferCode(transfer)).toBe(
    "BCD\n002\n1\nSCT\n\nGuinguette SARL\nFR7630006000011234567890189\nEUR190.80\n\n\nRéservation 1042",
  )
  expect(transferCode({ ...transfer, bic: "AGRIFRPP" })).toContain("\nAGRIFRPP\n")
  expect(transferCode({ ...transfer, amount: 5 })).toContain("\nEUR0.05\n")
})

test("No name or reference adds a line, or is longer than the code allows", () => {
  const code = transferCode({ ...transfer, beneficiary: "Bal\n".repeat(40), reference: "x\r\n".repeat(100) }) ?? ""
  expect(code.split("\n")).toHaveLength(11)
  expect(code.split("\n")[5]?.length).toBeLessThanOrEqual(70)
  expect(code.split("\n")[10]?.length).toBeLessThanOrEqual(140)
})

test("Nothing is asked for without an amount, an account or a name", () => {
  for (const missing of [
    { amount: 0 },
    { amount: -1 },
    { amount: 100_000_000_000 },
    { iban: "" },
    { beneficiary: " " },
  ])
    expect(transferCode({ ...transfer, ...missing })).toBeNull()
})

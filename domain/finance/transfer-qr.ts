import type { Cents } from "../money.ts"
import { type Result, err, ok } from "../result.ts"
import { readBic, readIban } from "./iban.ts"

export type Transfer = {
  name: string
  iban: string
  bic: string | null
  amount: Cents
  reference: string
}

type TransferProblem = "iban" | "bic" | "name" | "amount" | "reference"

const MAX_NAME = 70
const MAX_REFERENCE = 140
const MAX_AMOUNT = 99_999_999_999
const MAX_BYTES = 331

/** EPC069-12, version 002. Banks go by the IBAN, so long names are cut. */
export function transferQrText({ name, iban, bic, amount, reference }: Transfer): Result<string, TransferProblem> {
  const account = readIban(iban)
  if (!account.ok) return err("iban")
  const bank = bic === null || bic.trim() === "" ? "" : readBic(bic)
  if (bank === null) return err("bic")
  const holder = [...oneLine(name)].slice(0, MAX_NAME).join("").trim()
  if (holder === "") return err("name")
  if (!Number.isInteger(amount) || amount < 1 || amount > MAX_AMOUNT) return err("amount")
  const remittance = oneLine(reference)
  if ([...remittance].length > MAX_REFERENCE) return err("reference")
  const euros = `EUR${Math.floor(amount / 100)}.${String(amount % 100).padStart(2, "0")}`
  const text = ["BCD", "002", "1", "SCT", bank, holder, account.iban, euros, "", "", remittance].join("\n").trimEnd()
  return new TextEncoder().encode(text).length > MAX_BYTES ? err("reference") : ok(text)
}

function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Z}]+/gu, " ").trim()
}

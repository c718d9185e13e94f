import type { Cents } from "../money.ts"
import { type Result, err, ok } from "../result.ts"
import { readBic, readIban } from "./iban.ts"

/** A transfer that a customer's bank fills in for them. */
export type Transfer = {
  /** The account's holder. */
  name: string
  /** With or without spaces. */
  iban: string
  /** Not needed inside the European Economic Area. */
  bic: string | null
  amount: Cents
  /** As free text, which every bank shows. */
  reference: string
}

export type TransferProblem = "iban" | "bic" | "name" | "amount" | "reference"

const MAX_NAME = 70
const MAX_REFERENCE = 140
/** 0.01 to 999999999.99 euros. */
const MAX_AMOUNT = 99_999_999_999
const MAX_BYTES = 331

/**
 * The text of the European Payments Council's QR code for a transfer (EPC069-12, version 002: UTF-8, the BIC may be
 * missing). A name that is too long is cut, since banks go by the IBAN; anything else that the standard does not allow
 * is a problem, and then no code is shown.
 */
export function transferQrText({ name, iban, bic, amount, reference }: Transfer): Result<string, TransferProblem> {
  const account = readIban(iban)
  if (!account.ok) return err("iban")
  const bank = bic === null || bic.trim() === "" ? "" : readBic(bic)
  if (bank === null) return err("bic")
  const holder = [...oneLine(name)].slice(0, MAX_NAME).join("").trim()
  if (holder === "") return err("name")
  if (!Number.isInteger(amount) || amount < 1 || amount > MAX_AMOUNT) return err("amount")
  const about = oneLine(reference)
  if ([...about].length > MAX_REFERENCE) return err("reference")
  const euros = `EUR${Math.floor(amount / 100)}.${String(amount % 100).padStart(2, "0")}`
  // Purpose and structured reference stay empty; lines at the end that hold nothing are left out.
  const text = ["BCD", "002", "1", "SCT", bank, holder, account.iban, euros, "", "", about].join("\n").trimEnd()
  return new TextEncoder().encode(text).length > MAX_BYTES ? err("reference") : ok(text)
}

function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Z}]+/gu, " ").trim()
}

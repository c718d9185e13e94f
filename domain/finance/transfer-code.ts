import type { Cents } from "../money.ts"

export type Transfer = {
  /** Whose account it is. */
  beneficiary: string
  iban: string
  /** Null: banks of the euro area find it by the account number. */
  bic: string | null
  amount: Cents
  /** What the transfer is for, which the beneficiary reads. */
  reference: string
}

/** What a QR code may hold of each (EPC069-12). */
const MAX_NAME = 70
const MAX_REFERENCE = 140
/** 999 999 999,99 €. */
const MAX_AMOUNT = 99_999_999_999

/**
 * The text of a QR code by which a bank's application fills in a transfer (European Payments Council, EPC069-12, version
 * 002: SEPA credit transfer, UTF-8, unstructured remittance). Null for what no such code can ask.
 */
export function transferCode({ beneficiary, iban, bic, amount, reference }: Transfer): string | null {
  const name = line(beneficiary).slice(0, MAX_NAME)
  if (name === "" || iban === "" || amount <= 0 || amount > MAX_AMOUNT) return null
  const euros = `EUR${Math.floor(amount / 100)}.${String(amount % 100).padStart(2, "0")}`
  const about = line(reference).slice(0, MAX_REFERENCE)
  return ["BCD", "002", "1", "SCT", bic ?? "", name, iban.replace(/\s/g, ""), euros, "", "", about].join("\n")
}

/** One line: the format is one value a line. */
function line(text: string): string {
  return text.replace(/\s+/g, " ").trim()
}

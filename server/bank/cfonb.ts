import type { Statement, StatementEntry } from "../../domain/finance/bank-statement.ts"
import { isDay } from "../../domain/day.ts"
import type { Cents } from "../../domain/money.ts"
import { type Result, err, ok } from "../../domain/result.ts"
import type { StatementProblem } from "./statement-problem.ts"
import { oneLine } from "./text.ts"

/**
 * CFONB 120, "relevé de compte": records of 120 signs, one a line. 01 and 07 are balances, 04 a movement, 05 more about
 * the movement before. Places from 1, as the CFONB's brochure counts them.
 */
export function readCfonb(text: string): Result<Statement, StatementProblem> {
  const entries: StatementEntry[] = []
  let [account, aside, current]: [string | null, number, StatementEntry | null] = [null, 0, null]
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === "") continue
    const record = line.padEnd(120)
    const field = (from: number, to: number) => record.slice(from - 1, to)
    const broken = err({ kind: "broken" as const, format: "cfonb120" as const, line: index + 1 })
    switch (field(1, 2)) {
      case "01":
      case "07":
        account ??= `${field(3, 7)} ${field(12, 16)} ${field(22, 32)}`.trim()
        current = null
        break
      case "04": {
        const currency = field(17, 19)
        if (currency.trim() !== "" && currency !== "EUR") return err({ kind: "other-currency", currency })
        const bookedOn = `20${field(39, 40)}-${field(37, 38)}-${field(35, 36)}`
        const amount = signedAmount(field(91, 104), Number(field(20, 20)) || 2)
        if (!isDay(bookedOn) || amount === null) return broken
        current = null
        if (amount === 0) aside += 1
        else {
          current = {
            bookedOn,
            amount,
            label: oneLine(field(49, 79)),
            counterparty: null,
            reference: null,
            bankId: null,
          }
          const reference = oneLine(field(105, 120))
          if (reference !== "" && !/^(NOTPROVIDED|0+)$/i.test(reference)) current.reference = reference
          entries.push(current)
        }
        break
      }
      case "05":
        if (current) addMore(current, field(46, 48), oneLine(field(49, 118)))
        break
      default:
        return broken
    }
  }
  return ok({ format: "cfonb120", account, entries, aside })
}

/** Qualifiers of the brochure: the name of who paid or was paid, the customer's reference, the free text of a transfer; others are more label. */
function addMore(entry: StatementEntry, qualifier: string, text: string): void {
  if (text === "") return
  if (qualifier === "NPY" || qualifier === "NBE") entry.counterparty = text
  else if (qualifier === "RCN" || qualifier === "REF" || qualifier === "EDR")
    entry.reference = oneLine([entry.reference ?? "", text].join(" "))
  else entry.label = oneLine(`${entry.label} ${text}`)
}

/** The last sign of an amount says its last digit and whether it is a credit: "{" and A to I, or a debit: "}" and J to R. */
function signedAmount(text: string, decimals: number): Cents | null {
  const match = /^\s*(\d*)([0-9A-R{}])\s*$/.exec(text)
  if (!match) return null
  const [, digits = "", sign = ""] = match
  const debit = sign === "}" || /[J-R]/.test(sign)
  const last =
    sign === "{" || sign === "}" ? 0 : /\d/.test(sign) ? Number(sign) : sign.charCodeAt(0) - (debit ? 73 : 64)
  const amount = Math.round(Number(`${digits}${last}`) * 10 ** (2 - decimals))
  if (!Number.isSafeInteger(amount) || amount > 2_000_000_000) return null
  return debit ? -amount : amount
}

import type { SkipReason, Statement, StatementEntry } from "../../../domain/finance/bank-statement.ts"
import { isDay } from "../../../domain/day.ts"
import type { Cents } from "../../../domain/money.ts"
import { type Result, err, ok } from "../../../domain/result.ts"
import type { BrokenStatement, StatementProblem } from "./statement-problem.ts"
import { oneLine } from "./text.ts"

/** Records: 01 and 07 balances, 04 movement, 05 its supplement. Positions count from 1. */
export function readCfonb(text: string): Result<Statement, StatementProblem> {
  const entries: StatementEntry[] = []
  const accounts = new Set<string>()
  let [current, foreignCurrency]: [StatementEntry | null, string | null] = [null, null]
  const skippedByReason: Statement["skippedByReason"] = {}
  const skip = (reason: SkipReason) => {
    skippedByReason[reason] = (skippedByReason[reason] ?? 0) + 1
  }
  for (const [index, line] of splitRecords(text).entries()) {
    if (line.trim() === "") continue
    const record = line.padEnd(RECORD)
    const field = (from: number, to: number) => record.slice(from - 1, to)
    const broken = (reason: BrokenStatement["reason"], written: string) =>
      err({ kind: "broken" as const, format: "cfonb120" as const, line: index + 1, reason, text: oneLine(written) })
    switch (field(1, 2)) {
      case "01":
      case "07":
        accounts.add(accountNumber(field))
        current = null
        break
      case "04": {
        current = null
        const currency = field(17, 19)
        if (currency.trim() !== "" && currency !== "EUR") {
          foreignCurrency ??= currency
          skip("other-currency")
          break
        }
        const bookedOn = `20${field(39, 40)}-${field(37, 38)}-${field(35, 36)}`
        if (!isDay(bookedOn)) return broken("day", field(35, 40))
        const decimals = field(20, 20)
        const amount = signedAmount(field(91, 104), /\d/.test(decimals) ? Number(decimals) : 2)
        if (amount === null) return broken("amount", field(91, 104))
        if (amount === 0) skip("no-amount")
        else {
          current = {
            bookedOn,
            amount,
            label: oneLine(field(49, 79)),
            counterparty: null,
            reference: null,
            bankId: null,
            account: accountNumber(field),
            ...(hasRejectionCode(field(41, 42)) ? { reversal: true } : {}),
          }
          if (current.account !== null) accounts.add(current.account)
          const reference = oneLine(field(105, 120))
          if (reference !== "" && !/^(NOTPROVIDED|0+)$/i.test(reference)) current.reference = reference
          entries.push(current)
        }
        break
      }
      case "05":
        if (current) addSupplement(current, field(46, 48), field(49, 118))
        break
      default:
        return broken("record", line.slice(0, 40))
    }
  }
  if (entries.length === 0 && foreignCurrency !== null)
    return err({ kind: "other-currency", currency: foreignCurrency })
  const skipped = Object.values(skippedByReason).reduce((sum, count) => sum + count, 0)
  const account = [...accounts].filter(Boolean).join(", ") || null
  return ok({ format: "cfonb120", account, entries, skipped, skippedByReason })
}

const RECORD = 120

/** Some banks write the records without line breaks. */
function splitRecords(text: string): string[] {
  const lines = text.split(/\r\n?|\n/)
  const [only = "", ...more] = lines.filter((line) => line.trim() !== "")
  if (more.length > 0 || only.length <= RECORD) return lines
  return Array.from({ length: Math.ceil(only.length / RECORD) }, (_, nth) =>
    only.slice(nth * RECORD, (nth + 1) * RECORD),
  )
}

function hasRejectionCode(reason: string): boolean {
  return !/^[\s0]*$/.test(reason)
}

function accountNumber(field: (from: number, to: number) => string): string {
  return `${field(3, 7)} ${field(12, 16)} ${field(22, 32)}`.trim()
}

/** NPY names the payer and NBE the payee; one of them is the account's own holder. */
function addSupplement(entry: StatementEntry, qualifier: string, field: string): void {
  const text = oneLine(field)
  if (text === "") return
  if (qualifier === "NPY" || qualifier === "NBE") {
    if ((qualifier === "NPY") === entry.amount > 0)
      entry.counterparty = oneLine([entry.counterparty ?? "", text].join(" "))
  } else if (qualifier === "RCN" || qualifier === "REF" || qualifier === "EDR")
    entry.reference = oneLine([entry.reference ?? "", text].join(" "))
  else entry.label = oneLine(`${entry.label} ${text}`)
}

const zeroSigns: Readonly<Record<string, string>> = { é: "{", è: "}", É: "{", È: "}", "‚": "{", Š: "}" }

/** Last character is digit and sign: "{", A-I credit; "}", J-R debit. */
function signedAmount(text: string, decimals: number): Cents | null {
  const match = /^\s*(\d*)([0-9A-R{}])\s*$/.exec(
    text.replace(/[éèÉÈ‚Š]/, (lastChar) => zeroSigns[lastChar] ?? lastChar),
  )
  if (!match) return null
  const [, digits = "", lastChar = ""] = match
  const isDebit = lastChar === "}" || /[J-R]/.test(lastChar)
  const last =
    lastChar === "{" || lastChar === "}"
      ? 0
      : /\d/.test(lastChar)
        ? Number(lastChar)
        : lastChar.charCodeAt(0) - (isDebit ? 73 : 64)
  const amount = Math.round(Number(`${digits}${last}`) * 10 ** (2 - decimals))
  if (!Number.isSafeInteger(amount) || amount > 2_000_000_000) return null
  return isDebit && amount !== 0 ? -amount : amount
}

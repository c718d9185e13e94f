import type { AsideReason, Statement, StatementEntry } from "../../../domain/finance/bank-statement.ts"
import { isDay } from "../../../domain/day.ts"
import type { Cents } from "../../../domain/money.ts"
import { type Result, err, ok } from "../../../domain/result.ts"
import type { BrokenStatement, StatementProblem } from "./statement-problem.ts"
import { oneLine } from "./text.ts"

/**
 * CFONB 120, "relevé de compte": records of 120 signs, one a line. 01 and 07 are balances, 04 a movement, 05 more about
 * the movement before. Places from 1, as the CFONB's brochure counts them.
 */
export function readCfonb(text: string): Result<Statement, StatementProblem> {
  const entries: StatementEntry[] = []
  const accounts = new Set<string>()
  let [current, foreign]: [StatementEntry | null, string | null] = [null, null]
  const asideFor: Statement["asideFor"] = {}
  const leave = (reason: AsideReason) => {
    asideFor[reason] = (asideFor[reason] ?? 0) + 1
  }
  for (const [index, line] of recordsOf(text).entries()) {
    if (line.trim() === "") continue
    const record = line.padEnd(RECORD)
    const field = (from: number, to: number) => record.slice(from - 1, to)
    const broken = (reason: BrokenStatement["reason"], written: string) =>
      err({ kind: "broken" as const, format: "cfonb120" as const, line: index + 1, reason, text: oneLine(written) })
    switch (field(1, 2)) {
      case "01":
      case "07":
        accounts.add(accountOf(field))
        current = null
        break
      case "04": {
        current = null
        const currency = field(17, 19)
        if (currency.trim() !== "" && currency !== "EUR") {
          foreign ??= currency
          leave("other-currency")
          break
        }
        const bookedOn = `20${field(39, 40)}-${field(37, 38)}-${field(35, 36)}`
        if (!isDay(bookedOn)) return broken("day", field(35, 40))
        const decimals = field(20, 20)
        const amount = signedAmount(field(91, 104), /\d/.test(decimals) ? Number(decimals) : 2)
        if (amount === null) return broken("amount", field(91, 104))
        if (amount === 0) leave("no-amount")
        else {
          current = {
            bookedOn,
            amount,
            label: oneLine(field(49, 79)),
            counterparty: null,
            reference: null,
            bankId: null,
            account: accountOf(field),
            ...(isRejected(field(41, 42)) ? { reversal: true } : {}),
          }
          if (current.account !== null) accounts.add(current.account)
          const reference = oneLine(field(105, 120))
          if (reference !== "" && !/^(NOTPROVIDED|0+)$/i.test(reference)) current.reference = reference
          entries.push(current)
        }
        break
      }
      case "05":
        if (current) addMore(current, field(46, 48), field(49, 118))
        break
      default:
        return broken("record", line.slice(0, 40))
    }
  }
  if (entries.length === 0 && foreign !== null) return err({ kind: "other-currency", currency: foreign })
  const aside = Object.values(asideFor).reduce((sum, count) => sum + count, 0)
  const account = [...accounts].filter(Boolean).join(", ") || null
  return ok({ format: "cfonb120", account, entries, aside, asideFor })
}

const RECORD = 120

/** One record a line; some banks deliver them end to end instead. */
function recordsOf(text: string): string[] {
  const lines = text.split(/\r\n?|\n/)
  const [only = "", ...more] = lines.filter((line) => line.trim() !== "")
  if (more.length > 0 || only.length <= RECORD) return lines
  return Array.from({ length: Math.ceil(only.length / RECORD) }, (_, nth) =>
    only.slice(nth * RECORD, (nth + 1) * RECORD),
  )
}

/** Why an operation was rejected, in two signs; nothing for one that was not. */
function isRejected(reason: string): boolean {
  return !/^[\s0]*$/.test(reason)
}

/** Bank, branch and number. */
function accountOf(field: (from: number, to: number) => string): string {
  return `${field(3, 7)} ${field(12, 16)} ${field(22, 32)}`.trim()
}

/**
 * Qualifiers of the brochure: the name of who paid (NPY) and of who was paid (NBE), of which one is the account's own; the
 * customer's reference, the free text of a transfer; others are more label. A name may take two records.
 */
function addMore(entry: StatementEntry, qualifier: string, field: string): void {
  const text = oneLine(field)
  if (text === "") return
  if (qualifier === "NPY" || qualifier === "NBE") {
    if ((qualifier === "NPY") === entry.amount > 0)
      entry.counterparty = oneLine([entry.counterparty ?? "", text].join(" "))
  } else if (qualifier === "RCN" || qualifier === "REF" || qualifier === "EDR")
    entry.reference = oneLine([entry.reference ?? "", text].join(" "))
  else entry.label = oneLine(`${entry.label} ${text}`)
}

/** "{" and "}" as French code pages write them; the last two as DOS' are read in Windows'. */
const zeroSigns: Readonly<Record<string, string>> = { é: "{", è: "}", É: "{", È: "}", "‚": "{", Š: "}" }

/** The last sign of an amount says its last digit and whether it is a credit: "{" and A to I, or a debit: "}" and J to R. */
function signedAmount(text: string, decimals: number): Cents | null {
  const match = /^\s*(\d*)([0-9A-R{}])\s*$/.exec(text.replace(/[éèÉÈ‚Š]/, (sign) => zeroSigns[sign] ?? sign))
  if (!match) return null
  const [, digits = "", sign = ""] = match
  const debit = sign === "}" || /[J-R]/.test(sign)
  const last =
    sign === "{" || sign === "}" ? 0 : /\d/.test(sign) ? Number(sign) : sign.charCodeAt(0) - (debit ? 73 : 64)
  const amount = Math.round(Number(`${digits}${last}`) * 10 ** (2 - decimals))
  if (!Number.isSafeInteger(amount) || amount > 2_000_000_000) return null
  return debit && amount !== 0 ? -amount : amount
}

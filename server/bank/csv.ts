import { createHash } from "node:crypto"
import type { CsvColumns, Statement, StatementEntry } from "../../domain/finance/bank-statement.ts"
import { type Result, err, ok } from "../../domain/result.ts"
import type { StatementProblem } from "./statement-problem.ts"
import { oneLine, statementAmount, statementDay } from "./text.ts"

/** A bank's table: what stands over its columns, and its rows. Of the lines before the header only the account is read. */
export type CsvTable = {
  header: string[]
  rows: string[][]
  /** The number of the account, where a line before the header says it. */
  account: string | null
  /** By which the tables of the same account are known again, or of the same bank where they do not say of which. */
  headerSha256: string
}

const MAX_COLUMNS = 40
const MAX_ROWS = 20_000

/** Finds the header: the first line with a date and at least three cells. Semicolons, tabulators or commas. */
export function csvTable(text: string): Result<CsvTable, StatementProblem> {
  for (const separator of [";", "\t", ","]) {
    const { rows, isWhole } = rowsOf(text, separator)
    const at = rows.findIndex(
      (row) =>
        row.filter((cell) => cell.trim() !== "").length >= 3 &&
        row.some((cell) => /date/i.test(cell)) &&
        !row.some((cell) => statementDay(cell) !== null),
    )
    const header = rows[at]?.map((cell) => oneLine(cell))
    if (!header || header.length > MAX_COLUMNS) continue
    if (!isWhole) return err({ kind: "broken", format: "csv", line: null })
    const body = rows.slice(at + 1).filter((row) => row.filter((cell) => cell.trim() !== "").length >= 2)
    if (body.length === 0) return err({ kind: "no-entries" })
    if (body.length > MAX_ROWS) return err({ kind: "too-many", max: MAX_ROWS })
    const account = accountIn(rows.slice(0, at))
    const known = account === null ? header : [...header, account]
    const headerSha256 = createHash("sha256").update(known.join("\n").toLowerCase()).digest("hex")
    return ok({ header, rows: body, account, headerSha256 })
  }
  return err({ kind: "unknown-format" })
}

/** An IBAN, or five figures and more behind the word "compte"; never a day, nor what stands on the account. */
function accountIn(lines: CsvTable["rows"]): string | null {
  for (const cells of lines) {
    const line = oneLine(cells.join(" "))
    if (/solde/i.test(line)) continue
    const iban = /\b[A-Z]{2}\d{2}(?: ?[A-Z\d]{4}){2,7}(?: ?[A-Z\d]{1,3})?\b/.exec(line)?.[0].replaceAll(" ", "")
    const number = /compte\D{0,30}?\b(\d{5,}[A-Z]?)(?![\w.,/-])/i.exec(line)?.[1]
    if (iban ?? number) return iban ?? number ?? null
  }
  return null
}

/** What the columns are called says what they are, mostly: a guess for a person to look at. */
export function guessColumns(header: readonly string[]): CsvColumns {
  const find = (...patterns: RegExp[]) => {
    for (const pattern of patterns) {
      const place = header.findIndex((name) => pattern.test(name.normalize("NFD").replace(/\p{M}/gu, "")))
      if (place >= 0) return place
    }
    return null
  }
  const [debit, credit] = [find(/debit/i), find(/credit/i)]
  return {
    date: find(/date.*(compta|operation|op\b)/i, /^date$/i, /date/i) ?? 0,
    label: find(/libelle/i, /intitule|detail|description|communication|label/i) ?? Math.min(1, header.length - 1),
    amount: debit !== null && credit !== null ? null : find(/montant|amount|somme/i),
    debit: credit === null ? null : debit,
    credit: debit === null ? null : credit,
    side: debit !== null && credit !== null ? null : find(/^sens\b/i, /debit.*credit/i, /^(d\s*\/\s*c|type)$/i),
    counterparty: find(/emetteur|donneur|tiers|contrepartie|\bnom\b/i),
    reference: find(/reference/i, /^ref/i),
  }
}

/** The entries of a table whose columns are known; the line of the first row that cannot be read that way. */
export function readTable(
  { rows, account: number }: CsvTable,
  columns: CsvColumns,
): Result<Statement, StatementProblem> {
  if (hasUnreadSides(rows, columns)) return err({ kind: "sides" })
  const account = columns.account ?? number
  const entries: StatementEntry[] = []
  let aside = 0
  for (const [index, row] of rows.entries()) {
    const cell = (place: number | null) => (place === null ? "" : (row[place] ?? "").trim())
    const bookedOn = statementDay(cell(columns.date))
    const amount =
      columns.amount === null
        ? creditOf(cell(columns.debit), cell(columns.credit))
        : withSide(statementAmount(cell(columns.amount)), columns.side ?? null, cell(columns.side ?? null))
    if (bookedOn === null || amount === null) {
      // A last line with a balance or a sum has no date; a date that cannot be read is one that is missed.
      if (isWithoutDate(cell(columns.date)) && index > 0 && index >= rows.length - 2) {
        aside += 1
        continue
      }
      return err({ kind: "broken", format: "csv", line: index + 1 })
    }
    if (amount === 0) aside += 1
    else
      entries.push({
        bookedOn,
        amount,
        label: oneLine(cell(columns.label)),
        counterparty: oneLine(cell(columns.counterparty)) || null,
        reference: oneLine(cell(columns.reference)) || null,
        bankId: null,
        account,
        // By the number, which stays when the owner calls the account otherwise.
        row: JSON.stringify([...(number === null ? [] : [number]), ...row.map((each) => oneLine(each))]),
      })
  }
  return ok({ format: "csv", account, entries, aside })
}

/** Empty, or a word such as "Total": nothing that wants to be a day. */
function isWithoutDate(text: string): boolean {
  return !/\d/.test(text)
}

const SIDE = /^(d|c|debit|credit|-|\+)$/

/** "D", "Débit", "crédit" as a bank writes the side; null for anything else. */
function sideOf(text: string): -1 | 1 | null {
  const plain = text.normalize("NFD").replace(/\p{M}/gu, "").trim().toLowerCase()
  if (!SIDE.test(plain)) return null
  return plain.startsWith("d") || plain === "-" ? -1 : 1
}

function withSide(amount: number | null, place: number | null, text: string): number | null {
  if (amount === null || place === null) return amount
  const side = sideOf(text)
  return side === null ? null : side * Math.abs(amount)
}

/** Amounts that all look like money received, beside a column that says which went out: rents would be payments. */
function hasUnreadSides(rows: CsvTable["rows"], { amount, side }: CsvColumns): boolean {
  if (amount === null || (side ?? null) !== null) return false
  const entries = rows.filter((row) => statementAmount(row[amount] ?? "") !== null)
  if (entries.some((row) => (statementAmount(row[amount] ?? "") ?? 0) < 0)) return false
  return (entries[0] ?? []).some((_, place) => {
    const sides = entries.map((row) => sideOf(row[place] ?? ""))
    return sides.every((each) => each !== null) && sides.includes(-1)
  })
}

/** Money out and in, in two columns: the one that is filled counts, whatever sign the bank gives to debits. */
function creditOf(debit: string, credit: string): number | null {
  const [out, into] = [statementAmount(debit), statementAmount(credit)]
  if (into !== null && into !== 0) return Math.abs(into)
  if (out !== null) return -Math.abs(out)
  return into
}

/** `isWhole`: no quote was opened and never closed, which would have swallowed the rows behind it. */
function rowsOf(text: string, separator: string): { rows: string[][]; isWhole: boolean } {
  const rows: string[][] = []
  let [row, cell, quoted]: [string[], string, boolean] = [[], "", false]
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] ?? ""
    if (quoted) {
      if (sign !== '"') cell += sign
      else if (text[at + 1] === '"') {
        cell += '"'
        at += 1
      } else quoted = false
    } else if (sign === '"' && cell.trim() === "") {
      quoted = true
      cell = ""
    } else if (sign === separator) {
      row.push(cell)
      cell = ""
    } else if (sign === "\n" || sign === "\r") {
      if (sign === "\r" && text[at + 1] === "\n") at += 1
      rows.push([...row, cell])
      row = []
      cell = ""
    } else cell += sign
  }
  return { rows: cell !== "" || row.length > 0 ? [...rows, [...row, cell]] : rows, isWhole: !quoted }
}

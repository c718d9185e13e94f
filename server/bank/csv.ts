import { createHash } from "node:crypto"
import type { CsvColumns, Statement, StatementEntry } from "../../domain/finance/bank-statement.ts"
import { type Result, err, ok } from "../../domain/result.ts"
import type { StatementProblem } from "./statement-problem.ts"
import { oneLine, statementAmount, statementDay } from "./text.ts"

/** A bank's table: what stands over its columns, and its rows. Lines before the header (account, balance) are left out. */
export type CsvTable = {
  header: string[]
  rows: string[][]
  /** By which the tables of the same bank are known again. */
  headerSha256: string
}

const MAX_COLUMNS = 40
const MAX_ROWS = 20_000

/** Finds the header: the first line with a date and at least three cells. Semicolons, tabulators or commas. */
export function csvTable(text: string): Result<CsvTable, StatementProblem> {
  for (const separator of [";", "\t", ","]) {
    const rows = rowsOf(text, separator)
    const at = rows.findIndex(
      (row) =>
        row.filter((cell) => cell.trim() !== "").length >= 3 &&
        row.some((cell) => /date/i.test(cell)) &&
        !row.some((cell) => statementDay(cell) !== null),
    )
    const header = rows[at]?.map((cell) => oneLine(cell))
    if (!header || header.length > MAX_COLUMNS) continue
    const body = rows.slice(at + 1).filter((row) => row.filter((cell) => cell.trim() !== "").length >= 2)
    if (body.length === 0) return err({ kind: "no-entries" })
    if (body.length > MAX_ROWS) return err({ kind: "too-many", most: MAX_ROWS })
    const headerSha256 = createHash("sha256").update(header.join("\n").toLowerCase()).digest("hex")
    return ok({ header, rows: body, headerSha256 })
  }
  return err({ kind: "unknown-format" })
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
    counterparty: find(/emetteur|donneur|tiers|contrepartie|\bnom\b/i),
    reference: find(/reference/i, /^ref/i),
  }
}

/** The entries of a table whose columns are known; the line of the first row that cannot be read that way. */
export function readTable({ rows }: CsvTable, columns: CsvColumns): Result<Statement, StatementProblem> {
  const entries: StatementEntry[] = []
  let aside = 0
  for (const [index, row] of rows.entries()) {
    const cell = (place: number | null) => (place === null ? "" : (row[place] ?? "").trim())
    const bookedOn = statementDay(cell(columns.date))
    const amount =
      columns.amount === null
        ? creditOf(cell(columns.debit), cell(columns.credit))
        : statementAmount(cell(columns.amount))
    if (bookedOn === null || amount === null) {
      // A last line with a balance or a sum has no date.
      if (bookedOn === null && index > 0 && index >= rows.length - 2) continue
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
      })
  }
  return ok({ format: "csv", account: null, entries, aside })
}

/** Money out and in, in two columns: the one that is filled counts, whatever sign the bank gives to debits. */
function creditOf(debit: string, credit: string): number | null {
  const [out, into] = [statementAmount(debit), statementAmount(credit)]
  if (into !== null && into !== 0) return Math.abs(into)
  if (out !== null) return -Math.abs(out)
  return into
}

function rowsOf(text: string, separator: string): string[][] {
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
  return cell !== "" || row.length > 0 ? [...rows, [...row, cell]] : rows
}

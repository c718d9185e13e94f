import type { Statement } from "../../../domain/finance/bank-statement.ts"
import { type Result, err, ok } from "../../../domain/result.ts"
import { readCamt } from "./camt.ts"
import { readCfonb } from "./cfonb.ts"
import { type CsvTable, csvTable } from "./csv.ts"
import { MAX_STATEMENT_ENTRIES, type StatementProblem } from "./statement-problem.ts"
import { withoutEndSigns } from "./text.ts"

/** A statement, or the table of a CSV file whose columns have to be known first. */
export type ReadFile = { kind: "statement"; statement: Statement } | { kind: "table"; table: CsvTable }

/** Finds out what a file is by what stands in it: the names that banks give to files say nothing. */
export function readStatement(text: string): Result<ReadFile, StatementProblem> {
  const whole = withoutEndSigns(text)
  const begin = whole.trimStart()
  if (begin === "") return err({ kind: "empty" })
  // PostgreSQL keeps no such sign, and no text has one: a spreadsheet or a picture does.
  if (begin.includes("\0")) return err({ kind: "unknown-format" })
  if (begin.startsWith("<")) return asStatement(readCamt(begin))
  if (/^0[14]\d{5}/.test(begin) && (begin.split(/[\r\n]/, 1)[0] ?? "").length >= 100)
    return asStatement(readCfonb(begin))
  const table = csvTable(whole)
  return table.ok ? ok({ kind: "table", table: table.value }) : table
}

function asStatement(read: Result<Statement, StatementProblem>): Result<ReadFile, StatementProblem> {
  if (!read.ok) return read
  const problem = problemWith(read.value)
  return problem ? err(problem) : ok({ kind: "statement", statement: read.value })
}

/** What any format may be wrong with once it is read. */
export function problemWith({ entries, aside }: Statement): StatementProblem | null {
  if (entries.length + aside === 0) return { kind: "no-entries" }
  return entries.length > MAX_STATEMENT_ENTRIES ? { kind: "too-many", max: MAX_STATEMENT_ENTRIES } : null
}

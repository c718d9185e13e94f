import type { Statement } from "../../../domain/finance/bank-statement.ts"
import { type Result, err, ok } from "../../../domain/result.ts"
import { readCamt } from "./camt.ts"
import { readCfonb } from "./cfonb.ts"
import { type CsvTable, parseCsvTable } from "./csv.ts"
import { MAX_STATEMENT_ENTRIES, type StatementProblem } from "./statement-problem.ts"
import { trimEndMarkers } from "./text.ts"

type ReadFile = { kind: "statement"; statement: Statement } | { kind: "table"; table: CsvTable }

/** Detects the format from the content, because banks' file names are unreliable. */
export function readStatement(text: string): Result<ReadFile, StatementProblem> {
  const whole = trimEndMarkers(text)
  const start = whole.trimStart()
  if (start === "") return err({ kind: "empty" })
  // PostgreSQL cannot store NUL, and only binary files contain it.
  if (start.includes("\0")) return err({ kind: "unknown-format" })
  if (start.startsWith("<")) return toReadFile(readCamt(start))
  if (/^0[14]\d{5}/.test(start) && (start.split(/[\r\n]/, 1)[0] ?? "").length >= 100)
    return toReadFile(readCfonb(start))
  const table = parseCsvTable(whole)
  return table.ok ? ok({ kind: "table", table: table.value }) : table
}

function toReadFile(read: Result<Statement, StatementProblem>): Result<ReadFile, StatementProblem> {
  if (!read.ok) return read
  const problem = findStatementProblem(read.value)
  return problem ? err(problem) : ok({ kind: "statement", statement: read.value })
}

export function findStatementProblem({ entries, skipped }: Statement): StatementProblem | null {
  if (entries.length + skipped === 0) return { kind: "no-entries" }
  return entries.length > MAX_STATEMENT_ENTRIES ? { kind: "too-many", max: MAX_STATEMENT_ENTRIES } : null
}

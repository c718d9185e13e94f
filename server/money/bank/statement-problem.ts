import type { StatementFormat } from "../../../domain/finance/bank-statement.ts"

export const MAX_STATEMENT_BYTES = 2 * 1024 * 1024
export const MAX_STATEMENT_ENTRIES = 5_000

export type BrokenStatement = {
  kind: "broken"
  format: StatementFormat
  line: number | null
  reason: "day" | "amount" | "side" | "cells" | "quote" | "record" | "markup"
  text: string | null
}

export type StatementProblem =
  | { kind: "empty" }
  | { kind: "too-large" }
  | { kind: "too-slow" }
  | { kind: "unreadable" }
  | { kind: "unknown-format" }
  | BrokenStatement
  | { kind: "sides" }
  | { kind: "no-entries" }
  | { kind: "too-many"; max: number }
  | { kind: "other-currency"; currency: string }

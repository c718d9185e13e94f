import type { StatementFormat } from "../../../domain/finance/bank-statement.ts"

/** What of a bank's file is read at once. */
export const MAX_STATEMENT_BYTES = 2 * 1024 * 1024
export const MAX_STATEMENT_ENTRIES = 5_000

/** It begins as one of the formats, and then breaks. */
export type BrokenStatement = {
  kind: "broken"
  format: StatementFormat
  /** Line of the file, or entry of a camt, counted from 1; null where the whole file is broken. */
  line: number | null
  reason: "day" | "amount" | "side" | "cells" | "quote" | "record" | "markup"
  text: string | null
}

/** Why a bank's file cannot be read. */
export type StatementProblem =
  | { kind: "empty" }
  | { kind: "too-large" }
  | { kind: "too-slow" }
  | { kind: "unreadable" }
  /** None of the three formats. */
  | { kind: "unknown-format" }
  | BrokenStatement
  /** A table of amounts without a sign, whose column that says the side was not chosen. */
  | { kind: "sides" }
  | { kind: "no-entries" }
  | { kind: "too-many"; max: number }
  | { kind: "other-currency"; currency: string }

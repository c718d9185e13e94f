import type { StatementFormat } from "../../domain/finance/bank-statement.ts"

/** What of a bank's file is read at once. */
export const MAX_STATEMENT_BYTES = 2 * 1024 * 1024
export const MAX_STATEMENT_ENTRIES = 5_000

/** Why a bank's file cannot be read. */
export type StatementProblem =
  | { kind: "empty" }
  | { kind: "too-large" }
  | { kind: "too-slow" }
  | { kind: "unreadable" }
  /** None of the three formats. */
  | { kind: "unknown-format" }
  /** It begins as one of them, and then breaks: at that line or entry, counted from 1, where there is one. */
  | { kind: "broken"; format: StatementFormat; line: number | null }
  /** A table of amounts without a sign, whose column that says the side was not chosen. */
  | { kind: "sides" }
  | { kind: "no-entries" }
  | { kind: "too-many"; max: number }
  | { kind: "other-currency"; currency: string }

import { createHash } from "node:crypto"
import type { SkipReason, CsvColumns, Statement, StatementEntry } from "../../../domain/finance/bank-statement.ts"
import { type Result, err, ok } from "../../../domain/result.ts"
import { findSideColumn, findCurrencyColumn, isExecuted, parseSide, findStatusColumn } from "./csv-columns.ts"
import { findTable } from "./csv-table.ts"
import type { BrokenStatement, StatementProblem } from "./statement-problem.ts"
import {
  detectDayOrder,
  detectDecimalSign,
  findForeignCurrency,
  oneLine,
  parseStatementAmount,
  parseStatementDay,
} from "./text.ts"

export type CsvTable = {
  header: string[]
  rows: string[][]
  lines: number[]
  account: string | null
  /** Identifies later tables of this account, or of this bank. */
  headerSha256: string
}

const MAX_COLUMNS = 40
const MAX_ROWS = 20_000

export function parseCsvTable(text: string): Result<CsvTable, StatementProblem> {
  const candidates = [";", "\t", "|", ","].flatMap((separator) => {
    const { rows, openedAt } = splitRows(text, separator)
    const table = findTable(rows.map(({ cells }) => cells))
    return table && table.header.length <= MAX_COLUMNS ? [{ rows, openedAt, table }] : []
  })
  const candidate = candidates.find(({ table }) => table.isSure) ?? candidates[0]
  if (!candidate) return err({ kind: "unknown-format" })
  const { rows, openedAt, table } = candidate
  if (openedAt !== null) return err(broken(openedAt, "quote", null))
  const body = rows
    .slice(table.from)
    .filter(({ cells }) => isFilled(cells) && cells.join("\n") !== table.header.join("\n"))
  if (body.length === 0) return err({ kind: "no-entries" })
  if (body.length > MAX_ROWS) return err({ kind: "too-many", max: MAX_ROWS })
  const header = table.header.map((cell) => oneLine(cell))
  const hasHeader = header.some((cell) => cell !== "")
  const preamble = rows.slice(0, table.from).map(({ cells }) => cells)
  const account = findAccount(preamble, hasHeader ? NUMBER : MASKED)
  const words = hasHeader ? header : ["without a header", String(header.length)]
  const identity = account === null ? words : [...words, account]
  const headerSha256 = createHash("sha256").update(identity.join("\n").toLowerCase()).digest("hex")
  const lines = body.map(({ line }) => line)
  return ok({ header, rows: body.map(({ cells }) => cells), lines, account, headerSha256 })
}

function isFilled(cells: readonly string[]): boolean {
  return cells.filter((cell) => cell.trim() !== "").length >= 2
}

const NUMBER = /compte\D{0,30}?\b(\d{5}(?: ?\d+)*[A-Z]?)(?![\w.,/-])/i
const MASKED = /compte.*?((?:\*+|X{3,})\s?\d{3,})/i

function findAccount(lines: readonly string[][], number: RegExp): string | null {
  for (const cells of lines) {
    const line = oneLine(cells.join(" "))
    if (/solde/i.test(line)) continue
    const iban = /\b[A-Z]{2}\d{2}(?: ?[A-Z\d]{4}){2,7}(?: ?[A-Z\d]{1,3})?\b/.exec(line)?.[0].replaceAll(" ", "")
    const account = iban ?? number.exec(line)?.[1]?.replaceAll(" ", "")
    if (account !== undefined) return account
  }
  return null
}

export function readTable(table: CsvTable, columns: CsvColumns): Result<Statement, StatementProblem> {
  const { header, rows, lines, account: number } = table
  if (
    columns.amount !== null &&
    (columns.side ?? null) === null &&
    findSideColumn(header, rows, columns.amount) !== null
  )
    return err({ kind: "sides" })
  const account = columns.account ?? number
  const column = (place: number | null) => (place === null ? [] : rows.map((row) => row[place] ?? ""))
  const order = detectDayOrder(rows.flat())
  const isInUtc = /\bUTC\b/i.test(header[columns.date] ?? "")
  const amounts = [columns.amount, columns.debit, columns.credit]
  const decimalSign = detectDecimalSign(amounts.flatMap(column))
  const cents = (text: string) => parseStatementAmount(text, decimalSign)
  const [status, currency] = [findStatusColumn(header, rows), findCurrencyColumn(header, rows, columns.amount)]
  const titles = amounts.map((place) => (place === null ? "" : (header[place] ?? "")))
  const titleCurrency = titles.map((title) => findForeignCurrency(title)).find((each) => each !== null) ?? null
  const entries: StatementEntry[] = []
  const skippedByReason: Partial<Record<SkipReason, number>> = {}
  let [foreignCurrency, firstBroken]: [string | null, BrokenStatement | null] = [null, null]
  for (const [index, row] of rows.entries()) {
    const cell = (place: number | null) => (place === null ? "" : (row[place] ?? "").trim())
    const skip = (reason: SkipReason) => {
      skippedByReason[reason] = (skippedByReason[reason] ?? 0) + 1
    }
    const line = lines[index] ?? index + 1
    const amountCells = amounts.map(cell)
    const code = currency === null ? "" : cell(currency)
    const foreignCode = /^(?:|EUR|EUROS?|€)$/i.test(code) ? null : code
    const otherCurrency =
      foreignCode ?? amountCells.map(findForeignCurrency).find((each) => each !== null) ?? titleCurrency
    const dateText = cell(columns.date)
    const bookedOn = parseStatementDay(isInUtc && dateText.includes(":") ? `${dateText} UTC` : dateText, order)
    if (status !== null && !isExecuted(cell(status))) skip("not-executed")
    else if (otherCurrency !== null) {
      foreignCurrency ??= otherCurrency
      skip("other-currency")
    } else if (bookedOn === null && isWithoutDate(cell(columns.date))) {
      firstBroken ??= broken(line, "day", cell(columns.date))
      skip("undated")
    } else if (bookedOn === null) return err(broken(line, "day", cell(columns.date)))
    else if (isPendingLabel(cell(columns.label))) skip("not-executed")
    else if (cell(columns.counterparty) === "" && isBalance(cell(columns.label))) skip("balance")
    else if (row.slice(header.length).some((each) => each.trim() !== "")) return err(broken(line, "cells", null))
    else if (amountCells.every((each) => each === "")) {
      firstBroken ??= broken(line, "amount", "")
      skip("no-amount")
    } else {
      const unsigned =
        columns.amount === null
          ? netCredit(cents(cell(columns.debit)), cents(cell(columns.credit)))
          : cents(cell(columns.amount))
      if (unsigned === null) return err(broken(line, "amount", amountCells.filter((each) => each !== "").join(" ")))
      const amount = applySide(unsigned, columns.side ?? null, cell(columns.side ?? null))
      if (amount === null) return err(broken(line, "side", cell(columns.side ?? null)))
      if (amount === 0) skip("no-amount")
      else
        entries.push({
          bookedOn,
          amount,
          label: oneLine(cell(columns.label)),
          counterparty: oneLine(cell(columns.counterparty)) || null,
          reference: oneLine(cell(columns.reference)) || null,
          bankId: null,
          account,
          // Uses the bank's number, so that renaming the account does not import its lines again.
          row: JSON.stringify([...(number === null ? [] : [number]), ...row.map((each) => oneLine(each))]),
        })
    }
  }
  const skipped = Object.values(skippedByReason).reduce((sum, count) => sum + count, 0)
  // A column that never holds the expected kind of value was chosen wrongly.
  if (
    entries.length === 0 &&
    firstBroken !== null &&
    (skippedByReason.undated ?? 0) + (skippedByReason["no-amount"] ?? 0) === rows.length
  )
    return err(firstBroken)
  if (entries.length === 0 && foreignCurrency !== null && skipped === skippedByReason["other-currency"])
    return err({ kind: "other-currency", currency: foreignCurrency })
  return ok({ format: "csv", account, entries, skipped, skippedByReason })
}

function broken(line: number, reason: BrokenStatement["reason"], text: string | null): BrokenStatement {
  return { kind: "broken", format: "csv", line, reason, text }
}

function isWithoutDate(text: string): boolean {
  return !/\d/.test(text) || /^\W*(?:sous[ -]?)?(?:total|totaux|solde|report|cumul|balance)/i.test(text)
}

function isPendingLabel(label: string): boolean {
  const plain = label.normalize("NFD").replace(/\p{M}/gu, "")
  return /^\W*operations? (?:en attente|en cours|a venir)|^\W*(?:en attente|a venir|pending)\W*$/i.test(plain)
}

/** LCL writes only the account number on balances. */
function isBalance(label: string): boolean {
  const plain = label.normalize("NFD").replace(/\p{M}/gu, "")
  return balances.some((pattern) => pattern.test(plain))
}

const balances = [
  /^\W*(?:(?:ancien|nouveau) solde|solde (?:crediteur|debiteur|precedent|comptable))\b/i,
  /^\W*solde (?:initial|final|reporte|d.ouverture|de cloture|(?:en )?(?:debut|fin) de (?:periode|mois)|au [\d/.-]+)\W*$/i,
  /^\W*(?:(?:opening|closing|starting|ending|previous) balance|balance (?:brought|carried) forward)\b/i,
  /^\d{5} \d{6}[A-Z]$/,
]

function applySide(amount: number, place: number | null, text: string): number | null {
  if (place === null) return amount
  const side = parseSide(text)
  return side === null ? null : side * Math.abs(amount)
}

function netCredit(debit: number | null, credit: number | null): number | null {
  if (debit !== null && debit !== 0) return credit === null || credit === 0 ? -Math.abs(debit) : null
  return credit ?? debit
}

type Row = { cells: string[]; line: number }

function splitRows(text: string, separator: string): { rows: Row[]; openedAt: number | null } {
  const rows: Row[] = []
  let [cells, cell, openedAt]: [string[], string, number | null] = [[], "", null]
  let [line, rowLine] = [1, 1]
  for (let at = 0; at < text.length; at++) {
    const char = text[at] ?? ""
    const isEnd = char === "\n" || (char === "\r" && text[at + 1] !== "\n")
    if (openedAt !== null) {
      if (char !== '"') cell += char
      else if (text[at + 1] === '"') {
        cell += '"'
        at += 1
      } else openedAt = null
    } else if (char === '"' && /^\s*=?$/.test(cell)) {
      openedAt = line
      cell = ""
    } else if (char === separator) {
      cells.push(cell)
      cell = ""
    } else if (isEnd) {
      rows.push({ cells: [...cells, cell], line: rowLine })
      cells = []
      cell = ""
    } else if (char !== "\r") cell += char
    if (isEnd) {
      line += 1
      if (openedAt === null && cells.length === 0 && cell === "") rowLine = line
    }
  }
  const last = { cells: [...cells, cell], line: rowLine }
  return { rows: cell !== "" || cells.length > 0 ? [...rows, last] : rows, openedAt }
}

import { createHash } from "node:crypto"
import type { AsideReason, CsvColumns, Statement, StatementEntry } from "../../../domain/finance/bank-statement.ts"
import { type Result, err, ok } from "../../../domain/result.ts"
import { columnOfSides, currencyColumn, isExecuted, sideOf, statusColumn } from "./csv-columns.ts"
import { findTable } from "./csv-table.ts"
import type { BrokenStatement, StatementProblem } from "./statement-problem.ts"
import { dayOrderIn, decimalSignIn, foreignCurrencyIn, oneLine, statementAmount, statementDay } from "./text.ts"

/** A bank's table: what stands over its columns, and its rows. Of the lines before them only the account is read. */
export type CsvTable = {
  /** Empty names where the bank writes none. */
  header: string[]
  rows: string[][]
  /** In which line of the file each row begins. */
  lines: number[]
  /** The number of the account, where a line before the header says it. */
  account: string | null
  /** By which the tables of the same account are known again, or of the same bank where they do not say of which. */
  headerSha256: string
}

const MAX_COLUMNS = 40
const MAX_ROWS = 20_000

/** Finds the table in a file. Semicolons, tabulators, bars or commas. */
export function csvTable(text: string): Result<CsvTable, StatementProblem> {
  const readings = [";", "\t", "|", ","].flatMap((separator) => {
    const { rows, openedAt } = splitRows(text, separator)
    const table = findTable(rows.map(({ cells }) => cells))
    return table && table.header.length <= MAX_COLUMNS ? [{ rows, openedAt, table }] : []
  })
  const reading = readings.find(({ table }) => table.isSure) ?? readings[0]
  if (!reading) return err({ kind: "unknown-format" })
  const { rows, openedAt, table } = reading
  if (openedAt !== null) return err(broken(openedAt, "quote", null))
  const body = rows
    .slice(table.from)
    .filter(({ cells }) => isFilled(cells) && cells.join("\n") !== table.header.join("\n"))
  if (body.length === 0) return err({ kind: "no-entries" })
  if (body.length > MAX_ROWS) return err({ kind: "too-many", max: MAX_ROWS })
  const header = table.header.map((cell) => oneLine(cell))
  const hasHeader = header.some((cell) => cell !== "")
  const preamble = rows.slice(0, table.from).map(({ cells }) => cells)
  const account = accountIn(preamble, hasHeader ? NUMBER : MASKED)
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

/** An IBAN, or five figures and more behind the word "compte"; never a day, nor what stands on the account. */
function accountIn(lines: readonly string[][], number: RegExp): string | null {
  for (const cells of lines) {
    const line = oneLine(cells.join(" "))
    if (/solde/i.test(line)) continue
    const iban = /\b[A-Z]{2}\d{2}(?: ?[A-Z\d]{4}){2,7}(?: ?[A-Z\d]{1,3})?\b/.exec(line)?.[0].replaceAll(" ", "")
    const account = iban ?? number.exec(line)?.[1]?.replaceAll(" ", "")
    if (account !== undefined) return account
  }
  return null
}

/** The entries of a table whose columns are known; the line of the first row that cannot be read that way. */
export function readTable(table: CsvTable, columns: CsvColumns): Result<Statement, StatementProblem> {
  const { header, rows, lines, account: number } = table
  if (
    columns.amount !== null &&
    (columns.side ?? null) === null &&
    columnOfSides(header, rows, columns.amount) !== null
  )
    return err({ kind: "sides" })
  const account = columns.account ?? number
  const column = (place: number | null) => (place === null ? [] : rows.map((row) => row[place] ?? ""))
  const order = dayOrderIn(rows.flat())
  const isInUtc = /\bUTC\b/i.test(header[columns.date] ?? "")
  const amounts = [columns.amount, columns.debit, columns.credit]
  const decimalSign = decimalSignIn(amounts.flatMap(column))
  const cents = (text: string) => statementAmount(text, decimalSign)
  const [status, currency] = [statusColumn(header, rows), currencyColumn(header, rows, columns.amount)]
  const titles = amounts.map((place) => (place === null ? "" : (header[place] ?? "")))
  const titled = titles.map((title) => foreignCurrencyIn(title)).find((each) => each !== null) ?? null
  const entries: StatementEntry[] = []
  const asideFor: Partial<Record<AsideReason, number>> = {}
  let [foreign, first]: [string | null, BrokenStatement | null] = [null, null]
  for (const [index, row] of rows.entries()) {
    const cell = (place: number | null) => (place === null ? "" : (row[place] ?? "").trim())
    const leave = (reason: AsideReason) => {
      asideFor[reason] = (asideFor[reason] ?? 0) + 1
    }
    const line = lines[index] ?? index + 1
    const written = amounts.map(cell)
    const code = currency === null ? "" : cell(currency)
    const named = /^(?:|EUR|EUROS?|€)$/i.test(code) ? null : code
    const other = named ?? written.map(foreignCurrencyIn).find((each) => each !== null) ?? titled
    const at = cell(columns.date)
    const bookedOn = statementDay(isInUtc && at.includes(":") ? `${at} UTC` : at, order)
    if (status !== null && !isExecuted(cell(status))) leave("not-executed")
    else if (other !== null) {
      foreign ??= other
      leave("other-currency")
    } else if (bookedOn === null && isWithoutDate(cell(columns.date))) {
      first ??= broken(line, "day", cell(columns.date))
      leave("undated")
    } else if (bookedOn === null) return err(broken(line, "day", cell(columns.date)))
    else if (isAnnounced(cell(columns.label))) leave("not-executed")
    else if (cell(columns.counterparty) === "" && isBalance(cell(columns.label))) leave("balance")
    else if (row.slice(header.length).some((each) => each.trim() !== "")) return err(broken(line, "cells", null))
    else if (written.every((each) => each === "")) {
      first ??= broken(line, "amount", "")
      leave("no-amount")
    } else {
      const unsigned =
        columns.amount === null
          ? netCredit(cents(cell(columns.debit)), cents(cell(columns.credit)))
          : cents(cell(columns.amount))
      if (unsigned === null) return err(broken(line, "amount", written.filter((each) => each !== "").join(" ")))
      const amount = withSide(unsigned, columns.side ?? null, cell(columns.side ?? null))
      if (amount === null) return err(broken(line, "side", cell(columns.side ?? null)))
      if (amount === 0) leave("no-amount")
      else
        entries.push({
          bookedOn,
          amount,
          label: oneLine(cell(columns.label)),
          counterparty: oneLine(cell(columns.counterparty)) || null,
          reference: oneLine(cell(columns.reference)) || null,
          bankId: null,
          account,
          // The number stays when the owner calls the account otherwise.
          row: JSON.stringify([...(number === null ? [] : [number]), ...row.map((each) => oneLine(each))]),
        })
    }
  }
  const aside = Object.values(asideFor).reduce((sum, count) => sum + count, 0)
  // A column that never has what is looked for in it is the wrong one.
  if (entries.length === 0 && first !== null && (asideFor.undated ?? 0) + (asideFor["no-amount"] ?? 0) === rows.length)
    return err(first)
  if (entries.length === 0 && foreign !== null && aside === asideFor["other-currency"])
    return err({ kind: "other-currency", currency: foreign })
  return ok({ format: "csv", account, entries, aside, asideFor })
}

function broken(line: number, reason: BrokenStatement["reason"], text: string | null): BrokenStatement {
  return { kind: "broken", format: "csv", line, reason, text }
}

/** Empty, or a word such as "Total novembre 2026": nothing that wants to be a day. */
function isWithoutDate(text: string): boolean {
  return !/\d/.test(text) || /^\W*(?:sous[ -]?)?(?:total|totaux|solde|report|cumul|balance)/i.test(text)
}

/** Some banks list what has not happened yet among the rest, and say so in words. */
function isAnnounced(label: string): boolean {
  const plain = label.normalize("NFD").replace(/\p{M}/gu, "")
  return /^\W*operations? (?:en attente|en cours|a venir)|^\W*(?:en attente|a venir|pending)\W*$/i.test(plain)
}

/** A balance among the rows. "Solde réservation 1042" is what a customer writes; LCL's says the account's number alone. */
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

function withSide(amount: number, place: number | null, text: string): number | null {
  if (place === null) return amount
  const side = sideOf(text)
  return side === null ? null : side * Math.abs(amount)
}

/** Money out, whatever sign the bank gives to debits, and in, of which one is filled. Null where both or neither are. */
function netCredit(out: number | null, into: number | null): number | null {
  if (out !== null && out !== 0) return into === null || into === 0 ? -Math.abs(out) : null
  return into ?? out
}

type Row = { cells: string[]; line: number }

/** `openedAt`: the line of a quote that is never closed, which would have swallowed the rows behind it. */
function splitRows(text: string, separator: string): { rows: Row[]; openedAt: number | null } {
  const rows: Row[] = []
  let [cells, cell, openedAt]: [string[], string, number | null] = [[], "", null]
  let [line, begin] = [1, 1]
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] ?? ""
    const isEnd = sign === "\n" || (sign === "\r" && text[at + 1] !== "\n")
    if (openedAt !== null) {
      if (sign !== '"') cell += sign
      else if (text[at + 1] === '"') {
        cell += '"'
        at += 1
      } else openedAt = null
    } else if (sign === '"' && /^\s*=?$/.test(cell)) {
      openedAt = line
      cell = ""
    } else if (sign === separator) {
      cells.push(cell)
      cell = ""
    } else if (isEnd) {
      rows.push({ cells: [...cells, cell], line: begin })
      cells = []
      cell = ""
    } else if (sign !== "\r") cell += sign
    if (isEnd) {
      line += 1
      if (openedAt === null && cells.length === 0 && cell === "") begin = line
    }
  }
  const last = { cells: [...cells, cell], line: begin }
  return { rows: cell !== "" || cells.length > 0 ? [...rows, last] : rows, openedAt }
}

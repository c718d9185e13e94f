import type { Day } from "../domain/day.ts"
import type { Cents } from "../domain/money.ts"

/** A number and an amount are ours and stay what a spreadsheet adds up, below zero too; a text may have been typed. */
export type CsvCell = string | number | { cents: Cents }

/**
 * A table as French spreadsheets read it: UTF-8 with its mark, semicolons, CRLF. A text that a spreadsheet would run as
 * a formula starts with an apostrophe.
 */
export function csvOf(header: readonly string[], rows: readonly (readonly CsvCell[])[]): string {
  return `\uFEFF${csvLines([header, ...rows])}`
}

/** More lines of such a table, for one that is written piece by piece. */
export function csvLines(rows: readonly (readonly CsvCell[])[]): string {
  return rows.map((row) => `${row.map(cell).join(";")}\r\n`).join("")
}

/** "12/06/2027", which a French spreadsheet reads as a date: the one form of days in every table that is downloaded. */
export function csvDay(day: Day): string {
  return day.split("-").reverse().join("/")
}

function cell(content: CsvCell): string {
  if (typeof content === "number") return decimal(String(content))
  if (typeof content === "object") return decimal((content.cents / 100).toFixed(2))
  return textCell(content)
}

function decimal(number: string): string {
  return number.replace(".", ",")
}

function textCell(text: string): string {
  const safe = /^\s*[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[";\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

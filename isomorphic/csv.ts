import type { Day } from "../domain/day.ts"

/**
 * A table as French spreadsheets read it: UTF-8 with its mark, semicolons, CRLF. A cell that a spreadsheet would run as
 * a formula starts with an apostrophe.
 */
export function csvOf(header: readonly string[], rows: readonly (readonly string[])[]): string {
  return `\uFEFF${csvLines([header, ...rows])}`
}

/** More lines of such a table, for one that is written piece by piece. */
export function csvLines(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(cell).join(";")}\r\n`).join("")
}

/** "12/06/2027", which a French spreadsheet reads as a date: the one form of days in every table that is downloaded. */
export function csvDay(day: Day): string {
  return day.split("-").reverse().join("/")
}

function cell(text: string): string {
  const safe = /^\s*[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[";\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

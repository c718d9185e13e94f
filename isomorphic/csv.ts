import type { Day } from "../domain/day.ts"
import type { Cents } from "../domain/money.ts"

export type CsvCell = string | number | { cents: Cents }

/** French spreadsheets expect BOM, semicolons, CRLF. The apostrophe prevents formula injection. */
export function toCsv(header: readonly string[], rows: readonly (readonly CsvCell[])[]): string {
  return `\uFEFF${csvLines([header, ...rows])}`
}

export function csvLines(rows: readonly (readonly CsvCell[])[]): string {
  return rows.map((row) => `${row.map(formatCell).join(";")}\r\n`).join("")
}

export function csvDay(day: Day): string {
  return day.split("-").reverse().join("/")
}

function formatCell(content: CsvCell): string {
  if (typeof content === "number") return decimal(String(content))
  if (typeof content === "object") return decimal((content.cents / 100).toFixed(2))
  return textCell(content)
}

function decimal(number: string): string {
  return number.replace(".", ",")
}

function textCell(text: string): string {
  // Spreadsheets also take full-width signs for a formula.
  const safe = /^[\s\p{Cf}]*[=+\-@\u2212]|^[\t\r]/u.test(text.normalize("NFKC")) ? `'${text}` : text
  return /[";\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/**
 * A table as French spreadsheets read it: UTF-8 with its mark, semicolons, CRLF. A cell that a spreadsheet would run as
 * a formula starts with an apostrophe.
 */
export function csvOf(header: readonly string[], rows: readonly (readonly string[])[]): string {
  return `\uFEFF${[header, ...rows].map((row) => row.map(cell).join(";")).join("\r\n")}\r\n`
}

function cell(text: string): string {
  const safe = /^\s*[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[";\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

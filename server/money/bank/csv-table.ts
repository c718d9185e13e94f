import { foldedTitle } from "./csv-columns.ts"
import { looksLikeDay, statementAmount } from "./text.ts"

/** `from`: the first row that may be an entry; `isSure`: days stand where they should. */
type TableLayout = { header: string[]; from: number; isSure: boolean }

const MIN_CELLS = 3
/** No bank writes more lines before its table. */
const MAX_PREAMBLE = 200
/** Totals, what is pending and empty rows may come before the first day. */
const SEARCHED_ROWS = 50

const filled = (row: readonly string[]) => row.filter((cell) => cell.trim() !== "").length
const isDay = (cell: string | undefined) => cell !== undefined && looksLikeDay(cell)
const hasAmount = (row: readonly string[]) => row.some((cell) => !isDay(cell) && statementAmount(cell) !== null)

/** The row over the columns: it speaks of a date, and days stand below. Some banks write none. */
export function findTable(rows: readonly string[][]): TableLayout | null {
  const titled = rows
    .slice(0, MAX_PREAMBLE)
    .flatMap((row, at) =>
      filled(row) >= MIN_CELLS && row.some(namesDay) && !row.some(isDay) ? [{ header: row, from: at + 1 }] : [],
    )
  const sure = titled.find(({ header, from }) => {
    const below = rows.slice(from, from + SEARCHED_ROWS)
    return header.some((title, place) => namesDay(title) && below.some((row) => isDay(row[place])))
  })
  if (sure) return { ...sure, isSure: true }
  const likely = titled.find(({ header }) => !header.some((cell) => cell.includes(":")))
  return tableWithoutDate(rows) ?? (likely ? { ...likely, isSure: false } : null)
}

function namesDay(title: string): boolean {
  return /date|\bjour\b|\bday\b|datum/.test(foldedTitle(title))
}

/** A table that never says "date": by the column in which the days are. */
function tableWithoutDate(rows: readonly string[][]): TableLayout | null {
  const days = new Map<number, number>()
  for (const row of rows.slice(0, MAX_PREAMBLE))
    if (filled(row) >= MIN_CELLS && hasAmount(row))
      for (const [place, cell] of row.entries()) if (isDay(cell)) days.set(place, (days.get(place) ?? 0) + 1)
  const [column] = [...days].toSorted(([one, ones], [other, others]) => others - ones || one - other)[0] ?? []
  if (column === undefined) return null
  const from = rows.findIndex((row) => filled(row) >= MIN_CELLS && hasAmount(row) && isDay(row[column]))
  const before = rows.slice(0, from).findLast((row) => filled(row) > 0)
  const isHeader = before !== undefined && filled(before) >= MIN_CELLS && !before.some(isDay) && !hasAmount(before)
  const width = Math.max(...rows.slice(from).map((row) => row.length))
  return { header: isHeader ? before : Array.from({ length: width }, () => ""), from, isSure: true }
}

import { foldTitle } from "./csv-columns.ts"
import { looksLikeDay, parseStatementAmount } from "./text.ts"

type TableLayout = { header: string[]; from: number; isSure: boolean }

const MIN_CELLS = 3
const MAX_PREAMBLE = 200
const SEARCHED_ROWS = 50

const countFilled = (row: readonly string[]) => row.filter((cell) => cell.trim() !== "").length
const isDay = (cell: string | undefined) => cell !== undefined && looksLikeDay(cell)
const hasAmount = (row: readonly string[]) => row.some((cell) => !isDay(cell) && parseStatementAmount(cell) !== null)

export function findTable(rows: readonly string[][]): TableLayout | null {
  const titled = rows
    .slice(0, MAX_PREAMBLE)
    .flatMap((row, at) =>
      countFilled(row) >= MIN_CELLS && row.some(isDayTitle) && !row.some(isDay) ? [{ header: row, from: at + 1 }] : [],
    )
  const sure = titled.find(({ header, from }) => {
    const below = rows.slice(from, from + SEARCHED_ROWS)
    return header.some((title, place) => isDayTitle(title) && below.some((row) => isDay(row[place])))
  })
  if (sure) return { ...sure, isSure: true }
  const likely = titled.find(({ header }) => !header.some((cell) => cell.includes(":")))
  return findTableWithoutDateTitle(rows) ?? (likely ? { ...likely, isSure: false } : null)
}

function isDayTitle(title: string): boolean {
  return /date|\bjour\b|\bday\b|datum/.test(foldTitle(title))
}

function findTableWithoutDateTitle(rows: readonly string[][]): TableLayout | null {
  const dayCounts = new Map<number, number>()
  for (const row of rows.slice(0, MAX_PREAMBLE))
    if (countFilled(row) >= MIN_CELLS && hasAmount(row))
      for (const [place, cell] of row.entries()) if (isDay(cell)) dayCounts.set(place, (dayCounts.get(place) ?? 0) + 1)
  const [column] = [...dayCounts].toSorted(([one, ones], [other, others]) => others - ones || one - other)[0] ?? []
  if (column === undefined) return null
  const from = rows.findIndex((row) => countFilled(row) >= MIN_CELLS && hasAmount(row) && isDay(row[column]))
  const before = rows.slice(0, from).findLast((row) => countFilled(row) > 0)
  const isHeader = before !== undefined && countFilled(before) >= MIN_CELLS && !before.some(isDay) && !hasAmount(before)
  const width = Math.max(...rows.slice(from).map((row) => row.length))
  return { header: isHeader ? before : Array.from({ length: width }, () => ""), from, isSure: true }
}

import { type Day, addDays } from "../day.ts"
import { type UnitsInService, isInService, unitNumbers } from "../availability/units.ts"
import type { ClosedDay } from "./capacity.ts"

export type OccupiedDay = {
  productId: string
  unit: number
  day: Day
  kind: "hold" | "booking" | "quote" | "outside" | "repair"
  role: "rental" | "preparation"
  bookingId: string | null
  calendarName: string | null
}

export type DayRange =
  | { kind: "free"; from: Day; length: number }
  | { kind: "booking" | "preparation"; from: Day; length: number; bookingId: string }
  | { kind: "block"; from: Day; length: number; reason: string | null }
  | { kind: "outside"; from: Day; length: number; calendarName: string }
  | { kind: "hold" | "repair"; from: Day; length: number }

export type UnitRow = { unit: number; inService: boolean; ranges: DayRange[] }

/** A retired unit keeps its row while occupied. */
export function unitRows(
  inService: UnitsInService,
  days: readonly Day[],
  occupied: readonly OccupiedDay[],
  closed: readonly ClosedDay[],
): UnitRow[] {
  const units = new Set([...unitNumbers(inService), ...occupied.map(({ unit }) => unit)])
  const reasons = new Map(closed.map(({ day, reason }) => [day, reason]))
  const occupantByDay = new Map(occupied.map((each) => [`${each.unit}/${each.day}`, each]))
  return [...units]
    .sort((one, other) => one - other)
    .map((unit) => {
      const isUsed = isInService(unit, inService)
      const ranges = days.reduce<DayRange[]>(
        (row, day) => appendOrMerge(row, toDayRange(day, occupantByDay.get(`${unit}/${day}`), reasons, isUsed)),
        [],
      )
      return { unit, inService: isUsed, ranges }
    })
}

function toDayRange(
  from: Day,
  occupied: OccupiedDay | undefined,
  closed: ReadonlyMap<Day, string | null>,
  isUsed: boolean,
): DayRange {
  if (occupied && occupied.bookingId !== null) {
    return {
      kind: occupied.role === "rental" ? "booking" : "preparation",
      from,
      length: 1,
      bookingId: occupied.bookingId,
    }
  }
  if (occupied && occupied.calendarName !== null)
    return { kind: "outside", from, length: 1, calendarName: occupied.calendarName }
  if (occupied?.kind === "repair") return { kind: "repair", from, length: 1 }
  if (closed.has(from) && isUsed) return { kind: "block", from, length: 1, reason: closed.get(from) ?? null }
  if (occupied?.kind === "quote") return { kind: "block", from, length: 1, reason: null }
  return occupied?.kind === "hold" ? { kind: "hold", from, length: 1 } : { kind: "free", from, length: 1 }
}

function appendOrMerge(row: DayRange[], next: DayRange): DayRange[] {
  const previous = row.at(-1)
  if (previous && next.kind !== "free" && mergeKey(previous) === mergeKey(next)) previous.length += next.length
  else row.push(next)
  return row
}

function mergeKey(range: DayRange): string {
  if ("bookingId" in range) return `${range.kind} ${range.bookingId}`
  if ("calendarName" in range) return `${range.kind} ${range.calendarName}`
  return "reason" in range ? `${range.kind} ${range.reason}` : range.kind
}

export function daysInRange({ from, length }: Pick<DayRange, "from" | "length">): Day[] {
  return Array.from({ length }, (_, index) => addDays(from, index))
}

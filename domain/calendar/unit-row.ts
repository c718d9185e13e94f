import { type Day, addDays } from "../day.ts"
import type { ClosedDay } from "./room.ts"

/** What occupies a unit on a day. An ended hold is none. */
export type Occupied = {
  productId: string
  unit: number
  day: Day
  kind: "hold" | "booking" | "block" | "outside"
  role: "rental" | "preparation"
  /** Of a booking, and of nothing else. */
  bookingId: string | null
  /** The outside calendar by whose event it is taken, and of nothing else. */
  elsewhere: string | null
}

/** Days of one unit that stand for the same thing, drawn as one. A free day always stands alone. */
export type Stretch =
  | { kind: "free"; from: Day; length: number }
  | { kind: "booking" | "preparation"; from: Day; length: number; bookingId: string }
  | { kind: "block"; from: Day; length: number; reason: string | null }
  | { kind: "outside"; from: Day; length: number; elsewhere: string }
  | { kind: "hold"; from: Day; length: number }

export type UnitRow = { unit: number; stretches: Stretch[] }

/**
 * The rows of one product in the planning. A unit beyond the stock has a row while something is on it: the stock was
 * made smaller after it was booked.
 */
export function unitRows(
  units: number,
  days: readonly Day[],
  occupied: readonly Occupied[],
  closed: readonly ClosedDay[],
): UnitRow[] {
  const last = Math.max(units, ...occupied.map(({ unit }) => unit))
  const reasons = new Map(closed.map(({ day, reason }) => [day, reason]))
  const on = new Map(occupied.map((each) => [`${each.unit}/${each.day}`, each]))
  return Array.from({ length: last }, (_, index) => index + 1).map((unit) => ({
    unit,
    stretches: days.reduce<Stretch[]>(
      (row, day) => add(row, stretchOf(day, on.get(`${unit}/${day}`), reasons, unit <= units)),
      [],
    ),
  }))
}

function stretchOf(
  from: Day,
  occupied: Occupied | undefined,
  closed: ReadonlyMap<Day, string | null>,
  inStock: boolean,
): Stretch {
  if (occupied && occupied.bookingId !== null) {
    return {
      kind: occupied.role === "rental" ? "booking" : "preparation",
      from,
      length: 1,
      bookingId: occupied.bookingId,
    }
  }
  if (occupied && occupied.elsewhere !== null)
    return { kind: "outside", from, length: 1, elsewhere: occupied.elsewhere }
  if (closed.has(from) && inStock) return { kind: "block", from, length: 1, reason: closed.get(from) ?? null }
  if (occupied?.kind === "block") return { kind: "block", from, length: 1, reason: null }
  return occupied?.kind === "hold" ? { kind: "hold", from, length: 1 } : { kind: "free", from, length: 1 }
}

function add(row: Stretch[], next: Stretch): Stretch[] {
  const before = row.at(-1)
  if (before && next.kind !== "free" && mergeKeyOf(before) === mergeKeyOf(next)) before.length += next.length
  else row.push(next)
  return row
}

/** What days must have in common to be drawn as one. */
function mergeKeyOf(stretch: Stretch): string {
  if ("bookingId" in stretch) return `${stretch.kind} ${stretch.bookingId}`
  if ("elsewhere" in stretch) return `${stretch.kind} ${stretch.elsewhere}`
  return "reason" in stretch ? `${stretch.kind} ${stretch.reason}` : stretch.kind
}

export function daysOfStretch({ from, length }: Pick<Stretch, "from" | "length">): Day[] {
  return Array.from({ length }, (_, index) => addDays(from, index))
}

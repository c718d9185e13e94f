import { type Day, addDays, sortedDays } from "../day.ts"

export type Stock = { units: number; preparationBefore: number; preparationAfter: number }

export type BusyUnit = { unit: number; day: Day }

export type Claim = { unit: number; day: Day; role: "rental" | "preparation" }

/** Prefers one unit throughout, then the fewest changes; null when a day is full. */
export function chooseUnits(days: readonly Day[], stock: Stock, busyUnits: readonly BusyUnit[]): Claim[] | null {
  const sorted = sortedDays(days)
  if (sorted.length === 0) return null
  const busy = new Set(busyUnits.map(({ unit, day }) => key(unit, day)))
  const units = Array.from({ length: stock.units }, (_, index) => index + 1)
  const isFreeOn = (unit: number, day: Day) => occupiedSpan(day, stock).every((each) => !busy.has(key(unit, each)))

  const chosen: { unit: number; day: Day }[] = []
  let current: number | undefined
  for (const day of sorted) {
    if (current === undefined || !isFreeOn(current, day)) current = longestFreeUnit(day, sorted, units, isFreeOn)
    if (current === undefined) return null
    chosen.push({ unit: current, day })
  }
  return withPreparation(chosen, stock)
}

export function isDayFree(day: Day, stock: Stock, busyUnits: readonly BusyUnit[]): boolean {
  const span = new Set(occupiedSpan(day, stock))
  const busy = new Set<number>()
  for (const each of busyUnits) if (each.unit <= stock.units && span.has(each.day)) busy.add(each.unit)
  return busy.size < stock.units
}

export function occupiedSpan(day: Day, { preparationBefore, preparationAfter }: Stock): Day[] {
  return Array.from({ length: preparationBefore + 1 + preparationAfter }, (_, index) =>
    addDays(day, index - preparationBefore),
  )
}

function longestFreeUnit(
  day: Day,
  days: readonly Day[],
  units: readonly number[],
  isFreeOn: (unit: number, day: Day) => boolean,
) {
  const rest = days.filter((each) => each >= day)
  const freeRunLength = (unit: number) => {
    const end = rest.findIndex((each) => !isFreeOn(unit, each))
    return end === -1 ? rest.length : end
  }
  const best = units.reduce<{ unit: number; run: number } | undefined>((longest, unit) => {
    const run = freeRunLength(unit)
    return run > (longest?.run ?? 0) ? { unit, run } : longest
  }, undefined)
  return best?.unit
}

/** Sorted, so that all writers lock rows in the same order and never deadlock. */
export function withPreparation(rentals: readonly { unit: number; day: Day }[], stock: Stock): Claim[] {
  const claims = new Map<string, Claim>()
  for (const { unit, day } of rentals) {
    for (const each of occupiedSpan(day, stock)) {
      const existing = claims.get(key(unit, each))
      if (!existing) claims.set(key(unit, each), { unit, day: each, role: each === day ? "rental" : "preparation" })
      else if (each === day) existing.role = "rental"
    }
  }
  return [...claims.values()].sort(byDayAndUnit)
}

export function byDayAndUnit(one: BusyUnit, other: BusyUnit): number {
  if (one.day !== other.day) return one.day < other.day ? -1 : 1
  return one.unit - other.unit
}

function key(unit: number, day: Day): string {
  return `${unit}/${day}`
}

import { type Day, addDays, sortedDays } from "../day.ts"

/** One product's stock and the days that getting it ready takes before and after each rental (D7). */
export type Stock = { units: number; preparationBefore: number; preparationAfter: number }

/** A unit (1 to the stock) that is not free on a day. */
export type TakenUnit = { unit: number; day: Day }

/** A row to write: the unit is rented, or being prepared, on that day. */
export type Claim = { unit: number; day: Day; role: "rental" | "preparation" }

/**
 * Units for a rental, or null when a day has none left. One unit for the whole rental when there is one (a
 * customer should not see the machine change); else the fewest changes, since each day was shown as free.
 */
export function chooseUnits(days: readonly Day[], stock: Stock, taken: readonly TakenUnit[]): Claim[] | null {
  const sorted = sortedDays(days)
  if (sorted.length === 0) return null
  const busy = new Set(taken.map(({ unit, day }) => key(unit, day)))
  const units = Array.from({ length: stock.units }, (_, index) => index + 1)
  const freeOn = (unit: number, day: Day) => spanOf(day, stock).every((each) => !busy.has(key(unit, each)))

  const chosen: { unit: number; day: Day }[] = []
  let current: number | undefined
  for (const day of sorted) {
    if (current === undefined || !freeOn(current, day)) current = longestFrom(day, sorted, units, freeOn)
    if (current === undefined) return null
    chosen.push({ unit: current, day })
  }
  return withPreparation(chosen, stock)
}

/** True when some unit is free on that day and on the preparation days around it. */
export function isDayFree(day: Day, stock: Stock, taken: readonly TakenUnit[]): boolean {
  const span = new Set(spanOf(day, stock))
  const busy = new Set<number>()
  for (const each of taken) if (each.unit <= stock.units && span.has(each.day)) busy.add(each.unit)
  return busy.size < stock.units
}

/** The days that a rental of that day keeps a unit busy. */
export function spanOf(day: Day, { preparationBefore, preparationAfter }: Stock): Day[] {
  return Array.from({ length: preparationBefore + 1 + preparationAfter }, (_, index) =>
    addDays(day, index - preparationBefore),
  )
}

function longestFrom(
  day: Day,
  days: readonly Day[],
  units: readonly number[],
  freeOn: (unit: number, day: Day) => boolean,
) {
  const rest = days.filter((each) => each >= day)
  const runOf = (unit: number) => {
    const end = rest.findIndex((each) => !freeOn(unit, each))
    return end === -1 ? rest.length : end
  }
  const best = units.reduce<{ unit: number; run: number } | undefined>((found, unit) => {
    const run = runOf(unit)
    return run > (found?.run ?? 0) ? { unit, run } : found
  }, undefined)
  return best?.unit
}

/** Sorted by day then unit: every writer claims in the same order, so that two never wait for each other. */
export function withPreparation(rentals: readonly { unit: number; day: Day }[], stock: Stock): Claim[] {
  const claims = new Map<string, Claim>()
  for (const { unit, day } of rentals) {
    for (const each of spanOf(day, stock)) {
      const existing = claims.get(key(unit, each))
      if (!existing) claims.set(key(unit, each), { unit, day: each, role: each === day ? "rental" : "preparation" })
      else if (each === day) existing.role = "rental"
    }
  }
  return [...claims.values()].sort(byDayAndUnit)
}

export function byDayAndUnit(one: TakenUnit, other: TakenUnit): number {
  if (one.day !== other.day) return one.day < other.day ? -1 : 1
  return one.unit - other.unit
}

function key(unit: number, day: Day): string {
  return `${unit}/${day}`
}

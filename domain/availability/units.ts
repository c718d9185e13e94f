import { dayRuns } from "../day-runs.ts"
import { type Day, addDays, eachDay } from "../day.ts"

/** Numbers of retired units stay reserved: the units in service need not be 1 to `units`. */
export type UnitsInService = { units: number; retiredUnits?: readonly number[] }

export type Stock = UnitsInService & { preparationBefore: number; preparationAfter: number }

export function unitNumbers(stock: UnitsInService): number[] {
  const highest = stock.units + (stock.retiredUnits?.length ?? 0)
  return Array.from({ length: highest }, (_, index) => index + 1)
    .filter((unit) => isInService(unit, stock))
    .slice(0, stock.units)
}

export function isInService(unit: number, { units, retiredUnits = [] }: UnitsInService): boolean {
  return Number.isInteger(unit) && unit >= 1 && unit <= units + retiredUnits.length && !retiredUnits.includes(unit)
}

/** A rental without a unit has a negative number of its own (D62). */
export function isHomeless({ unit }: { unit: number }): boolean {
  return unit < 0
}

export type BusyUnit = { unit: number; day: Day }

export type Claim = { unit: number; day: Day; role: "rental" | "preparation" }

/** One unit for each stretch of consecutive days, preferably one throughout; null when no unit has a whole stretch. */
export function chooseUnits(days: readonly Day[], stock: Stock, busyUnits: readonly BusyUnit[]): Claim[] | null {
  const freeDays = countFreeDays(days, stock, busyUnits)
  if (freeDays.length === 0) return null
  const chosen: { unit: number; day: Day }[] = []
  let current: number | undefined
  for (const [index, { stretch, byUnit }] of freeDays.entries()) {
    const isFree = (unit: number) => byUnit.get(unit) === stretch.length
    if (current === undefined || !isFree(current)) current = unitForMost(freeDays.slice(index))
    if (current === undefined) return null
    for (const day of stretch) chosen.push({ unit: current, day })
  }
  return withPreparation(chosen, stock)
}

/** The days that are full, or those from which on no unit has the whole stretch. */
export function daysWithoutUnit(days: readonly Day[], stock: Stock, busyUnits: readonly BusyUnit[]): Day[] {
  return countFreeDays(days, stock, busyUnits).flatMap(({ stretch, byUnit }) => {
    const full = stretch.filter((day) => !hasFreeUnit([day], stock, busyUnits))
    return full.length > 0 ? full : stretch.slice(Math.max(...byUnit.values()))
  })
}

type StretchUnits = { stretch: Day[]; byUnit: Map<number, number> }

/** Maps each unit to the number of days that it is free from the stretch's first day on. */
function countFreeDays(days: readonly Day[], stock: Stock, busyUnits: readonly BusyUnit[]): StretchUnits[] {
  const busy = new Set(busyUnits.map(({ unit, day }) => key(unit, day)))
  const isFreeOn = (unit: number, day: Day) => occupiedSpan(day, stock).every((each) => !busy.has(key(unit, each)))
  return dayRuns(days).map(({ first, last }) => {
    const stretch = eachDay(first, last)
    // A rental without a unit needs one of those that are free.
    const full = new Set(stretch.filter((day) => !hasFreeUnit([day], stock, busyUnits)))
    const byUnit = new Map<number, number>()
    for (const unit of unitNumbers(stock)) {
      const end = stretch.findIndex((day) => full.has(day) || !isFreeOn(unit, day))
      byUnit.set(unit, end === -1 ? stretch.length : end)
    }
    return { stretch, byUnit }
  })
}

function unitForMost(stretches: readonly StretchUnits[]): number | undefined {
  const count = (unit: number) => {
    const end = stretches.findIndex(({ stretch, byUnit }) => byUnit.get(unit) !== stretch.length)
    return end === -1 ? stretches.length : end
  }
  let best: { unit: number; stretches: number } | undefined
  for (const unit of stretches[0]?.byUnit.keys() ?? []) {
    const free = count(unit)
    if (free > (best?.stretches ?? 0)) best = { unit, stretches: free }
  }
  return best?.unit
}

/** One unit, throughout these days and their preparation. */
export function hasFreeUnit(days: readonly Day[], stock: Stock, busyUnits: readonly BusyUnit[]): boolean {
  const span = new Set(days.flatMap((day) => occupiedSpan(day, stock)))
  const busy = new Set<number>()
  for (const each of busyUnits)
    if ((isInService(each.unit, stock) || isHomeless(each)) && span.has(each.day)) busy.add(each.unit)
  return busy.size < stock.units
}

export function occupiedSpan(day: Day, { preparationBefore, preparationAfter }: Stock): Day[] {
  return Array.from({ length: preparationBefore + 1 + preparationAfter }, (_, index) =>
    addDays(day, index - preparationBefore),
  )
}

/** Sorted by day and unit. */
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

export type ClaimRun = { unit: number; first: Day; last: Day; firstRented: Day | null; lastRented: Day | null }

/** Preparation days between two rentals belong to the earlier one. */
export function claimRuns(claims: readonly Claim[]): ClaimRun[] {
  return [...Map.groupBy(claims, ({ unit }) => unit).values()].flatMap((ofUnit) => {
    const runs: ClaimRun[] = []
    for (const { unit, day, role } of ofUnit.toSorted(byDayAndUnit)) {
      const run = runs.at(-1)
      const isRented = role === "rental"
      const continues =
        run && addDays(run.last, 1) === day && !(isRented && run.lastRented && run.lastRented < run.last)
      if (!continues) {
        runs.push({
          unit,
          first: day,
          last: day,
          firstRented: isRented ? day : null,
          lastRented: isRented ? day : null,
        })
        continue
      }
      run.last = day
      if (isRented) [run.firstRented, run.lastRented] = [run.firstRented ?? day, day]
    }
    return runs
  })
}

export function byDayAndUnit(one: BusyUnit, other: BusyUnit): number {
  if (one.day !== other.day) return one.day < other.day ? -1 : 1
  return one.unit - other.unit
}

function key(unit: number, day: Day): string {
  return `${unit}/${day}`
}

export type NamedUnit = { unit: number; label: string | null }

/** "exemplaire 2 (Coral) puis 3" */
export function unitsLabel(units: readonly NamedUnit[]): string {
  return units.length === 0
    ? ""
    : `exemplaire\u00a0${units.map(({ unit, label }) => (label ? `${unit} (${label})` : unit)).join(" puis ")}`
}

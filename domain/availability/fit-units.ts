import { type Day, daysBetween } from "../day.ts"
import type { BusyUnit } from "./units.ts"

export type OccupantDay = { occupant: string; unit: number; day: Day }

export type UnitReassignment = OccupantDay & { to: number }

/** Moves the occupants of other units to these, which may be in repair on some days. */
export function fitUnits(
  occupied: readonly OccupantDay[],
  units: readonly number[],
  inRepair: readonly BusyUnit[] = [],
): { moves: UnitReassignment[] } | { blockers: string[] } {
  const repairs = inRepair.filter(({ unit }) => units.includes(unit))
  const full = overfullDays([...occupied, ...repairs], units.length)
  if (full.size > 0)
    return { blockers: [...new Set(occupied.filter(({ day }) => full.has(day)).map(({ occupant }) => occupant))] }
  const occupiedKeys = new Set([...occupied, ...repairs].map(({ unit, day }) => key(unit, day)))
  const moves: UnitReassignment[] = []
  for (const [, run] of groupByUnit(occupied.filter(({ unit }) => !units.includes(unit)))) {
    const unitForRun = units.find((unit) => run.every(({ day }) => !occupiedKeys.has(key(unit, day))))
    for (const row of run) {
      const to = unitForRun ?? units.find((unit) => !occupiedKeys.has(key(unit, row.day)))
      if (to === undefined) throw new Error("A day that is not full has no free unit")
      occupiedKeys.add(key(to, row.day))
      moves.push({ ...row, to })
    }
  }
  return { moves: moves.sort((one, other) => daysBetween(other.day, one.day) || one.to - other.to) }
}

function overfullDays(occupied: readonly { day: Day }[], units: number): Set<Day> {
  const counts = new Map<Day, number>()
  for (const { day } of occupied) counts.set(day, (counts.get(day) ?? 0) + 1)
  return new Set([...counts].filter(([, count]) => count > units).map(([day]) => day))
}

function groupByUnit(rows: readonly OccupantDay[]): Map<string, OccupantDay[]> {
  const runs = new Map<string, OccupantDay[]>()
  for (const row of rows)
    runs.set(`${row.occupant}/${row.unit}`, [...(runs.get(`${row.occupant}/${row.unit}`) ?? []), row])
  return runs
}

function key(unit: number, day: Day): string {
  return `${unit}/${day}`
}

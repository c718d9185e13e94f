import { type Day, daysBetween } from "../day.ts"

export type OccupantDay = { occupant: string; unit: number; day: Day }

export type UnitReassignment = OccupantDay & { to: number }

export function fitUnits(
  occupied: readonly OccupantDay[],
  units: number,
): { moves: UnitReassignment[] } | { blockers: string[] } {
  const full = overfullDays(occupied, units)
  if (full.size > 0)
    return { blockers: [...new Set(occupied.filter(({ day }) => full.has(day)).map(({ occupant }) => occupant))] }
  const occupiedKeys = new Set(occupied.map(({ unit, day }) => key(unit, day)))
  const numbers = Array.from({ length: units }, (_, index) => index + 1)
  const moves: UnitReassignment[] = []
  for (const [, run] of groupByUnit(occupied.filter(({ unit }) => unit > units))) {
    const unitForRun = numbers.find((unit) => run.every(({ day }) => !occupiedKeys.has(key(unit, day))))
    for (const row of run) {
      const to = unitForRun ?? numbers.find((unit) => !occupiedKeys.has(key(unit, row.day)))
      if (to === undefined) throw new Error("A day that is not full has no free unit")
      occupiedKeys.add(key(to, row.day))
      moves.push({ ...row, to })
    }
  }
  return { moves: moves.sort((one, other) => daysBetween(other.day, one.day) || one.to - other.to) }
}

function overfullDays(occupied: readonly OccupantDay[], units: number): Set<Day> {
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

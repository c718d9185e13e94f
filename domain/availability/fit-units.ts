import { type Day, daysBetween } from "../day.ts"

export type OccupiedUnit = { occupant: string; unit: number; day: Day }

export type UnitMove = OccupiedUnit & { to: number }

export function fitUnits(
  occupied: readonly OccupiedUnit[],
  units: number,
): { moves: UnitMove[] } | { inTheWay: string[] } {
  const full = overfullDays(occupied, units)
  if (full.size > 0)
    return { inTheWay: [...new Set(occupied.filter(({ day }) => full.has(day)).map(({ occupant }) => occupant))] }
  const occupiedKeys = new Set(occupied.map(({ unit, day }) => key(unit, day)))
  const numbers = Array.from({ length: units }, (_, index) => index + 1)
  const moves: UnitMove[] = []
  for (const [, run] of groupByUnit(occupied.filter(({ unit }) => unit > units))) {
    const whole = numbers.find((unit) => run.every(({ day }) => !occupiedKeys.has(key(unit, day))))
    for (const row of run) {
      const to = whole ?? numbers.find((unit) => !occupiedKeys.has(key(unit, row.day)))
      if (to === undefined) throw new Error("A day that is not full has no free unit")
      occupiedKeys.add(key(to, row.day))
      moves.push({ ...row, to })
    }
  }
  return { moves: moves.sort((one, other) => daysBetween(other.day, one.day) || one.to - other.to) }
}

function overfullDays(occupied: readonly OccupiedUnit[], units: number): Set<Day> {
  const counts = new Map<Day, number>()
  for (const { day } of occupied) counts.set(day, (counts.get(day) ?? 0) + 1)
  return new Set([...counts].filter(([, count]) => count > units).map(([day]) => day))
}

function groupByUnit(rows: readonly OccupiedUnit[]): Map<string, OccupiedUnit[]> {
  const runs = new Map<string, OccupiedUnit[]>()
  for (const row of rows)
    runs.set(`${row.occupant}/${row.unit}`, [...(runs.get(`${row.occupant}/${row.unit}`) ?? []), row])
  return runs
}

function key(unit: number, day: Day): string {
  return `${unit}/${day}`
}

import { type Day, addDays, sortedDays } from "./day.ts"

export type DayRun = { first: Day; last: Day }

export function dayRuns(days: Iterable<Day>): DayRun[] {
  const runs: DayRun[] = []
  for (const day of sortedDays(days)) {
    const run = runs.at(-1)
    if (run && addDays(run.last, 1) === day) run.last = day
    else runs.push({ first: day, last: day })
  }
  return runs
}

import { type Day, addDays, sortedDays } from "../day.ts"

/** From the first day to the last, both included. */
export type DayRun = { first: Day; last: Day }

/** Unbroken runs of days, in their order: what a calendar shows as one entry each. */
export function dayRuns(days: Iterable<Day>): DayRun[] {
  const runs: DayRun[] = []
  for (const day of sortedDays(days)) {
    const run = runs.at(-1)
    if (run && addDays(run.last, 1) === day) run.last = day
    else runs.push({ first: day, last: day })
  }
  return runs
}

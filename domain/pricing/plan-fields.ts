import { type ClockTime, hourInLabel, readClockTime } from "../clock.ts"
import type { DayPlan, FixedPlan, HoursPlan } from "./rate-plan.ts"

/** A plan as its owner types it. */
export type PlanFields = Omit<DayPlan, "id"> | Omit<FixedPlan, "id"> | Omit<HoursPlan, "id">

export const planLimits = {
  name: 60,
  sentence: 200,
  includes: 12,
  include: 80,
  days: 31,
  hours: 24,
  starts: 24,
} as const

/** "100 %, 50 %, 30 %" of the daily price; null when it cannot be read. */
export function readSteps(text: string): number[] | null {
  const parts = splitList(text).map((part) => /^(\d{1,3})\s*%?$/.exec(part)?.[1] ?? "")
  const steps = parts.map(Number)
  const [first = 0] = steps
  const isValid = !parts.includes("") && first > 0 && steps.length <= planLimits.days && Math.max(...steps) <= 200
  return isValid ? steps : null
}

export function stepsText(steps: readonly number[]): string {
  return steps.map((step) => `${step}\u00a0%`).join(", ")
}

/** "18:00, 19 h, 20h30", sorted; null when one cannot be read. */
export function readStartTimes(text: string): ClockTime[] | null {
  const times = splitList(text).map(readClockTime)
  const isValid = times.length > 0 && times.length <= planLimits.starts
  return isValid && times.every((time) => time !== null) ? [...new Set(times)].sort() : null
}

export function startTimesText(times: readonly ClockTime[]): string {
  return times.map(hourInLabel).join(", ")
}

function splitList(text: string): string[] {
  return text
    .split(/[,;\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== "")
}

/** One line each. */
export function readIncludes(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
}

export type PlanFieldProblem =
  | { field: "maximumDays"; kind: "below-minimum" }
  | { field: "maximumExtraHours"; kind: "beyond-a-day" }

/** Rules over several fields, each of which is valid alone. */
export function planFieldProblems(plan: PlanFields): PlanFieldProblem[] {
  if (plan.kind === "day" && plan.maximumDays !== null && plan.maximumDays < plan.minimumDays)
    return [{ field: "maximumDays", kind: "below-minimum" }]
  if (plan.kind === "hours" && plan.hours + plan.maximumExtraHours > planLimits.hours)
    return [{ field: "maximumExtraHours", kind: "beyond-a-day" }]
  return []
}

import { type Day, addDays, sortedDays } from "../day.ts"
import { type PlanChoice, type RatePlan, beginsOn, daysOfPlan } from "./rate-plan.ts"

type PlannedChoice = { days: readonly Day[]; plan?: PlanChoice | undefined }

/** The part of a choice that this plan can have: a stretch with its first day, a start, extra hours. */
export function fitToPlan(plan: RatePlan, { days, plan: choice }: PlannedChoice) {
  const { startTime = null, extraHours = 0 } = choice ?? {}
  const hours =
    plan.kind === "hours"
      ? {
          startTime: startTime && plan.startTimes.includes(startTime) ? startTime : null,
          extraHours: Math.min(extraHours, plan.maximumExtraHours),
        }
      : { startTime: null, extraHours: 0 }
  return {
    days: daysOfStretch(plan, sortedDays(days)),
    plan: plan.id === null ? undefined : { id: plan.id, ...hours },
  }
}

function daysOfStretch(plan: RatePlan, days: readonly Day[]): Day[] {
  if (plan.kind === "day") return [...days]
  const starts = plan.kind === "hours" ? days : days.slice(0, 1).flatMap((day) => startsAround(plan, day))
  const first = starts.find((day) => beginsOn(plan, day))
  return first === undefined ? [] : daysOfPlan(plan, first)
}

/** The day itself first. */
export function startsAround(plan: RatePlan, day: Day): Day[] {
  return daysOfPlan(plan, day).map((_, offset) => addDays(day, -offset))
}

import { isClockTime } from "../../../../domain/clock.ts"
import { parseEuros } from "../../../../domain/money.ts"
import {
  type PlanFields,
  readIncludes,
  readStartTimes,
  readSteps,
  startTimesText,
  stepsText,
} from "../../../../domain/pricing/plan-fields.ts"
import { type RatePlan, type RatePlanKind, everyWeekday, usualDayPlan } from "../../../../domain/pricing/rate-plan.ts"
import { eurosText } from "../../kit/catalog/euros-text.ts"
import type { PlanTexts } from "./view.ts"

const { id: _, ...byDay } = usualDayPlan

export const newPlans: Readonly<Record<RatePlanKind, PlanFields>> = {
  day: byDay,
  fixed: { ...byDay, kind: "fixed", name: "Week-end", weekdays: [5], days: 3, price: 0 },
  hours: {
    ...byDay,
    kind: "hours",
    name: "Soirée 4\u00a0h",
    weekdays: everyWeekday,
    hours: 4,
    price: 0,
    startTimes: ["18:00", "19:00", "20:00"].filter(isClockTime),
    extraHourPrice: 0,
    maximumExtraHours: 0,
    setUpMinutes: 60,
    takeDownMinutes: 60,
  },
}

const noTexts: Omit<PlanTexts, "name" | "sentence" | "includes" | "minimumNotice"> = {
  steps: "",
  minimumDays: "",
  maximumDays: "",
  days: "",
  price: "",
  hours: "",
  startTimes: "",
  extraHourPrice: "",
  maximumExtraHours: "",
  setUpMinutes: "",
  takeDownMinutes: "",
}

/** A price of 0 is not typed yet. */
export function planTexts(plan: PlanFields): PlanTexts {
  const terms = {
    ...noTexts,
    name: plan.name,
    sentence: plan.sentence,
    includes: plan.includes.join("\n"),
    minimumNotice: String(plan.minimumNotice),
  }
  if (plan.kind === "day")
    return {
      ...terms,
      steps: stepsText(plan.steps),
      minimumDays: String(plan.minimumDays),
      maximumDays: plan.maximumDays === null ? "" : String(plan.maximumDays),
    }
  const price = plan.price === 0 ? "" : eurosText(plan.price)
  if (plan.kind === "fixed") return { ...terms, price, days: String(plan.days) }
  return {
    ...terms,
    price,
    hours: String(plan.hours),
    startTimes: startTimesText(plan.startTimes),
    extraHourPrice: plan.maximumExtraHours === 0 ? "" : eurosText(plan.extraHourPrice),
    maximumExtraHours: String(plan.maximumExtraHours),
    setUpMinutes: String(plan.setUpMinutes),
    takeDownMinutes: String(plan.takeDownMinutes),
  }
}

/** Values that cannot be read yet are the plan's own. */
export function previewPlan(plan: PlanFields, texts: PlanTexts, weekdays: readonly number[]): RatePlan {
  const terms = {
    id: null,
    name: texts.name,
    sentence: texts.sentence,
    includes: readIncludes(texts.includes),
    weekdays: weekdays.length > 0 ? weekdays : plan.weekdays,
    minimumNotice: readWhole(texts.minimumNotice) ?? plan.minimumNotice,
  }
  if (plan.kind === "day")
    return {
      ...plan,
      ...terms,
      steps: readSteps(texts.steps) ?? plan.steps,
      minimumDays: readWhole(texts.minimumDays) || plan.minimumDays,
      maximumDays: readWhole(texts.maximumDays),
    }
  const price = readPrice(texts.price) ?? 0
  if (plan.kind === "fixed") return { ...plan, ...terms, price, days: readWhole(texts.days) || plan.days }
  return {
    ...plan,
    ...terms,
    price,
    hours: readWhole(texts.hours) || plan.hours,
    startTimes: readStartTimes(texts.startTimes) ?? plan.startTimes,
    extraHourPrice: readPrice(texts.extraHourPrice) ?? 0,
    maximumExtraHours: readWhole(texts.maximumExtraHours) ?? 0,
    setUpMinutes: readWhole(texts.setUpMinutes) ?? plan.setUpMinutes,
    takeDownMinutes: readWhole(texts.takeDownMinutes) ?? plan.takeDownMinutes,
  }
}

function readWhole(text: string): number | null {
  return /^\d{1,3}$/.test(text.trim()) ? Number(text) : null
}

function readPrice(text: string): number | null {
  const cents = parseEuros(text)
  return cents === null || cents < 0 ? null : cents
}

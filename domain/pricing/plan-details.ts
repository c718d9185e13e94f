import { type ClockTime, hourInLabel, shiftClock, toClockTime } from "../clock.ts"
import { weekdayNames } from "../day-labels.ts"
import { type Cents, formatMoney } from "../money.ts"
import { planPriceLabel } from "./plan-labels.ts"
import { daysLabel } from "./price-labels.ts"
import { type DayPlan, type FixedPlan, type HoursPlan, type RatePlan, everyWeekday, priceOfDays } from "./rate-plan.ts"

function isGraded({ steps }: DayPlan): boolean {
  return steps.some((step) => step !== steps[0])
}

/** "1 jour 250 €, 2 jours 375 €, 3 jours 450 €"; empty when each day costs the same. */
export function stepExamples(plan: DayPlan, dailyPrice: Cents): string {
  if (!isGraded(plan)) return ""
  const last = Math.min(Math.max(plan.steps.length, plan.minimumDays), plan.maximumDays ?? Infinity)
  const counts = Array.from({ length: last - plan.minimumDays + 1 }, (_, index) => plan.minimumDays + index)
  return counts.map((days) => `${daysLabel(days)} ${formatMoney(priceOfDays(dailyPrice, plan, days))}`).join(", ")
}

/** "2 à 5 jours"; empty without a maximum, since the price says the minimum. */
export function daysLimitLabel({ minimumDays, maximumDays }: DayPlan): string {
  if (maximumDays === null) return ""
  if (maximumDays === minimumDays) return daysLabel(maximumDays)
  return minimumDays > 1 ? `${minimumDays} à ${daysLabel(maximumDays)}` : `${daysLabel(maximumDays)} au plus`
}

/** When a rental by the day or of fixed length begins and ends; `hour` is the shop's. Empty for whole calendar days. */
export function planDaysLabel(plan: DayPlan | FixedPlan, hour: number): string {
  const at = hour === 0 ? "" : ` ${hourInLabel(toClockTime(hour))}`
  if (plan.kind === "day") return at && `de${at} à${at} le lendemain`
  const [only] = plan.weekdays
  if (only === undefined || plan.weekdays.length > 1) return ""
  const days = hour === 0 ? plan.days - 1 : plan.days
  return days === 0 ? `le ${weekdayName(only)}` : `du ${weekdayName(only)}${at} au ${weekdayName(only + days)}${at}`
}

/** "vendredi ou samedi"; empty for every day. */
export function weekdaysLabel({ weekdays }: Pick<RatePlan, "weekdays">): string {
  return weekdays.length === everyWeekday.length ? "" : disjunction.format(weekdays.map(weekdayName))
}

const weekdayName = (day: number) => weekdayNames[(day - 1) % 7] ?? ""

const disjunction = new Intl.ListFormat("fr-FR", { type: "disjunction" })

/** "20 h à 0 h, en place dès 19 h, repris à 1 h" */
export function startLabel(plan: HoursPlan, start: ClockTime, extraHours = 0): string {
  const end = shiftClock(start, (plan.hours + extraHours) * 60)
  return [
    `${hourInLabel(start)} à ${hourInLabel(end)}`,
    plan.setUpMinutes > 0 && `en place dès ${hourInLabel(shiftClock(start, -plan.setUpMinutes))}`,
    plan.takeDownMinutes > 0 && `repris à ${hourInLabel(shiftClock(end, plan.takeDownMinutes))}`,
  ]
    .filter(Boolean)
    .join(", ")
}

/** "90 € par heure en plus, 3 heures au plus"; empty where none can be added. */
export function extraHoursLabel({ extraHourPrice, maximumExtraHours }: HoursPlan): string {
  if (maximumExtraHours === 0) return ""
  const most = maximumExtraHours > 1 ? `${maximumExtraHours}\u00a0heures` : "une heure"
  return `${formatMoney(extraHourPrice)} par heure en plus, ${most} au plus`
}

/** The plan in one line, for its owner. */
export function planSummary(plan: RatePlan, dailyPrice: Cents): string {
  const weekdays = weekdaysLabel(plan)
  return [
    planPriceLabel(plan, dailyPrice),
    ...(plan.kind === "hours"
      ? [
          `départs ${plan.startTimes.map(hourInLabel).join(", ")}`,
          plan.maximumExtraHours > 0 && `+${formatMoney(plan.extraHourPrice)}/h`,
        ]
      : []),
    ...(plan.kind === "day" ? [stepExamples(plan, dailyPrice), daysLimitLabel(plan)] : []),
    weekdays && `${plan.kind === "hours" ? "le" : "à partir du"} ${weekdays}`,
    plan.minimumNotice > 0 && `${daysLabel(plan.minimumNotice)} avant`,
  ]
    .filter(Boolean)
    .join(", ")
}

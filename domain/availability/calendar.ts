import type { ClockTime } from "../clock.ts"
import { type Day, addDays, sortedDays } from "../day.ts"
import { dayRuns } from "../day-runs.ts"
import {
  type BookedHours,
  type BookedPlan,
  type DayPlan,
  type FixedPlan,
  type HoursPlan,
  type RatePlan,
  beginsOn,
  daysOfPlan,
  noticeOfPlan,
  usualDayPlan,
} from "../pricing/rate-plan.ts"
import {
  type PlacedTime,
  mergePeriods,
  periodsOfPlan,
  placedTimesOf,
  touchedDays,
  withClosedEnds,
} from "../rental/periods.ts"
import type { TimeRange } from "../rental/rental.ts"
import { type BusyTime, type Stock, countFreeUnits, freeUnits } from "./units.ts"

/** `not-sold`: the plan does not begin on this weekday. */
export type CustomerDay = "free" | "taken" | "closed" | "not-sold" | OutsideWindow

/** A day on which a rental by a plan would begin. */
type PlanDay = { state: CustomerDay; starts: PlanStart[] }

/** One of the times at which a rental by the hour can begin. */
export type PlanStart = { time: ClockTime; rented: TimeRange; isFree: boolean }

export type RentalWindow = { today: Day; noticeDays: number; horizonDays: number | null }

type ShopDays = {
  stock: Stock
  /** Closed days, also those after the last visible one on which a rental would end. */
  blocked: ReadonlySet<Day>
  /** At which a rental day begins (D61). */
  hour: number
}

type TakenTime = ShopDays & {
  busy: readonly BusyTime[]
  /** A bundle is free when all of its parts are. */
  parts?: readonly PartTime[]
}

type PartTime = ShopDays & { busy: readonly BusyTime[]; units: number }

export type ProductCalendar = TakenTime & { window: RentalWindow }

export type OutsideWindow = "past" | "too-soon" | "too-far"

export function outsideWindow(
  day: Day,
  { today, noticeDays, horizonDays }: RentalWindow,
  preparationDaysBefore: number,
): OutsideWindow | null {
  if (day < today) return "past"
  // Preparation days cannot lie in the past.
  if (day < addDays(today, Math.max(noticeDays, preparationDaysBefore))) return "too-soon"
  return horizonDays !== null && day > addDays(today, horizonDays) ? "too-far" : null
}

export function customerDay(day: Day, calendar: ProductCalendar): CustomerDay {
  const shut = shutDay(day, calendar)
  return shut ?? (isFree([day], calendar, null) ? "free" : "taken")
}

function shutDay(day: Day, { window, stock, blocked }: ProductCalendar): "closed" | OutsideWindow | null {
  const outside = outsideWindow(day, window, stock.preparationBefore)
  return outside !== "past" && blocked.has(day) ? "closed" : outside
}

export function planDay(day: Day, calendar: ProductCalendar, plan: RatePlan): PlanDay {
  const shut = shutDay(day, withNotice(calendar, plan))
  if (shut !== null) return { state: shut, starts: [] }
  if (!beginsOn(plan, day)) return { state: "not-sold", starts: [] }
  if (plan.kind === "hours") {
    const starts = planStarts(day, calendar, plan)
    return { state: starts.some(({ isFree: free }) => free) ? "free" : "taken", starts }
  }
  const days = plan.kind === "fixed" ? daysOfPlan(plan, day) : [day]
  return { state: isFree(days, calendar, plan) ? "free" : "taken", starts: [] }
}

/** A rental by the day needs at least its fewest days. */
export function planStretch(first: Day, calendar: ProductCalendar, plan: RatePlan): PlanDay {
  const start = planDay(first, calendar, plan)
  const isTooShort =
    start.state === "free" && plan.kind === "day" && unavailableDays(daysOfPlan(plan, first), calendar, plan).length > 0
  return isTooShort ? { ...start, state: "taken" } : start
}

function planStarts(day: Day, calendar: TakenTime, plan: HoursPlan): PlanStart[] {
  return plan.startTimes.map((time) => {
    const booked: BookedHours = { ...plan, startTime: time, extraHours: 0 }
    const [wanted] = wantedTimes([day], calendar, booked)
    if (!wanted) throw new Error("A plan by the hour takes one range")
    return { time, rented: wanted.rented, isFree: hasFreeUnits([day], calendar, booked) }
  })
}

/** The hours that are left on a day of which some starts are gone; starts that overlap are one. */
export function freeGaps(starts: readonly PlanStart[]): TimeRange[] {
  return mergePeriods(starts.filter(({ isFree: free }) => free).map(({ rented }) => rented))
}

/** Most extra hours that can still be had from this start. */
export function freeExtraHours(day: Day, calendar: TakenTime, plan: HoursPlan, startTime: ClockTime): number {
  let most = 0
  for (let extraHours = 1; extraHours <= plan.maximumExtraHours; extraHours++) {
    if (!hasFreeUnits([day], calendar, { ...plan, startTime, extraHours })) break
    most = extraHours
  }
  return most
}

/** Hours are prepared by set-up; the owner is bound by no notice. */
function withNotice(calendar: ProductCalendar, plan: RatePlan): ProductCalendar {
  const { window, stock } = calendar
  const byOwner = window.horizonDays === null
  const noticeDays = byOwner ? 0 : Math.max(window.noticeDays, noticeOfPlan(plan))
  return {
    ...calendar,
    window: { ...window, noticeDays },
    stock: plan.kind === "hours" ? { ...stock, preparationBefore: 0, preparationAfter: 0 } : stock,
  }
}

function isFree(days: readonly Day[], calendar: TakenTime, plan: BookedPlan | null): boolean {
  // Spares a search the times of most products.
  const isEmpty = partsOf(calendar).every(({ busy }) => busy.length === 0)
  if (isEmpty && calendar.blocked.size === 0) return calendar.stock.units > 0
  const times = wantedTimes(days, calendar, plan)
  return !touchesClosedDay(days, times, { ...calendar, plan }) && hasFreeUnits(days, calendar, plan)
}

/** Without a start, at any of them. */
function isFreeAt(day: Day, calendar: TakenTime, plan: BookedHours | HoursPlan): boolean {
  return "startTime" in plan
    ? isFree([day], calendar, plan)
    : planStarts(day, calendar, plan).some(({ isFree: free }) => free)
}

/** For a range with its preparation. */
export function isFreeThroughout(range: TimeRange, { stock, busy, blocked, hour }: TakenTime): boolean {
  return freeUnits(range, stock, busy).length > 0 && !touchedDays(range, hour).some((day) => blocked.has(day))
}

function partsOf(calendar: TakenTime): readonly PartTime[] {
  return calendar.parts ?? [{ ...calendar, units: 1 }]
}

function hasFreeUnits(days: readonly Day[], calendar: TakenTime, plan: BookedPlan | null): boolean {
  return partsOf(calendar).every((part) => countFreeThroughout(days, part, plan) >= part.units)
}

/** The units that each of these days leaves free, with their preparation. */
export function countFreeThroughout(days: readonly Day[], calendar: TakenTime, plan: BookedPlan | null): number {
  const { stock, busy } = calendar
  const times = wantedTimes(days, calendar, plan)
  if (touchesClosedDay(days, times, { ...calendar, plan })) return 0
  return Math.min(...times.map(({ held }) => countFreeUnits(held, stock, busy)))
}

/** The time that these days take, with closed days at the end and with preparation or set-up. */
export function wantedTimes(
  days: readonly Day[],
  { stock, blocked, hour }: ShopDays,
  plan: BookedPlan | null = null,
): PlacedTime[] {
  return placedTimesOf({ plan, periods: periodsOfPlan(plan, days, { closedDays: blocked, hour }) }, stock)
}

type OpenDays = Pick<ShopDays, "blocked" | "hour"> & { plan?: BookedPlan | null }

/**
 * A rental may end on closed days, but neither begins nor is prepared on one. Hours belong to the day they begin on, and
 * nobody comes in the middle of a stretch; at midnight it is collected on its last day.
 */
export function touchesClosedDay(
  days: readonly Day[],
  times: readonly PlacedTime[],
  { blocked, hour, plan = null }: OpenDays,
): boolean {
  if (blocked.size === 0) return false
  if (plan?.kind === "hours") return days.some((day) => blocked.has(day))
  const prepared = times.flatMap(({ held, rented }) => [
    ...touchedDays({ from: held.from, until: rented.from }, hour),
    ...touchedDays({ from: rented.until, until: held.until }, hour),
  ])
  const sorted = sortedDays(days)
  const ends = [...sorted.slice(0, 1), ...(hour === 0 ? sorted.slice(-1) : [])]
  return [...(plan?.kind === "fixed" ? ends : days), ...prepared].some((day) => blocked.has(day))
}

export function unavailableDays(
  days: readonly Day[],
  calendar: ProductCalendar,
  plan: BookedPlan | RatePlan | null = null,
): Day[] {
  if (plan?.kind === "hours")
    return days.filter((day) => shutDay(day, withNotice(calendar, plan)) !== null || !isFreeAt(day, calendar, plan))
  const sorted = sortedDays(days)
  const unavailable =
    plan?.kind === "fixed"
      ? sorted.slice(0, 1).filter((day) => shutDay(day, calendar) !== null)
      : sorted.filter((day) => customerDay(day, calendar) !== "free")
  return unavailable.length > 0 ? unavailable : daysWithoutWholeUnit(days, calendar, plan)
}

/** Names the days that are full, or those from which on no unit has the whole stretch. */
export function daysWithoutWholeUnit(
  days: readonly Day[],
  calendar: TakenTime,
  plan: DayPlan | FixedPlan | null = null,
): Day[] {
  const isPossible = (some: readonly Day[]) => hasFreeUnits(some, calendar, plan)
  const held = dayRuns(withClosedEnds(days, calendar.blocked, calendar.hour))
  return held.flatMap(({ first, last }) => {
    const stretch = sortedDays(days).filter((day) => first <= day && day <= last)
    if (isPossible(stretch)) return []
    const full = stretch.filter((day) => !isPossible([day]))
    const end = stretch.findIndex((_, index) => !isPossible(stretch.slice(0, index + 1)))
    return full.length > 0 ? full : stretch.slice(end)
  })
}

export const NEAREST_WITHIN_DAYS = 28

export function nearestFreeDays(
  requested: Day,
  calendar: ProductCalendar,
  { plan = usualDayPlan, count = 2 }: { plan?: RatePlan | undefined; count?: number } = {},
): Day[] {
  const distances = Array.from({ length: NEAREST_WITHIN_DAYS }, (_, index) => index + 1)
  const orderedDistances = [
    ...distances.filter((each) => each % 7 === 0),
    ...distances.filter((each) => each % 7 !== 0),
  ]
  const nearest: Day[] = []
  for (const day of orderedDistances.flatMap((distance) => [
    addDays(requested, -distance),
    addDays(requested, distance),
  ])) {
    if (nearest.length === count) break
    if (planStretch(day, calendar, plan).state === "free") nearest.push(day)
  }
  return sortedDays(nearest)
}

export type DaySummary = {
  free: number
  isTaken: boolean
  /** null unless the day is too far ahead for every product. */
  opensOn: Day | null
}

export function summarizeStates(
  day: Day,
  products: readonly { state: CustomerDay; window: RentalWindow }[],
): DaySummary {
  const states = products.map(({ state, window }) => ({ state, opensOn: opensOn(day, window) }))
  const isTooFar = states.every(({ state }) => state === "too-far")
  return {
    free: states.filter(({ state }) => state === "free").length,
    isTaken: states.some(({ state }) => state === "taken"),
    opensOn: isTooFar ? (sortedDays(states.map((each) => each.opensOn))[0] ?? null) : null,
  }
}

/** The first day on which the customer can rent it. */
export function opensOn(day: Day, { horizonDays }: RentalWindow): Day {
  return addDays(day, -(horizonDays ?? 0))
}

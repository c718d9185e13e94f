import { type ClockTime, type TimeWindow, instantInParis, timeInParis, toClockTime } from "../clock.ts"
import { type DayRun, dayRuns } from "../day-runs.ts"
import { type Day, addDays, dayInParis, eachDay, sortedDays } from "../day.ts"
import type { BookedPlan } from "../pricing/rate-plan.ts"
import type { Rental, RentalPeriod, TimeRange } from "./rental.ts"

/**
 * One range for each run of days, which begin at the shop's hour in Europe/Paris (D61). The SQL function `rental_range`
 * says the same.
 */
export function rentalPeriods(days: Iterable<Day>, hour: number): TimeRange[] {
  return dayRuns(days).map(({ first, last }) => ({
    from: startOfRentalDay(first, hour),
    until: startOfRentalDay(addDays(last, 1), hour),
  }))
}

function startOfRentalDay(day: Day, hour: number): string {
  return instantAt(day, toClockTime(hour))
}

/** PostgreSQL too takes the second of two equal hours. */
function instantAt(day: Day, time: ClockTime): string {
  const first = instantInParis(day, time)
  if (time > "03:00") return first.toISOString()
  const second = new Date(first.getTime() + 3_600_000)
  return (timeInParis(second) === time ? second : first).toISOString()
}

/** The rental days that a range touches, in part or whole. */
export function touchedDays({ from, until }: TimeRange, hour: number): Day[] {
  const last = new Date(Date.parse(until) - 1).toISOString()
  return from < until ? eachDay(rentalDayAt(from, hour), rentalDayAt(last, hour)) : []
}

function rentalDayAt(instant: string, hour: number): Day {
  const day = dayInParis(new Date(instant))
  return instant < startOfRentalDay(day, hour) ? addDays(day, -1) : day
}

/**
 * With the closed days on which nobody collects: the customer keeps the rental until the next open day, unpriced. A day
 * that ends at midnight is collected on the day itself.
 */
export function withClosedEnds(days: Iterable<Day>, closedDays: ReadonlySet<Day>, hour: number): Day[] {
  const rented = sortedDays(days)
  return hour === 0 ? rented : sortedDays(rented.flatMap((day) => [day, ...closedDaysAfter(day, closedDays)]))
}

function closedDaysAfter(day: Day, closedDays: ReadonlySet<Day>): Day[] {
  const closed: Day[] = []
  for (let next = addDays(day, 1); closedDays.has(next); next = addDays(next, 1)) closed.push(next)
  return closed
}

type ShopDays = { closedDays: ReadonlySet<Day>; hour: number }

/** The time that a customer has by this plan (D61, D63); hours are elapsed hours, past midnight too. */
export function periodsOfPlan(
  plan: BookedPlan | null | undefined,
  days: readonly Day[],
  { closedDays, hour }: ShopDays,
): TimeRange[] {
  if (plan?.kind !== "hours") return rentalPeriods(withClosedEnds(days, closedDays, hour), hour)
  return sortedDays(days).map((day) => {
    const from = instantAt(day, plan.startTime)
    return { from, until: shiftMinutes(from, (plan.hours + plan.extraHours) * 60) }
  })
}

export function isWholeDays(periods: readonly TimeRange[]): boolean {
  return periods.every(({ from, until }) => [from, until].every((end) => timeInParis(new Date(end)) === "00:00"))
}

export function deliveryDay({ from }: TimeRange): Day {
  return dayInParis(new Date(from))
}

/** A range until midnight is collected on the day before. */
export function collectionDay({ until }: TimeRange): Day {
  return dayInParis(new Date(Date.parse(until) - 1))
}

/** A booking is over after it (D61). */
export function lastCollection(rentals: readonly TimedRental[]): Day {
  const last = rentals
    .flatMap(({ periods }) => periods.map(collectionDay))
    .sort()
    .at(-1)
  if (last === undefined) throw new Error("A rental has a range at least")
  return last
}

type TimedRental = Pick<Rental, "periods">

export type AgreedHours = { out: TimeWindow | null; back: TimeWindow | null }

/** Agreed hours before the first range or after the last one make it longer, never shorter. */
export function withAgreedHours(periods: readonly TimeRange[], { out, back }: AgreedHours): TimeRange[] {
  return periods.map((period, index) => {
    const isLast = index === periods.length - 1
    const earliest = index === 0 && out ? instantInParis(deliveryDay(period), out.from).toISOString() : period.from
    const latest = isLast && back ? instantInParis(collectionDay(period), back.to).toISOString() : period.until
    return joinTimes(period, { from: earliest, until: latest })
  })
}

/** Hours are agreed for the booking's first delivery and its last collection. */
export function hoursOfRental(
  rental: TimedRental,
  rentals: readonly TimedRental[],
  { out, back }: AgreedHours,
): AgreedHours {
  const deliveries = (each: TimedRental) => each.periods.slice(0, 1).map(deliveryDay)
  const collections = (each: TimedRental) => each.periods.slice(-1).map(collectionDay)
  const [first] = rentals.flatMap(deliveries).sort()
  const last = rentals.flatMap(collections).sort().at(-1)
  return {
    out: deliveries(rental)[0] === first ? out : null,
    back: collections(rental)[0] === last ? back : null,
  }
}

/** `held` includes the preparation. */
export type PlacedTime = { rented: TimeRange; held: TimeRange }

/** Preparation counts from the rental's own time; agreed hours may reach beyond it. */
export function toPlacedTimes(
  periods: readonly TimeRange[],
  preparation: Preparation,
  hours: AgreedHours = { out: null, back: null },
): PlacedTime[] {
  const own = mergePeriods(periods)
  return withAgreedHours(own, hours).map((rented, index) => ({
    rented,
    held: joinTimes(withPreparation(own[index] ?? rented, preparation), rented),
  }))
}

/** With set-up and take-down by the hour, with preparation days otherwise. */
export function placedTimesOf(
  { periods, plan }: Pick<Rental, "periods" | "plan">,
  preparation: Preparation,
  hours?: AgreedHours,
): PlacedTime[] {
  if (plan?.kind !== "hours") return toPlacedTimes(periods, preparation, hours)
  const agreed = hours ?? { out: null, back: null }
  return withAgreedHours(periods, agreed).map((rented, index) => {
    const { from, until } = periods[index] ?? rented
    const held = { from: shiftMinutes(from, -plan.setUpMinutes), until: shiftMinutes(until, plan.takeDownMinutes) }
    return { rented, held: joinTimes(held, rented) }
  })
}

/** In days. */
export type Preparation = { preparationBefore: number; preparationAfter: number }

export function withPreparation(
  { from, until }: TimeRange,
  { preparationBefore, preparationAfter }: Preparation,
): TimeRange {
  return { from: shiftDays(from, -preparationBefore), until: shiftDays(until, preparationAfter) }
}

export function shiftMinutes(end: string, minutes: number): string {
  return new Date(Date.parse(end) + minutes * 60_000).toISOString()
}

function shiftDays(end: string, days: number): string {
  if (days === 0) return end
  const instant = new Date(end)
  return instantAt(addDays(dayInParis(instant), days), timeInParis(instant))
}

export function overlaps(one: TimeRange, other: TimeRange): boolean {
  return one.from < other.until && other.from < one.until
}

export function intersect(one: TimeRange, other: TimeRange): TimeRange | null {
  if (!overlaps(one, other)) return null
  return {
    from: one.from > other.from ? one.from : other.from,
    until: one.until < other.until ? one.until : other.until,
  }
}

export function joinTimes(one: TimeRange, other: TimeRange): TimeRange {
  return {
    from: one.from < other.from ? one.from : other.from,
    until: one.until > other.until ? one.until : other.until,
  }
}

export function subtractTimes(range: TimeRange, times: readonly TimeRange[]): TimeRange[] {
  const ends = [range.from, ...mergePeriods(times).flatMap(({ from, until }) => [from, until]), range.until]
  return ends.flatMap((from, index) => {
    const until = ends[index + 1]
    return index % 2 === 0 && until !== undefined ? (intersect({ from, until }, range) ?? []) : []
  })
}

/** Parts of the range in which none of these times begins or ends. */
export function splitTime(range: TimeRange, times: readonly TimeRange[]): TimeRange[] {
  const ends = [range, ...times].flatMap(({ from, until }) => [from, until])
  const inside = [...new Set(ends)].filter((end) => range.from <= end && end <= range.until).sort()
  return inside.slice(1).map((until, index) => ({ from: inside[index] ?? until, until }))
}

/** Ranges that touch are one. */
export function mergePeriods(periods: readonly TimeRange[]): TimeRange[] {
  const merged: TimeRange[] = []
  for (const period of periods.toSorted((one, other) => (one.from < other.from ? -1 : 1))) {
    const last = merged.at(-1)
    if (last === undefined || last.until < period.from) merged.push({ ...period })
    else if (last.until < period.until) last.until = period.until
  }
  return merged
}

type PlacedRental = RentalPeriod & Pick<Rental, "periods" | "plan">

/** The time of changed days: a range none of whose days change keeps its own (D61). */
export function changedPeriods(rental: PlacedRental, newDays: readonly Day[], shop: ShopDays): TimeRange[] {
  if (rental.plan?.kind === "hours") return periodsOfPlan(rental.plan, newDays, shop)
  const others = daysPlacedAnew(rental, newDays)
  return mergePeriods([
    ...unchangedPeriods(rental, newDays),
    ...rentalPeriods(withClosedEnds(others, shop.closedDays, shop.hour), shop.hour),
  ])
}

export function daysPlacedAnew(rental: PlacedRental, newDays: readonly Day[]): Day[] {
  const unchanged = unchangedPeriods(rental, newDays).flatMap(daysIn)
  return newDays.filter((day) => !unchanged.includes(day))
}

function unchangedPeriods(rental: PlacedRental, newDays: readonly Day[]): TimeRange[] {
  const runs = dayRuns(newDays)
  return rental.periods.filter((period) => {
    const span = daysIn(period)
    const own = rental.dates.filter((day) => span.includes(day))
    const overlapping = runs.filter((run) => span.some((day) => run.first <= day && day <= run.last))
    return own.length > 0 && isSameRuns(dayRuns(own), overlapping)
  })
}

/** Counted from the range's own hour. */
function daysIn(period: TimeRange): Day[] {
  return touchedDays(period, Number(timeInParis(new Date(period.from)).slice(0, 2)))
}

function isSameRuns(one: readonly DayRun[], other: readonly DayRun[]): boolean {
  const list = (runs: readonly DayRun[]) => runs.map(({ first, last }) => `${first}/${last}`).join()
  return list(one) === list(other)
}

export function departsOn({ periods }: { periods: readonly TimeRange[] }, day: Day): boolean {
  return periods.some((period) => deliveryDay(period) === day)
}

export function returnsOn({ periods }: { periods: readonly TimeRange[] }, day: Day): boolean {
  return periods.some((period) => collectionDay(period) === day)
}

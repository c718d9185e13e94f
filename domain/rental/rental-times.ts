import { type ClockTime, type TimeWindow, hourInLabel, timeInParis } from "../clock.ts"
import { dayLong, dayRelativeTo, daysBrief, daysLong } from "../day-labels.ts"
import { type Day, dayInParis, eachDay } from "../day.ts"
import {
  type HandoverWindows,
  type NamedRental,
  type Rental,
  type RentalPeriod,
  type TimeRange,
  firstDay,
  lastDay,
  nameRental,
  rentalLabel,
} from "./rental.ts"
import {
  type AgreedHours,
  collectionDay,
  deliveryDay,
  hoursOfRental,
  isWholeDays,
  periodsOfPlan,
  withAgreedHours,
} from "./periods.ts"

export type RentalTimes = Pick<Rental, "dates" | "periods" | "windows" | "plan">

/** Agreed hours as `hoursOfRental` gives them. */
export type HandoverTerms = { isDelivery: boolean; hours?: AgreedHours | undefined }

/** With `today` a near day is said without its year; a document names the year. */
export type TimesStyle = { style?: "long" | "table"; today?: Day }

const separator = "\u00a0; "

export type HandoverStop = { leg: "out" | "back"; day: Day; window: TimeWindow | null }

/** When the equipment goes out and comes back. Whole calendar days and pick-ups have a window only once it is agreed. */
function handoverStops(times: RentalTimes, terms: HandoverTerms): HandoverStop[] {
  if (isByTheHour(times) || !isWholeDays(times.periods))
    return times.periods.flatMap((_, index) => periodStops(times, index, terms))
  return [
    { leg: "out", day: firstDay(times), window: terms.hours?.out ?? null },
    { leg: "back", day: lastDay(times), window: terms.hours?.back ?? null },
  ]
}

/** The stops of a booking, by day; rentals that go together are one stop. */
export function bookingStops(
  rentals: readonly RentalTimes[],
  { isDelivery, hours = { out: null, back: null } }: HandoverTerms,
): HandoverStop[] {
  const stops = rentals.flatMap((rental) =>
    handoverStops(rental, { isDelivery, hours: hoursOfRental(rental, rentals, hours) }),
  )
  const byText = new Map(stops.map((stop) => [`${stop.day} ${stop.leg} ${stop.window?.from} ${stop.window?.to}`, stop]))
  return [...byText.values()].sort((one, other) => (one.day < other.day ? -1 : one.day > other.day ? 1 : 0))
}

function periodStops({ periods, windows }: RentalTimes, index: number, terms: HandoverTerms): HandoverStop[] {
  const { isDelivery, hours } = terms
  const promised = isDelivery ? windows : null
  const period = periods[index]
  if (!period) return []
  const agreedOut = index === 0 ? hours?.out : null
  const agreedBack = index === periods.length - 1 ? hours?.back : null
  return [
    { leg: "out", day: deliveryDay(period), window: agreedOut ?? promised?.delivery ?? null },
    { leg: "back", day: collectionDay(period), window: agreedBack ?? promised?.collection ?? null },
  ]
}

/** For pages and mails: with delivery when it comes and goes, else both ends; whole calendar days as `rentalLabel`. */
export function rentalTimesLabel(times: RentalTimes, terms: HandoverTerms, style: TimesStyle = {}): string {
  const { periods } = times
  if (isByTheHour(times)) {
    const setUp = terms.isDelivery && style.style !== "table" ? setUpLabel(times.windows) : null
    return [hoursLabels(periods, style), setUp].filter(Boolean).join(", ")
  }
  if (isWholeDays(periods)) return rentalLabel(times, style.style)
  if (!terms.isDelivery) return rangesLabel(terms.hours ? withAgreedHours(periods, terms.hours) : periods, style)
  return periods
    .map((_, index) =>
      periodStops(times, index, terms)
        .map((stop) => stopLabel(stop, style))
        .join(", "),
    )
    .join(separator)
}

function stopLabel({ leg, day, window }: HandoverStop, style: TimesStyle): string {
  const when = window ? `, ${timesLabel(window)}` : ""
  return `${leg === "out" ? "livré" : "repris"} ${dayLabel(day, style)}${when}`
}

/** All rentals of a booking; those at another time are named. */
export function bookingTimesLabel(
  rentals: readonly (RentalTimes & Pick<Rental, "productName">)[],
  { isDelivery, hours = { out: null, back: null } }: HandoverTerms,
  style: TimesStyle = {},
): string {
  return joinLabels(
    rentals.map((rental) => ({
      productName: rental.productName,
      label: rentalTimesLabel(rental, { isDelivery, hours: hoursOfRental(rental, rentals, hours) }, style),
    })),
  )
}

/** Equal ones once, others with their names. */
export function joinLabels(rentals: readonly { productName: string; label: string }[]): string {
  const labels = new Set(rentals.map(({ label }) => label))
  const named = labels.size > 1 ? rentals.map(({ productName, label }) => `${productName}, ${label}`) : [...labels]
  return named.join(separator)
}

/** `times` is null on whole calendar days, whose days say it all. */
export type TimedRental = NamedRental & { times: string | null }

export function nameTimedRentals(
  rentals: readonly (RentalTimes & NamedRental)[],
  { isDelivery, hours = { out: null, back: null } }: HandoverTerms,
  style: TimesStyle,
): TimedRental[] {
  return rentals.map((rental) => ({
    ...nameRental(rental),
    times: withPlanName(
      rental.plan,
      isWholeDays(rental.periods) && !isByTheHour(rental)
        ? null
        : rentalTimesLabel(rental, { isDelivery, hours: hoursOfRental(rental, rentals, hours) }, style),
    ),
  }))
}

/** "Soirée 4 h, samedi 12 juin, de 20 h à 0 h"; whole days at the daily price have no plan. */
export function withPlanName<Words extends string | null>(plan: Rental["plan"], words: Words): string | Words {
  return plan ? [plan.name, words].filter(Boolean).join(", ") : words
}

/** Newly placed days begin and end by these (D61). */
export type PlacingTerms = { hour: number; closedDays: ReadonlySet<Day>; windows: HandoverWindows | null }

export type ProposedTimes = { delivery: string; pickup: string }

/** For days that are not placed yet; null on whole calendar days, whose days say it all. */
export function proposeTimes(
  { dates, plan = null }: Pick<Rental, "dates" | "plan">,
  { windows, ...shop }: PlacingTerms,
  today: Day,
): ProposedTimes | null {
  if (dates.length === 0 || (shop.hour === 0 && !isByTheHour({ plan }))) return null
  const periods = periodsOfPlan(plan, dates, shop)
  const times = { dates, plan, periods, windows: windowsOfRental({ plan, periods }, windows) }
  return {
    delivery: rentalTimesLabel(times, { isDelivery: true }, { today }),
    pickup: rentalTimesLabel(times, { isDelivery: false }, { today }),
  }
}

/** For contracts, and wherever the range itself is meant: both ends; whole calendar days as `rentalLabel`. */
export function rentalRangeLabel(times: RentalTimes, style: TimesStyle = {}): string {
  if (isByTheHour(times)) return hoursLabels(times.periods, style)
  return isWholeDays(times.periods) ? rentalLabel(times, style.style) : rangesLabel(times.periods, style)
}

export type BookedDates = RentalPeriod & Pick<Rental, "plan">

/** The days as chosen; by the hour when, and with delivery when we set up. */
export function datesOrHoursLabel(
  { dates, plan }: BookedDates,
  { isDelivery = false, ...style }: TimesStyle & { isDelivery?: boolean } = {},
): string {
  if (plan?.kind !== "hours") return rentalLabel({ dates }, style.style)
  const periods = periodsOfPlan(plan, dates, noShopDays)
  const setUp = isDelivery ? setUpLabel(windowsOfRental({ plan, periods }, null)) : null
  return [hoursLabels(periods, style), setUp].filter(Boolean).join(", ")
}

/** Hours know neither closed days nor the shop's hour. */
const noShopDays = { closedDays: new Set<Day>(), hour: 0 }

/** `rentals` is null where all are whole days at the daily price. */
export type DatedBooking = RentalPeriod & { rentals: readonly (BookedDates & { productName: string })[] | null }

/** "Soirée 4 h, samedi 12 juin 2027, de 20 h à 0 h"; a table has no room for the plan. */
export function bookedDatesLabel(
  { dates, rentals }: DatedBooking,
  style: Parameters<typeof datesOrHoursLabel>[1] = {},
): string {
  if (!rentals?.some(({ plan }) => plan)) return rentalLabel({ dates }, style.style)
  return joinLabels(
    rentals.map((rental) => {
      const label = datesOrHoursLabel(rental, style)
      return {
        productName: rental.productName,
        label: style.style === "table" ? label : withPlanName(rental.plan, label),
      }
    }),
  )
}

/** All rentals of a booking; those at another time are named. */
export function bookingRangeLabel(rentals: readonly (RentalTimes & Pick<Rental, "productName">)[]): string {
  return joinLabels(rentals.map((rental) => ({ ...rental, label: rentalRangeLabel(rental) })))
}

function isByTheHour({ plan }: Pick<Rental, "plan">): boolean {
  return plan?.kind === "hours"
}

function setUpLabel(windows: HandoverWindows | null): string | null {
  const window = windows?.delivery
  return window && window.from !== window.to ? `mise en place dès ${hourInLabel(window.from)}` : null
}

/** Set-up and take-down are the windows of a rental by the hour; by the day, the shop promises its own. */
export function windowsOfRental(
  { plan, periods }: Pick<Rental, "plan" | "periods">,
  shopWindows: HandoverWindows | null,
): HandoverWindows | null {
  const [period] = periods
  if (plan?.kind !== "hours" || !period) return shopWindows
  const [from, until] = [Date.parse(period.from), Date.parse(period.until)]
  const [start, end] = [timeInParis(new Date(from)), timeInParis(new Date(until))]
  const setUp = timeInParis(new Date(from - plan.setUpMinutes * 60_000))
  const takenDown = timeInParis(new Date(until + plan.takeDownMinutes * 60_000))
  return {
    delivery: { from: setUp <= start ? setUp : "00:00", to: start },
    collection: end === "00:00" ? null : { from: end, to: takenDown >= end ? takenDown : "23:59" },
  }
}

function hoursLabels(periods: readonly TimeRange[], style: TimesStyle): string {
  return periods.map((period) => hoursLabel(period, style)).join(separator)
}

/** "samedi 12 juin, de 20 h à 0 h"; hours are elapsed hours, so a night in which the clock changes says which time. */
export function hoursLabel({ from, until }: TimeRange, style: TimesStyle = {}): string {
  const [start, end] = [timeInParis(new Date(from)), timeInParis(new Date(until))]
  const times =
    style.style === "table"
      ? `${hourInLabel(start)}\u00a0–\u00a0${hourInLabel(end)}`
      : `de ${hourInLabel(start)} à ${hourInLabel(end)}`
  const shift = clockShift({ from, until })
  const season = shift && (shift === "winter" ? "heure d’hiver" : "heure d’été")
  return [`${dayLabel(dayInParis(new Date(from)), style)}, ${times}`, season].filter(Boolean).join(", ")
}

/** The time to which the clocks change meanwhile. */
export function clockShift({ from, until }: TimeRange): "winter" | "summer" | null {
  const [start, end] = [timeInParis(new Date(from)), timeInParis(new Date(until))]
  const elapsed = (Date.parse(until) - Date.parse(from)) / 60_000
  const shift = (elapsed - (minutesOf(end) - minutesOf(start)) + 1440) % 1440
  return shift === 60 ? "winter" : shift === 1380 ? "summer" : null
}

function minutesOf(time: ClockTime): number {
  const [hours = 0, minutes = 0] = time.split(":").map(Number)
  return hours * 60 + minutes
}

/** "14 h – 16 h" */
export function timesLabel({ from, to }: TimeWindow): string {
  return from === to ? hourInLabel(from) : `${hourInLabel(from)}\u00a0–\u00a0${hourInLabel(to)}`
}

function rangesLabel(periods: readonly TimeRange[], style: TimesStyle): string {
  return periods.map((period) => rangeLabel(period, style)).join(separator)
}

function rangeLabel(period: TimeRange, style: TimesStyle): string {
  if (isWholeDays([period])) {
    const days = eachDay(deliveryDay(period), collectionDay(period))
    return style.style === "table" ? daysBrief(days) : daysLong(days)
  }
  const [from, until] = [period.from, period.until].map((end) => {
    const instant = new Date(end)
    return `${dayLabel(dayInParis(instant), style)}, ${hourInLabel(timeInParis(instant))}`
  })
  return style.style === "table" ? `${from} – ${until}` : `du ${from}, au ${until}`
}

function dayLabel(day: Day, { style, today }: TimesStyle): string {
  if (style === "table") return daysBrief([day])
  return today === undefined ? dayLong(day) : dayRelativeTo(today, day)
}

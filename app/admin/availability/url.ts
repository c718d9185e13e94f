import { href } from "react-router"
import type { PeriodText } from "../../../domain/availability/period.ts"
import {
  type Day,
  type Month,
  addDays,
  addMonths,
  isDay,
  isMonth,
  monthOf,
  sortedDays,
  weekday,
} from "../../../domain/day.ts"
import { MAX_SHOWN_DAYS } from "../kit/booking/bookings-url.ts"
import { readPage, readWhole } from "../../../domain/whole-number.ts"

export const planningPath = href("/admin/availability")

export type PlanningViewName = "planning" | "mois" | "annee"
export type DaysAct = "bloquer" | "liberer"

/** A bar of the planning: a booking, on one of its units, from one of its days on. */
export type PickedBar = { booking: string; unit: number; day: Day }

/**
 * All that the screen shows is in its address, so that every step works without a script:
 * `?vue=mois&produit=…&q=bois&mois=2027-06&jours=2027-06-14&geste=bloquer`, `?vue=planning&debut=2027-06-07&semaines=4`,
 * `?vue=annee&annee=2027&geste=bloquer&du=2027-06-01&au=2027-08-31&chaque=1&pour=…&motif=…`, `&deplacer=…&exemplaire=1&jour=…`.
 */
export type PlanningUrl = {
  view: PlanningViewName
  /** Null: all of them. */
  product: string | null
  /** Those whose names hold these words; empty for all. */
  search: string
  /** Of the products, when there are many of them; counted from 1. */
  page: number
  /** Where each view stands; null: today. */
  from: Day | null
  weeks: number
  month: Month | null
  year: number | null
  /** What is about to be done, with which days: those that are ticked, or those of a period. */
  act: DaysAct | null
  days: readonly Day[]
  period: PeriodText
  /** Of which product; null: all of them. */
  actProduct: string | null
  reason: string
  picked: PickedBar | null
}

export const MIN_WEEKS = 2
export const MAX_WEEKS = 6
const DEFAULT_WEEKS = 4

const emptyPeriod: PeriodText = { from: "", to: "", weekdays: [] }

/** Reads the address; what makes no sense is left out. */
export function readPlanningUrl(values: URLSearchParams): PlanningUrl {
  const text = (name: string) => values.get(name)?.trim() || null
  const [view, act, month, from, year, weeks] = [
    text("vue"),
    text("geste"),
    text("mois"),
    text("debut"),
    readWhole(text("annee")) ?? 0,
    readWhole(text("semaines")) ?? 0,
  ]
  const [booking, unit, day] = [text("deplacer"), readWhole(text("exemplaire")) ?? 0, text("jour")]
  const days = sortedDays(values.getAll("jours").filter(isDay)).slice(0, MAX_SHOWN_DAYS)
  return {
    view: view === "mois" || view === "annee" ? view : "planning",
    product: text("produit"),
    search: (text("q") ?? "").slice(0, 200),
    page: readPage(text("page")),
    from: from !== null && isDay(from) ? from : null,
    weeks: weeks >= MIN_WEEKS && weeks <= MAX_WEEKS ? weeks : DEFAULT_WEEKS,
    month: month !== null && isMonth(month) ? month : null,
    year: year >= 1900 && year < 2200 ? year : null,
    act: act === "bloquer" || act === "liberer" ? act : null,
    days,
    period: {
      from: text("du") ?? "",
      to: text("au") ?? "",
      weekdays: values
        .getAll("chaque")
        .map(Number)
        .filter((each) => each >= 1 && each <= 7),
    },
    actProduct: values.has("pour") ? text("pour") : text("produit"),
    reason: (text("motif") ?? "").slice(0, 500),
    picked: booking !== null && unit >= 1 && day !== null && isDay(day) ? { booking, unit, day } : null,
  }
}

/** The same screen with something changed. */
export function planningHref(url: PlanningUrl, changes: Partial<PlanningUrl> = {}): string {
  const { view, product, search, page, from, weeks, month, year, act, days, period, actProduct, reason, picked } = {
    ...url,
    ...changes,
  }
  const values = new URLSearchParams()
  const add = (name: string, value: string | number | null) =>
    value !== null && value !== "" && values.append(name, String(value))
  add("vue", view === "planning" ? null : view)
  add("produit", product)
  add("q", search)
  add("page", page === 1 ? null : page)
  add("debut", from)
  add("semaines", weeks === DEFAULT_WEEKS ? null : weeks)
  add("mois", month)
  add("annee", year)
  for (const day of days) add("jours", day)
  add("du", period.from)
  add("au", period.to)
  for (const each of period.weekdays) add("chaque", each)
  if (actProduct !== product) values.append("pour", actProduct ?? "")
  add("motif", reason)
  add("geste", act)
  add("deplacer", picked?.booking ?? null)
  add("exemplaire", picked?.unit ?? null)
  add("jour", picked?.day ?? null)
  return values.size > 0 ? `${planningPath}?${values}` : planningPath
}

/** Nothing open over the view. */
export const closed = { act: null, picked: null } satisfies Partial<PlanningUrl>
/** Nothing chosen any more: what was about to be done is done. */
export const settled = { ...closed, days: [], period: emptyPeriod, reason: "" } satisfies Partial<PlanningUrl>

/** What the address leaves open, filled in: the planning begins today unless the address says otherwise, a month and a year hold today. */
export function visibleRange(url: PlanningUrl, today: Day): { from: Day; to: Day; month: Month; year: number } {
  const from = url.from ?? today
  const month = url.month ?? monthOf(today)
  return { from, to: addDays(from, url.weeks * 7 - 1), month, year: url.year ?? Number(today.slice(0, 4)) }
}

/** The other views of the same time: from a year to its first month, or to this month when it is this year. */
export function viewHref(url: PlanningUrl, view: PlanningViewName, today: Day): string {
  const at = visibleRange(url, today)
  const days: Record<PlanningViewName, Day> = { planning: at.from, mois: `${at.month}-01`, annee: `${at.year}-01-01` }
  const day = days[url.view]
  const unmoved = { planning: url.from, mois: url.month, annee: url.year }[url.view] === null
  const sameYear = url.view === "annee" && day.slice(0, 4) === today.slice(0, 4)
  const where = unmoved || sameYear ? { from: null, month: null, year: null } : placeOf(view, day)
  return planningHref(url, { ...settled, view, ...where })
}

function placeOf(view: PlanningViewName, day: Day): Pick<PlanningUrl, "from" | "month" | "year"> {
  const nowhere = { from: null, month: null, year: null }
  if (view === "annee") return { ...nowhere, year: Number(day.slice(0, 4)) }
  // The week in which a month begins may begin in the month before: its middle tells which month it is about.
  if (view === "mois") return { ...nowhere, month: monthOf(addDays(day, 6)) }
  return { ...nowhere, from: addDays(day, 1 - weekday(day)) }
}

/** One step back or on in the view that is shown. */
export function stepHref(url: PlanningUrl, step: -1 | 1, today: Day): string {
  const { from, month, year } = visibleRange(url, today)
  const where = {
    planning: { from: addDays(from, step * url.weeks * 7) },
    mois: { month: addMonths(month, step) },
    annee: { year: year + step },
  }[url.view]
  return planningHref(url, { ...closed, days: [], ...where })
}

/** The booking's own form, with the days that it should have: it shows the difference in price before anything is saved. */
export function datesHref(booking: string, days: readonly Day[]): string {
  const values = new URLSearchParams([
    ["reservation", booking],
    ["modifier", "dates"],
    ...days.map((day) => ["jours", day]),
  ])
  return `${href("/admin/bookings")}?${values}`
}

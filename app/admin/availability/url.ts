import { href } from "react-router"
import type { PeriodText } from "../../../domain/availability/period.ts"
import { type Day, addDays, isDay } from "../../../domain/day.ts"
import { readPage, readWholeNumber } from "../../../domain/whole-number.ts"

export const planningPath = href("/admin/availability")

export type PlanningViewName = "planning" | "annee"
export type DaysAct = "bloquer" | "liberer" | "reparer"

/** `unit` is null for a rental without one; `product` for the booking's first. */
export type PickedBar = { booking: string; product: string | null; unit: number | null; day: Day }

/**
 * The whole state of the screen is in the URL, so that every step works without JavaScript:
 * `?debut=2027-06-07&semaines=4`,
 * `?vue=annee&annee=2027&du=…&au=…&chaque=1&pour=…&motif=…`, `&deplacer=…&exemplaire=1&jour=…`.
 */
export type PlanningUrl = {
  view: PlanningViewName
  /** null means all products. */
  product: string | null
  search: string
  page: number
  /** null means today. */
  from: Day | null
  /** null for four days, hour by hour. */
  weeks: number | null
  year: number | null
  act: DaysAct | null
  period: PeriodText
  /** null means all products. */
  actProduct: string | null
  /** null for all units of that product. */
  actUnit: number | null
  reason: string
  picked: PickedBar | null
}

export const MIN_WEEKS = 2
export const MAX_WEEKS = 6
const HOURLY_DAYS = 4
const NO_UNIT = "aucun"

const emptyPeriod: PeriodText = { from: "", to: "", weekdays: [] }

/** Ignores invalid parameters. */
export function readPlanningUrl(values: URLSearchParams): PlanningUrl {
  const text = (name: string) => values.get(name)?.trim() || null
  const [view, act, from, year, weeks] = [
    text("vue"),
    text("geste"),
    text("debut"),
    readWholeNumber(text("annee")) ?? 0,
    readWholeNumber(text("semaines")) ?? 0,
  ]
  const [booking, unit, day] = [text("deplacer"), readUnit(text("exemplaire")), text("jour")]
  const [actProduct, actUnit] = (values.has("pour") ? text("pour") : text("produit"))?.split("/") ?? []
  return {
    view: view === "annee" ? view : "planning",
    product: text("produit"),
    search: (text("q") ?? "").slice(0, 200),
    page: readPage(text("page")),
    from: from !== null && isDay(from) ? from : null,
    weeks: weeks >= MIN_WEEKS && weeks <= MAX_WEEKS ? weeks : null,
    year: year >= 1900 && year < 2200 ? year : null,
    act: act === "bloquer" || act === "liberer" || act === "reparer" ? act : null,
    period: {
      from: text("du") ?? "",
      to: text("au") ?? "",
      weekdays: values
        .getAll("chaque")
        .map(Number)
        .filter((each) => each >= 1 && each <= 7),
    },
    actProduct: actProduct || null,
    actUnit: readWholeNumber(actUnit ?? null),
    reason: (text("motif") ?? "").slice(0, 500),
    picked:
      booking !== null && unit !== undefined && day !== null && isDay(day)
        ? { booking, product: text("sur"), unit, day }
        : null,
  }
}

/** undefined for neither a unit nor none. */
function readUnit(text: string | null): number | null | undefined {
  if (text === NO_UNIT) return null
  const unit = readWholeNumber(text) ?? 0
  return unit >= 1 ? unit : undefined
}

export function planningHref(url: PlanningUrl, changes: Partial<PlanningUrl> = {}): string {
  const { view, product, search, page, from, weeks, year, act, period, actProduct, actUnit, reason, picked } = {
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
  add("semaines", weeks)
  add("annee", year)
  add("du", period.from)
  add("au", period.to)
  for (const each of period.weekdays) add("chaque", each)
  if (actUnit !== null) values.append("pour", `${actProduct}/${actUnit}`)
  else if (actProduct !== product) values.append("pour", actProduct ?? "")
  add("motif", reason)
  add("geste", act)
  add("deplacer", picked?.booking ?? null)
  add("sur", picked?.product ?? null)
  add("exemplaire", picked && (picked.unit ?? NO_UNIT))
  add("jour", picked?.day ?? null)
  return values.size > 0 ? `${planningPath}?${values}` : planningPath
}

export const sheetsClosed = { act: null, picked: null } satisfies Partial<PlanningUrl>
export const selectionCleared = {
  ...sheetsClosed,
  actUnit: null,
  period: emptyPeriod,
  reason: "",
} satisfies Partial<PlanningUrl>

function visibleDays({ weeks }: Pick<PlanningUrl, "weeks">): number {
  return weeks === null ? HOURLY_DAYS : weeks * 7
}

/** Defaults: the planning starts today; the year is this one. */
export function visibleRange(url: PlanningUrl, today: Day): { from: Day; to: Day; year: number } {
  const from = url.from ?? today
  return { from, to: addDays(from, visibleDays(url) - 1), year: url.year ?? Number(today.slice(0, 4)) }
}

/** Keeps the period; the current year leads to today, another year to its January. */
export function viewHref(url: PlanningUrl, view: PlanningViewName, today: Day): string {
  const { from, year } = visibleRange(url, today)
  const isOtherYear = url.view === "annee" && String(year) !== today.slice(0, 4)
  const position = {
    planning: { from: isOtherYear ? (`${year}-01-01` as Day) : url.from, year: null },
    annee: { from: null, year: url.from === null ? url.year : Number(from.slice(0, 4)) },
  }[view]
  return planningHref(url, { ...selectionCleared, view, ...position })
}

/** `days` is how far a step leads in the planning. */
export function stepHref(
  url: PlanningUrl,
  step: -1 | 1,
  { today, days = visibleDays(url) }: { today: Day; days?: number },
): string {
  const { from, year } = visibleRange(url, today)
  const position = {
    planning: { from: addDays(from, step * days) },
    annee: { year: year + step },
  }[url.view]
  return planningHref(url, { ...sheetsClosed, ...position })
}

/** Opens the booking's own form, which shows the price difference before saving. */
export function datesHref(booking: string, days: readonly Day[]): string {
  const values = new URLSearchParams([
    ["reservation", booking],
    ["modifier", "dates"],
    ...days.map((day) => ["jours", day]),
  ])
  return `${href("/admin/bookings")}?${values}`
}

import { productKey } from "../../../domain/catalog/product-key.ts"
import { href } from "react-router"
import { type EventPlace, readDay } from "../../../domain/catalog/event-search.ts"
import { readPostcode } from "../../../domain/delivery/postcode.ts"
import type { Cents } from "../../../domain/money.ts"
import { type Day, monthOf } from "../../../domain/day.ts"
import type { DayAvailability } from "../../../server/availability/queries.ts"

export type EventContext = { days?: readonly Day[] } & EventPlace

/** Without a chosen date, opens at the month of the requested day, which is booked. */
export function bookHref(
  productId: string,
  { days = [], day, plan, ...place }: EventContext & { day?: Day | null; plan?: string | null } = {},
): string {
  return withQuery(href("/book/:id", { id: productId }), [
    ["dates", days.join(",")],
    ["formule", plan],
    ["mois", days.length > 0 ? null : day && monthOf(day)],
    ...placeFields(place),
  ])
}

export function bookDayHref(productId: string, day: Day, place: EventPlace, plan: string | null = null): string {
  return withQuery(href("/book/:id", { id: productId }), [
    ["step", "options"],
    ["dates", day],
    ["formule", plan],
    ...placeFields(place),
  ])
}

type FreeAnswer = Extract<DayAvailability, { free: true }>

/** The cheapest plan that is free, and the day on which it begins. */
export function freeOffer(answer: FreeAnswer, day: Day): FreeOffer {
  const free = answer.plans.filter(({ state }) => state === "free")
  const [cheapest] = free.toSorted((one, other) => one.price - other.price)
  return cheapest
    ? { price: cheapest.price, first: cheapest.first, plan: cheapest.plan }
    : { price: answer.price ?? null, first: day, plan: null }
}

/** `price` is null at the usual one. */
export type FreeOffer = { price: Cents | null; first: Day; plan: string | null }

/** Where the day was asked for and is free, its cheapest plan is chosen. */
export function bookOfferHref({
  id,
  requested,
  search,
}: {
  id: string
  requested: { day: Day; answer: DayAvailability } | null
  search: EventContext
}): string {
  if (!requested?.answer.free) return bookHref(id, search)
  const { first, plan } = freeOffer(requested.answer, requested.day)
  return bookDayHref(id, first, search, plan)
}

export function catalogHref({ days = [], ...place }: EventContext = {}): string {
  return withQuery(href("/catalog"), [["date", days[0]], ...placeFields(place)])
}

export function readPageNumber(values: URLSearchParams): number {
  const page = values.get("page") ?? ""
  return /^[1-9]\d{0,3}$/.test(page) ? Number(page) : 1
}

export function pageHref({ pathname, search }: { pathname: string; search: string }, page: number): string {
  const values = new URLSearchParams(search)
  values.delete("page")
  if (page > 1) values.set("page", String(page))
  return values.size > 0 ? `${pathname}?${values}` : pathname
}

export function readEventContext(search: string): EventContext {
  const values = new URLSearchParams(search)
  const dates = [...values.getAll("date"), ...(values.get("dates")?.split(",") ?? [])]
  const postcode = readPostcode(values.get("cp") ?? "")
  return {
    days: dates.map(readDay).filter((day) => day !== null),
    postcode,
    town: postcode && values.get("ville"),
  }
}

export function productHref(product: { id: string; name: string }, { days = [], ...place }: EventContext = {}): string {
  return withQuery(href("/product/:id", { id: productKey(product) }), [["date", days[0]], ...placeFields(place)])
}

function placeFields({ postcode, town }: EventPlace): [string, string | null | undefined][] {
  return [
    ["cp", postcode],
    ["ville", postcode && town],
  ]
}

function withQuery(path: string, fields: [string, string | null | undefined][]): string {
  const query = fields.flatMap(([name, value]) =>
    value ? [`${name}=${encodeURIComponent(value).replaceAll("%2C", ",")}`] : [],
  )
  return query.length > 0 ? `${path}?${query.join("&")}` : path
}

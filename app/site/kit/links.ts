import { href } from "react-router"
import { type EventPlace, readDay } from "../../../domain/catalog/event-search.ts"
import { type Day, monthOf } from "../../../domain/day.ts"

/** What a visitor has already said, carried along so that nobody types it twice. */
export type Known = { days?: readonly Day[] } & EventPlace

/**
 * The booking wizard of a product: "/book/…?dates=2027-06-12&cp=59400&ville=Cambrai". While no date is chosen it opens at
 * the month of the day that was asked for, which is taken.
 */
export function bookHref(productId: string, { days = [], day, ...place }: Known & { day?: Day | null } = {}): string {
  return withQuery(href("/book/:id", { id: productId }), [
    ["dates", days.join(",")],
    ["mois", days.length > 0 ? null : day && monthOf(day)],
    ...placeFields(place),
  ])
}

/** The same for a day that is free: its date is chosen, so that the options are next. */
export function bookOnHref(productId: string, day: Day, place: EventPlace): string {
  return withQuery(href("/book/:id", { id: productId }), [["step", "options"], ["dates", day], ...placeFields(place)])
}

/** The catalogue, answering for the date and the place that were given. */
export function catalogHref({ days = [], ...place }: Known = {}): string {
  return withQuery(href("/catalog"), [["date", days[0]], ...placeFields(place)])
}

/** The page of products that an address asks for, from 1. */
export function pageIn(values: URLSearchParams): number {
  const asked = values.get("page") ?? ""
  return /^[1-9]\d{0,3}$/.test(asked) ? Number(asked) : 1
}

/** The same address on another page of its products. */
export function onPageHref({ pathname, search }: { pathname: string; search: string }, page: number): string {
  const values = new URLSearchParams(search)
  values.delete("page")
  if (page > 1) values.set("page", String(page))
  return values.size > 0 ? `${pathname}?${values}` : pathname
}

/** The date and the place that the address of a page speaks of, in a search, on a product's page or in the wizard. */
export function knownIn(search: string): Known {
  const values = new URLSearchParams(search)
  const written = [...values.getAll("date"), ...(values.get("dates")?.split(",") ?? [])]
  const postcode = values.get("cp") ?? ""
  return {
    days: written.map(readDay).filter((day) => day !== null),
    ...(/^\d{5}$/.test(postcode) ? { postcode, town: values.get("ville") } : { postcode: null, town: null }),
  }
}

/** A product's page, open at the day that was asked for. */
export function productHref(productId: string, { days = [], ...place }: Known = {}): string {
  return withQuery(href("/product/:id", { id: productId }), [["date", days[0]], ...placeFields(place)])
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

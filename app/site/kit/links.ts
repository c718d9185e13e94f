import { href } from "react-router"
import type { Day } from "../../../domain/day.ts"

/** What a visitor has already said, carried along so that nobody types it twice. */
export type Known = { days?: readonly Day[]; postcode?: string | null }

/** The booking wizard of a product: "/book/…?dates=2027-06-12&cp=94130". */
export function bookHref(productId: string, { days = [], postcode }: Known = {}): string {
  return withQuery(href("/book/:id", { id: productId }), [
    ["dates", days.join(",")],
    ["cp", postcode],
  ])
}

/** A product's page, open at the day that was asked for. */
export function productHref(productId: string, { days = [], postcode }: Known = {}): string {
  return withQuery(href("/product/:id", { id: productId }), [
    ["date", days[0]],
    ["cp", postcode],
  ])
}

function withQuery(path: string, fields: [string, string | null | undefined][]): string {
  const query = fields.flatMap(([name, value]) =>
    value ? [`${name}=${encodeURIComponent(value).replaceAll("%2C", ",")}`] : [],
  )
  return query.length > 0 ? `${path}?${query.join("&")}` : path
}

import { href } from "react-router"
import { type Day, type Month, isDay, isMonth, sortedDays } from "../../../../domain/day.ts"

export const bookingsPath = href("/admin/bookings")
export const bookingsListPath = href("/admin/bookings/liste")

/** What is about to be done with the selected days. */
export type BulkKind = "bloquer" | "liberer"

/**
 * All that the screen of bookings shows is in its address, so that every step works without a script, survives a
 * reload and can be sent to somebody:
 * `/admin/bookings?produit=…&mois=2027-06&reservation=…&jour=2027-06-12&refuser=…&jours=2027-06-14&geste=bloquer`.
 * With `modifier=dates` the days are those that the open booking would get; `liste` is the list to go back to.
 */
export type BookingsUrl = {
  /** The product of the calendar; null: the first one. */
  product: string | null
  /** The name that is searched for among very many products; empty for any. */
  search: string
  month: Month | null
  /** The booking that is open. */
  booking: string | null
  /** The day that was pressed: its bookings to choose from, its availability beside the open booking. */
  day: Day | null
  /** The request that is about to be refused. */
  refusing: string | null
  /** The part of the open booking that is being changed. */
  edit: EditPart | null
  /** The search of the list that the booking was opened from; empty for the whole list, null for the calendar. */
  list: string | null
  /** The selected days. */
  days: readonly Day[]
  bulk: BulkKind | null
}

/** What can be changed of a booking, each in a form of its own. */
export const editParts = ["dates", "options", "adresse"] as const
export type EditPart = (typeof editParts)[number]

/** More days than anybody closes at once: two years. */
export const MAX_SHOWN_DAYS = 732

/** Reads the address; what makes no sense is left out. */
export function readBookingsUrl(values: URLSearchParams): BookingsUrl {
  const text = (name: string) => values.get(name) || null
  const [month, day, bulk] = [text("mois"), text("jour"), text("geste")]
  return {
    product: text("produit"),
    search: (values.get("q") ?? "").trim().slice(0, 200),
    month: month !== null && isMonth(month) ? month : null,
    booking: text("reservation"),
    day: day !== null && isDay(day) ? day : null,
    refusing: text("refuser"),
    edit: editParts.find((part) => part === values.get("modifier")) ?? null,
    list: values.get("liste"),
    days: sortedDays(values.getAll("jours").filter(isDay)).slice(0, MAX_SHOWN_DAYS),
    bulk: bulk === "bloquer" || bulk === "liberer" ? bulk : null,
  }
}

/** The same screen with something changed. */
export function bookingsHref(url: BookingsUrl, changes: Partial<BookingsUrl> = {}): string {
  const { product, search, month, booking, day, refusing, edit, list, days, bulk } = { ...url, ...changes }
  const values = new URLSearchParams()
  const add = (name: string, value: string | null) => value !== null && values.append(name, value)
  add("produit", product)
  add("q", search || null)
  add("mois", month)
  add("reservation", booking)
  add("jour", day)
  add("refuser", refusing)
  add("modifier", edit)
  for (const each of days) add("jours", each)
  add("geste", bulk)
  add("liste", list)
  return values.size > 0 ? `${bookingsPath}?${values}` : bookingsPath
}

/** Nothing open over the lists and the calendar. */
export const closed = {
  booking: null,
  day: null,
  refusing: null,
  edit: null,
  bulk: null,
} satisfies Partial<BookingsUrl>

/** An address that says nothing yet. */
export const noBookingsUrl: BookingsUrl = { ...closed, product: null, search: "", month: null, list: null, days: [] }

/** Where closing a booking leads: back to the list that it was opened from, else to the calendar. */
export function closedHref(url: BookingsUrl): string {
  if (url.list === null) return bookingsHref(url, { ...closed, ...(url.edit ? { days: [] } : {}) })
  return url.list === "" ? bookingsListPath : `${bookingsListPath}?${url.list}`
}

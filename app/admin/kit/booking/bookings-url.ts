import { href } from "react-router"
import { readPosition } from "../../../../domain/whole-number.ts"
import { type Day, type Month, isDay, isMonth, sortedDays } from "../../../../domain/day.ts"

export const bookingsPath = href("/admin/bookings")
export const bookingsListPath = href("/admin/bookings/liste")

export type BulkKind = "bloquer" | "liberer"

export const CALCULATE = "modifier-calculer"
export const SAVE = "modifier-enregistrer"

/**
 * The whole state is in the URL, so that every step works without JavaScript. With `modifier=dates`, `jours` are the
 * new days of the rental; `location` is its position and `louer` the product of a rental that is added.
 */
export type BookingsUrl = {
  product: string | null
  search: string
  month: Month | null
  booking: string | null
  day: Day | null
  refusing: string | null
  edit: EditPart | null
  rental: number | null
  rentedProduct: string | null
  /** Query of the list that the booking was opened from; null when it was the calendar. */
  list: string | null
  days: readonly Day[]
  bulk: BulkKind | null
}

const rentalEditParts = ["dates", "options", "remplacer", "retirer"] as const
export const bookingEditParts = ["adresse", "ajouter"] as const
export const editParts = [...rentalEditParts, ...bookingEditParts] as const
export type EditPart = (typeof editParts)[number]

/** A booking's only rental is not removed: the booking ends. */
export function rentalEditPartsOf(rentals: readonly unknown[]): readonly EditPart[] {
  return rentals.length > 1 ? rentalEditParts : rentalEditParts.filter((part) => part !== "retirer")
}

export const editPartLabels: Record<EditPart, string> = {
  dates: "Changer les dates",
  options: "Changer les options",
  remplacer: "Changer de produit",
  retirer: "Retirer la location",
  adresse: "Changer l’adresse ou la livraison",
  ajouter: "Ajouter une location",
}

export const MAX_SELECTED_DAYS = 732

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
    rental: readPosition(values.get("location")),
    rentedProduct: text("louer"),
    list: values.get("liste"),
    days: sortedDays(values.getAll("jours").filter(isDay)).slice(0, MAX_SELECTED_DAYS),
    bulk: bulk === "bloquer" || bulk === "liberer" ? bulk : null,
  }
}

export function bookingsHref(url: BookingsUrl, changes: Partial<BookingsUrl> = {}): string {
  const { product, search, month, booking, day, refusing, edit, list, days, bulk, ...edited } = { ...url, ...changes }
  const values = new URLSearchParams()
  const add = (name: string, value: string | null) => value !== null && values.append(name, value)
  add("produit", product)
  add("q", search || null)
  add("mois", month)
  add("reservation", booking)
  add("jour", day)
  add("refuser", refusing)
  add("modifier", edit)
  if (edit !== null) {
    add("location", edited.rental === null ? null : String(edited.rental))
    add("louer", edited.rentedProduct)
  }
  for (const each of days) add("jours", each)
  add("geste", bulk)
  add("liste", list)
  return values.size > 0 ? `${bookingsPath}?${values}` : bookingsPath
}

export const sheetsClosed = {
  booking: null,
  day: null,
  refusing: null,
  edit: null,
  rental: null,
  rentedProduct: null,
  bulk: null,
} satisfies Partial<BookingsUrl>

export const emptyBookingsUrl: BookingsUrl = {
  ...sheetsClosed,
  product: null,
  search: "",
  month: null,
  list: null,
  days: [],
}

export function hrefAfterClosing(url: BookingsUrl): string {
  if (url.list === null) return bookingsHref(url, { ...sheetsClosed, ...(url.edit ? { days: [] } : {}) })
  return url.list === "" ? bookingsListPath : `${bookingsListPath}?${url.list}`
}

export function daySheetHref(day: Day): string {
  return href("/admin/bookings/jour/:day?", { day })
}

import { type BookingStatus, bookingStatuses, statusLabels } from "../../../../domain/booking/status.ts"
import { bookingsListPath } from "./bookings-url.ts"
import { type ListShape, type ListUrl, readListUrl } from "../list-url.ts"

const bookingSorts = ["date", "client", "total", "depot"] as const
export type BookingSort = (typeof bookingSorts)[number]
export type BookingsListUrl = ListUrl<BookingSort>

export const statusParam: Record<BookingStatus, string> = {
  pending: "attente",
  confirmed: "confirmee",
  refused: "refusee",
  cancelled: "annulee",
}

export const statusOptions = bookingStatuses.map((status) => ({
  value: statusParam[status],
  label: statusLabels[status],
}))

export function parseStatus(word: string | undefined): BookingStatus | null {
  return bookingStatuses.find((status) => statusParam[status] === word) ?? null
}

export const bookingsList: ListShape<BookingSort> = {
  path: bookingsListPath,
  sorts: bookingSorts,
  defaultOrder: "-depot",
  filters: { etat: Object.values(statusParam), produit: null, du: null, au: null },
}

/** With a date filter the default order is by event date. */
const datedList: ListShape<BookingSort> = { ...bookingsList, defaultOrder: "date" }

export function bookingsListFor(filters: Readonly<Record<string, string | undefined>>): ListShape<BookingSort> {
  return filters["du"] || filters["au"] ? datedList : bookingsList
}

export function readBookingsList(values: URLSearchParams): BookingsListUrl {
  const { filters } = readListUrl(values, bookingsList)
  return readListUrl(values, bookingsListFor(filters))
}

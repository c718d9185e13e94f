import { type BookingStatus, bookingStatuses, statusLabels } from "../../../../domain/booking/status.ts"
import { bookingsListPath } from "./bookings-url.ts"
import { type ListShape, type ListUrl, readListUrl } from "../list-url.ts"

const bookingSorts = ["date", "client", "total", "depot"] as const
export type BookingSort = (typeof bookingSorts)[number]
export type BookingsListUrl = ListUrl<BookingSort>

/** A status as the address of the list says it. */
export const statusLabel: Record<BookingStatus, string> = {
  pending: "attente",
  confirmed: "confirmee",
  refused: "refusee",
  cancelled: "annulee",
}

export const statusOptions = bookingStatuses.map((status) => ({
  value: statusLabel[status],
  label: statusLabels[status],
}))

export function statusOf(word: string | undefined): BookingStatus | null {
  return bookingStatuses.find((status) => statusLabel[status] === word) ?? null
}

/** `/admin/bookings/liste?q=dupont&etat=confirmee&produit=…&du=2027-06-01&au=2027-06-30&tri=-total&page=2` */
export const bookingsList: ListShape<BookingSort> = {
  path: bookingsListPath,
  sorts: bookingSorts,
  usual: "-depot",
  filters: { etat: Object.values(statusLabel), produit: null, du: null, au: null },
}

/** The same list between two days: the next event first, unless another order was asked for. */
const datedList: ListShape<BookingSort> = { ...bookingsList, usual: "date" }

/** The list as its filters order it. */
export function bookingsListOf(filters: Readonly<Record<string, string | undefined>>): ListShape<BookingSort> {
  return filters["du"] || filters["au"] ? datedList : bookingsList
}

/** Reads the address of the list. */
export function readBookingsList(values: URLSearchParams): BookingsListUrl {
  const { filters } = readListUrl(values, bookingsList)
  return readListUrl(values, bookingsListOf(filters))
}

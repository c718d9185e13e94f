import { type BookingStatus, bookingStatuses, statusLabels } from "../../../../domain/booking/status.ts"
import { bookingsListPath } from "./bookings-url.ts"
import type { ListShape, ListUrl } from "../list-url.ts"

export const bookingSorts = ["date", "client", "total", "depot"] as const
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

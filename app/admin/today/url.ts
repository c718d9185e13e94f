import { href } from "react-router"
import type { Day } from "../../../domain/day.ts"

export const todayPath = href("/admin/aujourdhui")

/** The same page with the question before a refusal open. */
export function refusingHref(bookingId: string): string {
  return `${todayPath}?${new URLSearchParams({ refuser: bookingId })}`
}

export function bookingHref(bookingId: string): string {
  return `${href("/admin/bookings")}?${new URLSearchParams({ reservation: bookingId })}`
}

/** What leaves, comes back and is made ready on a day, to be printed. */
export function daySheetHref(day: Day): string {
  return href("/admin/bookings/jour/:day?", { day })
}

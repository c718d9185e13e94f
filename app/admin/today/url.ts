import { href } from "react-router"

export const todayPath = href("/admin/aujourdhui")

export function refusingHref(bookingId: string): string {
  return `${todayPath}?${new URLSearchParams({ refuser: bookingId })}`
}

export function bookingHref(bookingId: string): string {
  return `${href("/admin/bookings")}?${new URLSearchParams({ reservation: bookingId })}`
}

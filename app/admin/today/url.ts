import { href } from "react-router"
import type { Day } from "../../../domain/day.ts"

export const todayPath = href("/admin/aujourdhui")

export function refusingHref(bookingId: string): string {
  return `${todayPath}?${new URLSearchParams({ refuser: bookingId })}`
}

export function bookingHref(bookingId: string): string {
  return `${href("/admin/bookings")}?${new URLSearchParams({ reservation: bookingId })}`
}

export function daySheetHref(day: Day): string {
  return href("/admin/bookings/jour/:day?", { day })
}

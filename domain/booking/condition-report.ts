import { type Day, addDays, dayInParis } from "../day.ts"
import type { Leg } from "./route.ts"
import { type RentalPeriod, firstDay, rentalDays, includesDay } from "../rental/rental.ts"

export const MAX_REPORT_PHOTOS = 8
export const REPORT_PHOTO_SIDE = 1600
export const MAX_REPORT_REMARKS = 2000

export const reportLabels: Readonly<Record<Leg, string>> = {
  out: "État des lieux de départ",
  back: "État des lieux de retour",
}

export function completedLegLabel(leg: Leg, { isDelivery }: { isDelivery: boolean }): string {
  return leg === "back" ? "Repris" : isDelivery ? "Livré" : "Remis au client"
}

type SignedReport = { leg: Leg; recordedAt: Date }

export function hasLeft(reports: readonly SignedReport[], rental: RentalPeriod): boolean {
  const start = lastStretchStart(rental)
  const earliest = start === null || start === firstDay(rental) ? null : addDays(start, -1)
  return reports.some(
    ({ leg, recordedAt }) => leg === "out" && (earliest === null || dayInParis(recordedAt) >= earliest),
  )
}

export function returnDay(reports: readonly SignedReport[], rental: RentalPeriod): Day | null {
  const start = lastStretchStart(rental)
  if (start === null || !reports.some(({ leg }) => leg === "out")) return null
  const days = reports.filter(({ leg }) => leg === "back").map(({ recordedAt }) => dayInParis(recordedAt))
  return days.toSorted().findLast((day) => day >= start) ?? null
}

function lastStretchStart(rental: RentalPeriod): Day | null {
  return rentalDays(rental).findLast((day) => !includesDay(rental, addDays(day, -1))) ?? null
}

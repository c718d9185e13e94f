import { type Day, addDays, dayInParis } from "../day.ts"
import type { Leg } from "./route.ts"
import { type RentalPeriod, firstDay, rentalDays, includesDay } from "../rental/rental.ts"

/** A telephone sends so many photographs at a time, and a document of more is nobody's to read. */
export const MAX_REPORT_PHOTOS = 8
/** No side of a photograph in the document is longer, in pixels. */
export const REPORT_PHOTO_SIDE = 1600
export const MAX_REPORT_REMARKS = 2000

export const reportLabels: Readonly<Record<Leg, string>> = {
  out: "État des lieux de départ",
  back: "État des lieux de retour",
}

/** How a half of a rental is called once its report is signed. */
export function doneLegLabel(leg: Leg, { isDelivery }: { isDelivery: boolean }): string {
  return leg === "back" ? "Repris" : isDelivery ? "Livré" : "Remis au client"
}

type SignedReport = { leg: Leg; recordedAt: Date }

/** Whether the equipment has left for the days of a stretch: those of a Saturday, and not those of the one before. */
export function hasLeft(reports: readonly SignedReport[], rental: RentalPeriod): boolean {
  const start = lastStretchStart(rental)
  const since = start === null || start === firstDay(rental) ? null : addDays(start, -1)
  return reports.some(({ leg, recordedAt }) => leg === "out" && (since === null || dayInParis(recordedAt) >= since))
}

/** The day on which it came back from the last of these days, by the reports of both legs; null before. */
export function returnDay(reports: readonly SignedReport[], rental: RentalPeriod): Day | null {
  const start = lastStretchStart(rental)
  if (start === null || !reports.some(({ leg }) => leg === "out")) return null
  const days = reports.filter(({ leg }) => leg === "back").map(({ recordedAt }) => dayInParis(recordedAt))
  return days.toSorted().findLast((day) => day >= start) ?? null
}

/** Days with a gap are a rental that leaves and comes back more than once. */
function lastStretchStart(rental: RentalPeriod): Day | null {
  return rentalDays(rental).findLast((day) => !includesDay(rental, addDays(day, -1))) ?? null
}

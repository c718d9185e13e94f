import { type Day, addDays, dayInParis, later } from "../day.ts"
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

/** The machine is named as it was that day. */
export type MachineReport = {
  rental: number
  productName: string
  units: string
  dates: readonly Day[]
  damaged: boolean
  remarks: string
}

type SignedReport = { leg: Leg; recordedAt: Date; machines: readonly Pick<MachineReport, "rental">[] }

/** Reports without sections are about all machines. */
export function reportsAbout<Report extends Pick<SignedReport, "machines">>(
  reports: readonly Report[],
  { position }: { position: number },
): Report[] {
  return reports.filter(({ machines }) => machines.length === 0 || machines.some(({ rental }) => rental === position))
}

/** null until every machine is back. */
export function lastReturnDay(
  reports: readonly SignedReport[],
  rentals: readonly (RentalPeriod & { position: number })[],
): Day | null {
  const days = rentals.map((rental) => returnDay(reportsAbout(reports, rental), rental))
  return days.reduce<Day | null>((last, day) => last && day && later(last, day), days[0] ?? null)
}

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

import { type TimeWindow, hourInLabel, isClockTime } from "../clock.ts"
import { dayLong } from "../day-labels.ts"
import { type RentalTimes, bookingStops } from "../rental/rental-times.ts"
import { type Result, err, ok } from "../result.ts"

/** null until agreed. */
export type BookingHours = { out: TimeWindow | null; back: TimeWindow | null }

export const noHours: BookingHours = { out: null, back: null }

export type WindowProblem = "not-a-time" | "incomplete" | "backwards"

export function readWindow(from: string, to: string): Result<TimeWindow | null, WindowProblem> {
  if (from === "" && to === "") return ok(null)
  if (from === "" || to === "") return err("incomplete")
  if (!isClockTime(from) || !isClockTime(to)) return err("not-a-time")
  return from > to ? err("backwards") : ok({ from, to })
}

export function windowLabel({ from, to }: TimeWindow): string {
  return from === to ? `à\u00a0${hourInLabel(from)}` : `entre ${hourInLabel(from)} et ${hourInLabel(to)}`
}

type HandoverBooking = { isDelivery: boolean; rentals: readonly RentalTimes[] }

export function legLabels({ isDelivery }: Pick<HandoverBooking, "isDelivery">): { out: string; back: string } {
  return isDelivery ? { out: "Livraison", back: "Reprise" } : { out: "Retrait au dépôt", back: "Retour au dépôt" }
}

/** Agreed hours, else the promised ones. */
export function hoursSentences(hours: BookingHours, { isDelivery, rentals }: HandoverBooking): string[] {
  const names = legLabels({ isDelivery })
  return bookingStops(rentals, { isDelivery, hours }).flatMap(({ leg, day, window }) =>
    window ? [`${names[leg]} le ${dayLong(day)}, ${windowLabel(window)}`] : [],
  )
}

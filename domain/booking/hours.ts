import { hourInLabel } from "../content/business-facts.ts"
import { dayLong } from "../day-labels.ts"
import { type Day, startOfDayInParis } from "../day.ts"
import { type Result, err, ok } from "../result.ts"

/** Paris time; times of one day compare as strings. */
export type ClockTime = `${number}:${number}`

export type TimeWindow = { from: ClockTime; to: ClockTime }

/** null until agreed. */
export type BookingHours = { out: TimeWindow | null; back: TimeWindow | null }

export const noHours: BookingHours = { out: null, back: null }

export function isClockTime(value: unknown): value is ClockTime {
  return typeof value === "string" && /^([01]\d|2[0-3]):[0-5]\d$/.test(value)
}

export function isWindow(value: unknown): value is TimeWindow {
  if (typeof value !== "object" || value === null || !("from" in value) || !("to" in value)) return false
  const { from, to } = value
  return isClockTime(from) && isClockTime(to)
}

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

type HandoverBooking = { isDelivery: boolean; firstDay: Day; lastDay: Day }

export function legLabels({ isDelivery }: Pick<HandoverBooking, "isDelivery">): { out: string; back: string } {
  return isDelivery ? { out: "Livraison", back: "Reprise" } : { out: "Retrait au dépôt", back: "Retour au dépôt" }
}

export function hoursSentences(hours: BookingHours, booking: HandoverBooking): string[] {
  const names = legLabels(booking)
  return [
    ...(hours.out ? [`${names.out} le ${dayLong(booking.firstDay)}, ${windowLabel(hours.out)}`] : []),
    ...(hours.back ? [`${names.back} le ${dayLong(booking.lastDay)}, ${windowLabel(hours.back)}`] : []),
  ]
}

/** An hour skipped by daylight saving maps to the next one. */
export function instantInParis(day: Day, time: ClockTime): Date {
  const [hours = 0, minutes = 0] = time.split(":").map(Number)
  const midnight = startOfDayInParis(day).getTime()
  const minutesOfDay = hours * 60 + minutes
  const starts = [-60, 0, 60].map((shift) => new Date(midnight + (minutesOfDay + shift) * 60_000))
  return starts.find((start) => clock.format(start) === time) ?? new Date(midnight + minutesOfDay * 60_000)
}

const clock = new Intl.DateTimeFormat("en-GB", {
  timeZone: "Europe/Paris",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
})

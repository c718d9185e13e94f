import { hourInLabel } from "../content/business-facts.ts"
import { dayLong } from "../day-labels.ts"
import { type Day, startOfDayInParis } from "../day.ts"
import { type Result, err, ok } from "../result.ts"

/** "09:30", in Paris. Times of one day compare as texts. */
export type ClockTime = `${number}:${number}`

/** From and to, both on one day; the same twice is a time sharp. */
export type TimeWindow = { from: ClockTime; to: ClockTime }

/** When the equipment leaves, on the first day, and comes back, on the last one; null while it is not agreed. */
export type BookingHours = { out: TimeWindow | null; back: TimeWindow | null }

export const noHours: BookingHours = { out: null, back: null }

export function isClockTime(value: unknown): value is ClockTime {
  return typeof value === "string" && /^([01]\d|2[0-3]):[0-5]\d$/.test(value)
}

/** A window as the record of events keeps it. */
export function isWindow(value: unknown): value is TimeWindow {
  if (typeof value !== "object" || value === null || !("from" in value) || !("to" in value)) return false
  const { from, to } = value
  return isClockTime(from) && isClockTime(to)
}

export type WindowProblem = "not-a-time" | "incomplete" | "backwards"

/** A window as two fields say it; null when both are empty. */
export function readWindow(from: string, to: string): Result<TimeWindow | null, WindowProblem> {
  if (from === "" && to === "") return ok(null)
  if (from === "" || to === "") return err("incomplete")
  if (!isClockTime(from) || !isClockTime(to)) return err("not-a-time")
  return from > to ? err("backwards") : ok({ from, to })
}

/** "entre 9 h et 10 h 30", "à 9 h" */
export function windowLabel({ from, to }: TimeWindow): string {
  return from === to ? `à\u00a0${hourInLabel(from)}` : `entre ${hourInLabel(from)} et ${hourInLabel(to)}`
}

type Leaving = { isDelivery: boolean; firstDay: Day; lastDay: Day }

/** How each half of a rental is called, by how the machine comes. */
export function legLabels({ isDelivery }: Pick<Leaving, "isDelivery">): { out: string; back: string } {
  return isDelivery ? { out: "Livraison", back: "Reprise" } : { out: "Retrait au dépôt", back: "Retour au dépôt" }
}

/** "Livraison le samedi 12 juin 2027, entre 9 h et 10 h": a sentence for each half that is agreed. */
export function hoursSentences(hours: BookingHours, booking: Leaving): string[] {
  const names = legLabels(booking)
  return [
    ...(hours.out ? [`${names.out} le ${dayLong(booking.firstDay)}, ${windowLabel(hours.out)}`] : []),
    ...(hours.back ? [`${names.back} le ${dayLong(booking.lastDay)}, ${windowLabel(hours.back)}`] : []),
  ]
}

/** The instant at which clocks in Paris first show that time on that day; an hour that a spring night skips is the next. */
export function instantInParis(day: Day, time: ClockTime): Date {
  const [hours = 0, minutes = 0] = time.split(":").map(Number)
  const midnight = startOfDayInParis(day).getTime()
  const wanted = hours * 60 + minutes
  const starts = [-60, 0, 60].map((shift) => new Date(midnight + (wanted + shift) * 60_000))
  return starts.find((start) => clock.format(start) === time) ?? new Date(midnight + wanted * 60_000)
}

const clock = new Intl.DateTimeFormat("en-GB", {
  timeZone: "Europe/Paris",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
})

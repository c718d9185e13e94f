import { type Day, addDays, startOfDayInParis } from "./day.ts"

/** Paris time; times of one day compare as strings. */
export type ClockTime = `${number}:${number}`

export type TimeWindow = { from: ClockTime; to: ClockTime }

export function isClockTime(value: unknown): value is ClockTime {
  return typeof value === "string" && /^([01]\d|2[0-3]):[0-5]\d$/.test(value)
}

/** Takes "18:30", "18 h 30" and "18h". */
export function readClockTime(text: string): ClockTime | null {
  const [, hours = "", minutes = "00"] = /^(\d{1,2})\s*[:h]\s*(\d{2})?$/i.exec(text.trim()) ?? []
  const time = `${hours.padStart(2, "0")}:${minutes}`
  return hours !== "" && isClockTime(time) ? time : null
}

export function isWindow(value: unknown): value is TimeWindow {
  if (typeof value !== "object" || value === null || !("from" in value) || !("to" in value)) return false
  const { from, to } = value
  return isClockTime(from) && isClockTime(to)
}

export function toClockTime(hour: number): ClockTime {
  return `${twoDigits(hour)}:00` as ClockTime
}

const twoDigits = (value: number) => String(value).padStart(2, "0")

/** Past midnight it begins again at 0:00. */
export function shiftClock(time: ClockTime, minutes: number): ClockTime {
  const [hours = 0, minute = 0] = time.split(":").map(Number)
  const total = (((hours * 60 + minute + minutes) % 1440) + 1440) % 1440
  return `${twoDigits(Math.floor(total / 60))}:${twoDigits(total % 60)}` as ClockTime
}

export function hourInLabel(time: string): string {
  const [hours, minutes] = time.split(":")
  return `${Number(hours)}\u00A0h${minutes === "00" ? "" : `\u00A0${minutes}`}`
}

/** "45 min", "1 h 30" */
export function durationLabel(minutes: number): string {
  if (minutes < 60) return `${minutes}\u00a0min`
  return hourInLabel(`${Math.floor(minutes / 60)}:${twoDigits(minutes % 60)}`)
}

export function timeInParis(instant: Date): ClockTime {
  return clock.format(instant) as ClockTime
}

/** An hour skipped by daylight saving maps to the next one. */
export function instantInParis(day: Day, time: ClockTime): Date {
  const [hours = 0, minutes = 0] = time.split(":").map(Number)
  const minutesOfDay = hours * 60 + minutes
  // The clocks change at 2 or 3 o'clock; asking `clock` is slow.
  if (hours > 3) return new Date(startOfDayInParis(addDays(day, 1)).getTime() - (1440 - minutesOfDay) * 60_000)
  const midnight = startOfDayInParis(day).getTime()
  const starts = [-60, 0, 60].map((shift) => new Date(midnight + (minutesOfDay + shift) * 60_000))
  return starts.find((start) => clock.format(start) === time) ?? new Date(midnight + minutesOfDay * 60_000)
}

const clock = new Intl.DateTimeFormat("en-GB", {
  timeZone: "Europe/Paris",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
})

/** `wall`: wall-clock milliseconds as if UTC. `offset`: null when a zone or nothing gives it. */
export type Moment = { kind: "date"; wall: number } | { kind: "time"; wall: number; offset: number | null }

export const DAY_MS = 86_400_000

const DATE = /^(\d{4})(?:(\d\d)(\d\d)|-(\d{1,2})-(\d{1,2})|\/(\d{1,2})\/(\d{1,2}))$/
const TIME = /^(\d\d)(?::?(\d\d)(?::?(\d\d)(?:[.,]\d+)?)?)?(Z|[+-]\d\d:?\d\d)?$/i

export function readMoment(text: string): Moment | null {
  const [date = "", time, ...more] = text.trim().split(/[T ]/i)
  const day = readDay(date.replace(/Z$/i, ""))
  if (day === null || more.length > 0) return null
  if (time === undefined) return { kind: "date", wall: day }
  const match = TIME.exec(time)
  if (!match) return null
  const [hours, minutes, seconds] = [match[1], match[2], match[3]].map((part) => Number(part ?? 0))
  if (hours === undefined || minutes === undefined || seconds === undefined) return null
  const isEndOfDay = hours === 24 && minutes === 0 && seconds === 0
  if ((hours > 23 && !isEndOfDay) || minutes > 59 || seconds > 60) return null
  const wall = day + ((hours * 60 + minutes) * 60 + Math.min(seconds, 59)) * 1000
  return { kind: "time", wall, offset: match[4] === undefined ? null : readOffset(match[4]) }
}

function readDay(text: string): number | null {
  const match = DATE.exec(text)
  if (!match) return null
  const [year, month, day] = match.slice(1).flatMap((part) => (part === undefined ? [] : [Number(part)]))
  if (year === undefined || month === undefined || day === undefined || year < 1000) return null
  const wall = new Date(Date.UTC(year, month - 1, day))
  return wall.getUTCMonth() === month - 1 && wall.getUTCDate() === day ? wall.getTime() : null
}

export function readOffset(text: string): number | null {
  if (/^Z$/i.test(text)) return 0
  const match = /^([+-])(\d\d):?([0-5]\d)(?::?[0-5]\d)?$/.exec(text.trim())
  if (!match || Number(match[2]) > 15) return null
  const size = (Number(match[2]) * 60 + Number(match[3])) * 60_000
  return match[1] === "-" ? -size : size
}

const MAX_DURATION_MS = 36_525 * DAY_MS

/** Milliseconds: whole days of wall-clock time, which stay days when clocks change, then elapsed time (RFC 5545). */
export type Length = { days: number; time: number }

export const NO_LENGTH: Length = { days: 0, time: 0 }

export function readDuration(text: string): Length | null {
  const match = /^\+?P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/i.exec(text.trim())
  if (!match || !/\d/.test(text)) return null
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = match.slice(1).map((part) => Number(part ?? 0))
  const length = { days: (weeks * 7 + days) * DAY_MS, time: ((hours * 60 + minutes) * 60 + seconds) * 1000 }
  return totalLength(length) <= MAX_DURATION_MS ? length : null
}

export function totalLength({ days, time }: Length): number {
  return days + time
}

import { type Day, addDays, dayInParis, later, startOfDayInParis } from "../day.ts"

const HOUR_MS = 3_600_000

const ANSWER_HOURS = 24
export const CONTRACT_HOURS = 48
export const REMINDER_HOURS = 24
const REFUND_DAYS = 14

export function answerDue(placedAt: Date): Date {
  return addHours(placedAt, ANSWER_HOURS)
}

/** Expires after `expiryDays` or when the first day begins (D12); a request on that day, at midnight. */
export function requestExpiry(placedAt: Date, firstDay: Day, expiryDays: number, at: Date = placedAt): Date {
  const today = dayInParis(at)
  const dayStart = startOfDayInParis(firstDay <= today ? addDays(today, 1) : firstDay)
  return earlierDate(addHours(placedAt, expiryDays * 24), dayStart)
}

/** 48 hours, or until the first day begins (D12); after that, until the last day ends. */
export function contractDue(sentAt: Date, firstDay: Day, returnsOn: Day = firstDay): Date {
  const today = dayInParis(sentAt)
  if (firstDay <= today) return startOfDayInParis(addDays(later(returnsOn, today), 1))
  return earlierDate(addHours(sentAt, CONTRACT_HOURS), startOfDayInParis(firstDay))
}

/** A contract sent after the event began never cancels it. */
export function cancelsUnsignedBooking(dueAt: Date, firstDay: Day): boolean {
  return dueAt <= startOfDayInParis(firstDay)
}

export function contractReminderDue(sentAt: Date, dueAt: Date): Date | null {
  const reminder = addHours(sentAt, REMINDER_HOURS)
  return reminder < dueAt ? reminder : null
}

/** 14 days (articles L221-24 and L221-25, D57). */
export function refundDue(endedAt: Date): Day {
  return addDays(dayInParis(endedAt), REFUND_DAYS)
}

function addHours(at: Date, hours: number): Date {
  return new Date(at.getTime() + hours * HOUR_MS)
}

function earlierDate(a: Date, b: Date): Date {
  return new Date(Math.min(a.getTime(), b.getTime()))
}

import { addDays, dayInParis, startOfDayInParis } from "../day.ts"

/** Days; 0 for none. */
export type ReminderDays = { first: number; second: number; last: number }

export type RemindedVersion = { sentAt: Date; validUntil: Date; remindedAt: Date | null }

/** Hour in Paris. */
const REMINDER_HOUR = 10

/** After sending, and before the end; in the morning, inside the validity, never on the day of sending (D66). */
export function reminderTimes(
  { sentAt, validUntil }: Pick<RemindedVersion, "sentAt" | "validUntil">,
  { first, second, last }: ReminderDays,
): Date[] {
  const [sentOn, endsOn] = [dayInParis(sentAt), dayInParis(new Date(validUntil.getTime() - 1))]
  const days = [
    ...[first, second].filter((after) => after > 0).map((after) => addDays(sentOn, after)),
    ...(last > 0 ? [addDays(endsOn, -last)] : []),
  ]
  return [...new Set(days)]
    .filter((day) => day > sentOn)
    .sort()
    .map((day) => new Date(startOfDayInParis(day).getTime() + REMINDER_HOUR * 3_600_000))
    .filter((time) => time < validUntil)
}

/** Missed ones become one; at most one a day. */
export function isReminderDue(version: RemindedVersion, reminders: ReminderDays, at: Date): boolean {
  const { validUntil, remindedAt } = version
  if (validUntil <= at || (remindedAt && dayInParis(remindedAt) === dayInParis(at))) return false
  return reminderTimes(version, reminders).some((time) => time <= at && (remindedAt === null || time > remindedAt))
}

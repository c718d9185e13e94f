import { timeInParis } from "../../../../../domain/clock.ts"
import { dayLong, instantLong } from "../../../../../domain/day-labels.ts"
import { lastValidDay } from "../../../../../domain/quotes/validity.ts"

/** A whole day, save for an event that is so near that an hour ends it (D66). */
export function untilLabel(validUntil: Date): string {
  return timeInParis(validUntil) === "00:00" ? dayLong(lastValidDay(validUntil)) : instantLong(validUntil)
}

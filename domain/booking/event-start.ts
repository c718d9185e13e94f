import { type ClockTime, type TimeWindow, hourInLabel } from "../clock.ts"

export type EventStart = {
  startsAt: ClockTime | null
  /** Within which the equipment comes; null where no hours are promised. */
  delivery: TimeWindow | null
}

/** The equipment may come only after the event has begun. */
export function startsBeforeDelivery({ startsAt, delivery }: EventStart): boolean {
  return startsAt !== null && delivery !== null && startsAt < delivery.to
}

/** For the customer; null when the delivery comes in time. */
export function earlyStartAdvice(start: EventStart): string | null {
  const { startsAt, delivery } = start
  if (startsAt === null || delivery === null || !startsBeforeDelivery(start)) return null
  return `Nous livrons ${deliveryTimes(delivery)}. Pour commencer à ${hourInLabel(startsAt)}, louez aussi la veille, ou convenez d’une heure avec nous.`
}

function deliveryTimes({ from, to }: TimeWindow): string {
  return from === to ? `à ${hourInLabel(from)}` : `entre ${hourInLabel(from)} et ${hourInLabel(to)}`
}

import ical, { ICalEventStatus, ICalEventTransparency } from "ical-generator"
import { type Day, addDays } from "../../domain/day.ts"
import type { Company } from "../mail/company.ts"

/** One entry of a feed: whole days, or hours of one. */
export type FeedEntry = {
  /** The same each time, so that a calendar changes the entry instead of adding one. */
  id: string
  title: string
  when: { first: Day; last: Day } | { from: Date; to: Date }
  /** When what it shows has last changed. */
  changedAt: Date
  /** Not certain yet: a request, a cart. */
  tentative?: boolean
  /** Beside something else that takes the time: agreed hours beside their day. */
  takesNoTime?: boolean
  place?: string | null
  text?: string
  link?: string
}

/** How often a calendar is asked to look; most decide for themselves. */
const REFRESH_SECONDS = 3600

/** A feed as a file of RFC 5545. The same entries give the same text. */
export function feedFile(name: string, entries: readonly FeedEntry[], company: Company): string {
  const calendar = ical({
    name,
    prodId: { company: company.name, product: "Guinguette", language: "FR" },
    ttl: REFRESH_SECONDS,
  })
  const host = new URL(company.origin).hostname
  for (const { id, title, when, changedAt, tentative, takesNoTime, place, text, link } of entries) {
    calendar.createEvent({
      id: `${id}@${host}`,
      stamp: changedAt,
      ...("from" in when
        ? { start: when.from, end: when.to }
        : {
            // Whole days end with the day after the last (RFC 5545, 3.6.1).
            start: `${when.first}T00:00:00Z`,
            end: `${addDays(when.last, 1)}T00:00:00Z`,
            timezone: "UTC",
            allDay: true,
          }),
      summary: title,
      status: tentative ? ICalEventStatus.TENTATIVE : ICalEventStatus.CONFIRMED,
      ...(takesNoTime ? { transparency: ICalEventTransparency.TRANSPARENT } : {}),
      ...(place ? { location: place } : {}),
      ...(text || link ? { description: [text, link].filter(Boolean).join("\n") } : {}),
      ...(link ? { url: link } : {}),
    })
  }
  return calendar.toString()
}

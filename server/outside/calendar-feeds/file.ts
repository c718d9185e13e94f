import ical, { ICalEventStatus, ICalEventTransparency } from "ical-generator"
import { type Day, addDays } from "../../../domain/day.ts"
import { sequenceAt } from "../mails/booking-calendar.ts"
import type { Company } from "../../shop/content/company.ts"

/** One entry of a feed: whole days, or hours of one. */
export type FeedEntry = {
  /** The same each time, so that a calendar changes the entry instead of adding one. */
  id: string
  title: string
  when: { first: Day; last: Day } | { from: Date; to: Date }
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

/**
 * A feed as a file of RFC 5545; `sameAs` is the same text as long as it shows the same. Stamps and sequences grow with
 * time, as those of the files in mails do: a calendar that has both keeps what it has read last.
 */
export function feedFile(
  name: string,
  entries: readonly FeedEntry[],
  company: Company,
  at: Date,
): { file: string; sameAs: string } {
  const calendar = ical({
    name: asText(name),
    prodId: { company: oneLine(company.name), product: "Guinguette", language: "FR" },
    ttl: REFRESH_SECONDS,
  })
  const host = new URL(company.origin).hostname
  const sorted = entries.toSorted((one, other) => (one.id < other.id ? -1 : 1))
  for (const { id, title, when, tentative, takesNoTime, place, text, link } of sorted) {
    calendar.createEvent({
      id: `${id}@${host}`,
      stamp: at,
      sequence: sequenceAt(at),
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
  const file = calendar.toString()
  return { file, sameAs: file.replace(/^(DTSTAMP|SEQUENCE):.*\r\n/gm, "") }
}

/** What a person typed, in a property that the library writes as it is (RFC 5545, 3.3.11). */
function asText(typed: string): string {
  return oneLine(typed).replace(/[\\;,]/g, "\\$&")
}

function oneLine(typed: string): string {
  return typed.replace(/\p{Cc}+/gu, " ")
}

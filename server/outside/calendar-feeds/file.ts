import ical, { ICalEventStatus, ICalEventTransparency } from "ical-generator"
import { type Day, addDays } from "../../../domain/day.ts"
import { sequenceAt } from "../mails/booking-calendar.ts"
import type { Company } from "../../shop/content/company.ts"

export type FeedEntry = {
  /** Stable, so that a calendar updates the entry. */
  id: string
  title: string
  when: { first: Day; last: Day } | { from: Date; to: Date }
  tentative?: boolean
  isTransparent?: boolean
  place?: string | null
  text?: string
  link?: string
}

const REFRESH_SECONDS = 3600

/** `etagSource` omits timestamps, so that the ETag changes only with the content. */
export function buildFeedFile(
  name: string,
  entries: readonly FeedEntry[],
  company: Company,
  at: Date,
): { file: string; etagSource: string } {
  const calendar = ical({
    name: escapeText(name),
    prodId: { company: oneLine(company.name), product: "Guinguette", language: "FR" },
    ttl: REFRESH_SECONDS,
  })
  const host = new URL(company.origin).hostname
  const sorted = entries.toSorted((one, other) => (one.id < other.id ? -1 : 1))
  for (const { id, title, when, tentative, isTransparent, place, text, link } of sorted) {
    calendar.createEvent({
      id: `${id}@${host}`,
      stamp: at,
      sequence: sequenceAt(at),
      ...("from" in when
        ? { start: when.from, end: when.to }
        : {
            // The end day is exclusive (RFC 5545, 3.6.1).
            start: `${when.first}T00:00:00Z`,
            end: `${addDays(when.last, 1)}T00:00:00Z`,
            timezone: "UTC",
            allDay: true,
          }),
      summary: title,
      status: tentative ? ICalEventStatus.TENTATIVE : ICalEventStatus.CONFIRMED,
      ...(isTransparent ? { transparency: ICalEventTransparency.TRANSPARENT } : {}),
      ...(place ? { location: place } : {}),
      ...(text || link ? { description: [text, link].filter(Boolean).join("\n") } : {}),
      ...(link ? { url: link } : {}),
    })
  }
  const file = calendar.toString()
  return { file, etagSource: file.replace(/^(DTSTAMP|SEQUENCE):.*\r\n/gm, "") }
}

/** The library does not escape this property (RFC 5545, 3.3.11). */
function escapeText(typed: string): string {
  return oneLine(typed).replace(/[\\;,]/g, "\\$&")
}

function oneLine(typed: string): string {
  return typed.replace(/\p{Cc}+/gu, " ")
}

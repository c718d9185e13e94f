import { createHash } from "node:crypto"
import type { OutsideFailure } from "../../../domain/availability/outside.ts"
import type { Day } from "../../../domain/day.ts"
import { type Result, err, ok } from "../../../domain/result.ts"
import { type Component, readComponents, splitValue } from "./components.ts"
import { type SourceEvent, readSourceEvent } from "./event.ts"
import { DAY_MS } from "./moments.ts"
import { listOccurrences } from "./occurrences.ts"
import { paris, zonesIn } from "./zones.ts"

/** Days that something takes elsewhere, known again by its key. */
export type OutsideEntry = { key: string; first: Day; last: Day }

export type EventQuery = {
  from: Day
  to: Day
  /** Whose own entries are left out, for a calendar that has read ours gives them back. */
  host: string
}

/** As many events as may be to come, and as many occurrences of them. */
const MAX_EVENTS = 2_000
const MAX_ENTRIES = 5_000
/** In milliseconds: thousands of rules take their time. */
const TIMEOUT_MS = 3_000

/**
 * Which days the events of an iCalendar file (RFC 5545) take between two days, those days included. Cancelled and
 * transparent events take none; hours count as the days in Paris that they touch. `unread`: events of which something
 * could not be read, busy times, and lines outside of events; the rest of them counts.
 */
export function readEvents(
  text: string,
  query: EventQuery,
): Result<{ entries: OutsideEntry[]; unread: number }, OutsideFailure> {
  const file = readComponents(text)
  if (!file) return err("not-a-calendar")
  const deadline = Date.now() + TIMEOUT_MS
  const source = readSourceEvents(file.calendars, query, deadline)
  if (!source) return err("too-many-events")
  const entries = new Map<string, OutsideEntry>()
  const outdated = new Set<SourceEvent>()
  let [unread, upcoming] = [file.strayLines + source.unread, 0]
  for (const { uid, event, replacements } of seriesOf(source.events)) {
    if (Date.now() > deadline) return err("too-many-events")
    // An event comes before what replaces its occurrences.
    if (outdated.has(event)) continue
    const { occurrences, stale, isDamaged } = listOccurrences({ event, replacements }, query)
    for (const replacement of stale) outdated.add(replacement)
    // A line that went wrong in what is over is nobody's concern.
    const isOver = occurrences.length === 0 && event.rules.length === 0 && !event.replaces
    if (isDamaged || (event.isDamaged && !isOver)) unread++
    if (occurrences.length > 0 && ++upcoming > MAX_EVENTS) return err("too-many-events")
    for (const { stamp, first, last } of occurrences) {
      const key = createHash("sha256").update(`${uid}\n${stamp}`).digest("base64url").slice(0, 22)
      const twin = entries.get(key)
      entries.set(key, { key, first, last: twin && twin.last > last ? twin.last : last })
      if (entries.size > MAX_ENTRIES) return err("too-many-events")
    }
  }
  return ok({ entries: [...entries.values()], unread })
}

type Identified = { uid: string; event: SourceEvent }

/** Null when it takes too long. */
function readSourceEvents(
  calendars: readonly Component[],
  { from, to, host }: EventQuery,
  deadline: number,
): { events: Identified[]; unread: number } | null {
  const window = { from: Date.parse(from) - 400 * DAY_MS, to: Date.parse(to) + 400 * DAY_MS }
  const events: Identified[] = []
  let unread = 0
  const defined = calendars.flatMap(({ components }) => components.filter(({ name }) => name === "VTIMEZONE"))
  for (const { lines, components } of calendars) {
    // Programs that join calendars may leave their zones in the first one.
    const own = components.filter(({ name }) => name === "VTIMEZONE")
    const zoneNamed = zonesIn([...own, ...defined], window)
    const zoneLine = lines.find(({ name }) => name === "X-WR-TIMEZONE")
    const floating = (zoneLine && zoneNamed(splitValue(zoneLine.rest).value)) || paris
    // A feed of busy times alone, which are not read, would look free.
    unread += components.filter(isBusyTime).length
    for (const component of components.filter(({ name }) => name === "VEVENT")) {
      if (Date.now() > deadline) return null
      const event = readSourceEvent(component, { zoneNamed, floating })
      const uid = event?.uid ?? `without a name ${events.length}`
      if (!event) unread++
      else if (!uid.endsWith(`@${host}`)) events.push({ uid, event })
    }
  }
  return { events, unread }
}

function isBusyTime({ name, lines }: Component): boolean {
  return name === "VFREEBUSY" && lines.some((line) => line.name === "FREEBUSY")
}

/** Events with what replaces their occurrences; each of those is one as well. Older revisions are left out. */
function seriesOf(events: readonly Identified[]) {
  return [...Map.groupBy(events, ({ uid }) => uid)].flatMap(([uid, group]) => {
    const all = group.map(({ event }) => event)
    const replacements = [
      ...Map.groupBy(
        all.filter(({ replaces }) => replaces !== null),
        ({ replaces }) => replaces?.moment.wall,
      ).values(),
    ].flatMap(latestOf)
    const masters = latestOf(all.filter(({ replaces }) => replaces === null))
    return [
      ...masters.map((event) => ({ uid, event, replacements })),
      ...replacements.map((event) => ({ uid, event, replacements: [] })),
    ]
  })
}

/** A program that never revises gives its events one name, or no numbers: then each of them counts. */
function latestOf(revisions: readonly SourceEvent[]): SourceEvent[] {
  if (revisions.every(({ sequence }) => sequence === null)) return [...revisions]
  const latest = Math.max(...revisions.map(({ sequence }) => sequence ?? 0))
  const last = revisions.filter(({ sequence }) => (sequence ?? 0) === latest)
  const revisedAt = last.reduce((newest, each) => (each.revisedAt > newest ? each.revisedAt : newest), "")
  return last.filter((each) => each.revisedAt === revisedAt)
}

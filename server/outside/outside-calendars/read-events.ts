import { createHash } from "node:crypto"
import type { OutsideFailure } from "../../../domain/availability/outside.ts"
import type { Day } from "../../../domain/day.ts"
import type { TimeRange } from "../../../domain/rental/rental.ts"
import { type Result, err, ok } from "../../../domain/result.ts"
import { type Component, readComponents, splitValue } from "./components.ts"
import { type SourceEvent, readSourceEvent } from "./event.ts"
import { DAY_MS } from "./moments.ts"
import { listOccurrences } from "./occurrences.ts"
import { paris, createZoneLookup } from "./zones.ts"

/** The Paris days that it touches, and its hours; null for all-day events. */
export type OutsideEntry = { key: string; first: Day; last: Day; during: TimeRange | null }

type EventQuery = {
  from: Day
  to: Day
  /** Skips events with our host: another calendar may echo our own feed. */
  host: string
}

const MAX_EVENTS = 2_000
const MAX_ENTRIES = 5_000
const TIMEOUT_MS = 3_000

/** `unread` counts whatever could not be read. */
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
  for (const { uid, event, replacements } of groupSeries(source.events)) {
    if (Date.now() > deadline) return err("too-many-events")
    if (outdated.has(event)) continue
    const { occurrences, stale, isDamaged } = listOccurrences({ event, replacements }, query)
    for (const replacement of stale) outdated.add(replacement)
    const isOver = occurrences.length === 0 && event.rules.length === 0 && !event.replaces
    if (isDamaged || (event.isDamaged && !isOver)) unread++
    if (occurrences.length > 0 && ++upcoming > MAX_EVENTS) return err("too-many-events")
    for (const { stamp, ...occurrence } of occurrences) {
      const key = createHash("sha256").update(`${uid}\n${stamp}`).digest("base64url").slice(0, 22)
      const twin = entries.get(key)
      if (!twin || endOf(twin) < endOf(occurrence)) entries.set(key, { key, ...occurrence })
      if (entries.size > MAX_ENTRIES) return err("too-many-events")
    }
  }
  return ok({ entries: [...entries.values()], unread })
}

function endOf({ last, during }: Pick<OutsideEntry, "last" | "during">): string {
  return `${last} ${during?.until ?? ""}`
}

type Identified = { uid: string; event: SourceEvent }

function readSourceEvents(
  calendars: readonly Component[],
  { from, to, host }: EventQuery,
  deadline: number,
): { events: Identified[]; unread: number } | null {
  const window = { from: Date.parse(from) - 400 * DAY_MS, to: Date.parse(to) + 400 * DAY_MS }
  const events: Identified[] = []
  let unread = 0
  const allZones = calendars.flatMap(({ components }) => components.filter(({ name }) => name === "VTIMEZONE"))
  for (const { lines, components } of calendars) {
    const ownZones = components.filter(({ name }) => name === "VTIMEZONE")
    const zoneNamed = createZoneLookup([...ownZones, ...allZones], window)
    const zoneLine = lines.find(({ name }) => name === "X-WR-TIMEZONE")
    const floating = (zoneLine && zoneNamed(splitValue(zoneLine.rest).value)) || paris
    // Unread busy times would otherwise look free.
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

function groupSeries(events: readonly Identified[]) {
  return [...Map.groupBy(events, ({ uid }) => uid)].flatMap(([uid, group]) => {
    const all = group.map(({ event }) => event)
    const replacements = [
      ...Map.groupBy(
        all.filter(({ replaces }) => replaces !== null),
        ({ replaces }) => replaces?.moment.wall,
      ).values(),
    ].flatMap(latestRevisions)
    const masters = latestRevisions(all.filter(({ replaces }) => replaces === null))
    return [
      ...masters.map((event) => ({ uid, event, replacements })),
      ...replacements.map((event) => ({ uid, event, replacements: [] })),
    ]
  })
}

/** Without revision numbers every event counts, because names may repeat. */
function latestRevisions(revisions: readonly SourceEvent[]): SourceEvent[] {
  if (revisions.every(({ sequence }) => sequence === null)) return [...revisions]
  const latest = Math.max(...revisions.map(({ sequence }) => sequence ?? 0))
  const last = revisions.filter(({ sequence }) => (sequence ?? 0) === latest)
  const revisedAt = last.reduce((newest, each) => (each.revisedAt > newest ? each.revisedAt : newest), "")
  return last.filter((each) => each.revisedAt === revisedAt)
}

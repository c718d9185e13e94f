import { type Day, dayInParis } from "../../../domain/day.ts"
import type { TimeRange } from "../../../domain/rental/rental.ts"
import { type SourceEvent, type Start, toWall } from "./event.ts"
import { DAY_MS, type Length, readMoment, totalLength } from "./moments.ts"
import { type Rule, listRepetitions } from "./recurrence.ts"
import { paris } from "./zones.ts"

type Window = { from: Day; to: Day }

/** `during` is null for whole days, and for an event whose end is not after its start. */
type Occurrence = { stamp: string; first: Day; last: Day; during: TimeRange | null }

type Series = { event: SourceEvent; replacements: readonly SourceEvent[] }

type Place = Start & { length: Length }

const MAX_REPETITIONS = 1_500

type ListedSeries = {
  occurrences: Occurrence[]
  stale: readonly SourceEvent[]
  isDamaged: boolean
}

const MAX_MARGIN_MS = 1_200 * DAY_MS

export function listOccurrences({ event, replacements }: Series, window: Window): ListedSeries {
  const { start } = event
  const isOlder = ({ sequence }: SourceEvent) => (sequence ?? 0) < (event.sequence ?? 0)
  if (event.isFree) return { occurrences: [], stale: replacements.filter(isOlder), isDamaged: false }
  const following = replacements.flatMap((replacement) =>
    replacement.replaces?.andFollowing === true
      ? [{ replacement, from: startOn(toWall(start, replacement.replaces), start) }]
      : [],
  )
  following.sort((one, other) => one.from - other.from)
  // Widens the span, because moved occurrences may enter the window.
  const moves = following.map(({ replacement, from }) => Math.abs(replacement.start.wall - from))
  const lengths = [event, ...following.map(({ replacement }) => replacement)].map(({ length }) => totalLength(length))
  const margin = Math.min(Math.max(...lengths, ...moves) + 2 * DAY_MS, MAX_MARGIN_MS)
  const span = { from: Date.parse(window.from) - margin, to: Date.parse(window.to) + margin }
  const { places, isDamaged } = listPlaces(event, span)
  const excluded = new Exclusions()
  for (const exception of event.exceptions) {
    const { wall, isDay } = toWall(start, exception)
    excluded.add({ wall, isDay: isDay || (wall % DAY_MS === 0 && start.wall % DAY_MS !== 0) })
  }
  const skipped = followRules(event, event.exceptionRules, span)
  for (const wall of skipped.walls) excluded.add({ wall, isDay: false })
  const days = new Set([...places.keys()].map((wall) => Math.floor(wall / DAY_MS) * DAY_MS))
  const stale = replacements.filter((replacement) => {
    if (!replacement.replaces || !isOlder(replacement)) return false
    const { wall, isDay } = toWall(start, replacement.replaces)
    const isListed = (isDay ? days : places).has(wall) && !excluded.has(wall)
    return !isListed && wall >= span.from && wall <= span.to
  })
  for (const { replaces } of replacements) if (replaces) excluded.add(toWall(start, replaces))
  const occurrences = [...places.values()].flatMap((place) => {
    if (excluded.has(place.wall)) return []
    const change = following.findLast(({ from }) => from <= place.wall)
    if (!change) return occurrenceWithin(place, window)
    const { replacement, from } = change
    if (replacement.isFree || replacement.rules.length > 0) return []
    const { start: next, length } = replacement
    const movedPlace = { ...next, wall: place.wall + next.wall - from, length }
    return excluded.has(movedPlace.wall) ? [] : occurrenceWithin(movedPlace, window)
  })
  return { occurrences, stale, isDamaged: isDamaged || skipped.isDamaged }
}

function startOn({ wall, isDay }: { wall: number; isDay: boolean }, start: Start): number {
  const timeOfDay = start.wall - Math.floor(start.wall / DAY_MS) * DAY_MS
  return isDay && !start.isDate ? wall + timeOfDay : wall
}

class Exclusions {
  private readonly days = new Set<number>()
  private readonly walls = new Set<number>()
  add({ wall, isDay }: { wall: number; isDay: boolean }): void {
    ;(isDay ? this.days : this.walls).add(wall)
  }
  has(wall: number): boolean {
    return this.walls.has(wall) || this.days.has(Math.floor(wall / DAY_MS) * DAY_MS)
  }
}

function listPlaces(event: SourceEvent, span: Span): { places: Map<number, Place>; isDamaged: boolean } {
  const { start, length, rules, extraStarts } = event
  const places = new Map<number, Place>([[start.wall, { ...start, length }]])
  const { walls, isDamaged } = followRules(event, rules, span)
  for (const wall of walls) places.set(wall, { ...start, wall, length })
  for (const extra of extraStarts) {
    const { wall, isDay } = toWall(start, extra)
    const at = isDay ? startOn({ wall, isDay }, start) : wall
    places.set(at, { ...start, wall: at, length: extra.length ?? length })
  }
  return { places, isDamaged }
}

type Span = { from: number; to: number }

function followRules(
  { start }: SourceEvent,
  rules: readonly Rule[],
  span: Span,
): { walls: number[]; isDamaged: boolean } {
  const walls: number[] = []
  let isDamaged = false
  for (const rule of rules) {
    const untilMoment = rule.until === null ? null : readMoment(rule.until)
    const end = untilMoment && toWall(start, { moment: untilMoment, zone: null })
    const until = end && end.wall + (end.isDay ? DAY_MS - 1000 : 0)
    try {
      const repeated = listRepetitions({ rule, start: start.wall, until, ...span })
      if (repeated.length > MAX_REPETITIONS) isDamaged = true
      else walls.push(...repeated)
    } catch {
      isDamaged = true
    }
  }
  return { walls, isDamaged }
}

function occurrenceWithin(place: Place, { from, to }: Window): Occurrence[] {
  const { wall, length } = place
  if (wall + totalLength(length) < Date.parse(from) - 2 * DAY_MS || wall > Date.parse(to) + 2 * DAY_MS) return []
  const { first, last, ...occurrence } = toOccurrence(place, paris(Date.parse(to) + DAY_MS))
  if (last < from || first > to) return []
  return [{ ...occurrence, first: first < from ? from : first, last: last > to ? to : last }]
}

/** An end at midnight takes no further day. */
function toOccurrence({ isDate, wall, zone, length }: Place, windowEnd: number): Occurrence {
  if (isDate)
    return { stamp: dayAt(wall), first: dayAt(wall), last: dayAt(wall + totalLength(length) - DAY_MS), during: null }
  const begin = zone(wall)
  const end = Math.max(begin, zone(wall + length.days) + length.time)
  return {
    stamp: String(begin / 1000),
    first: dayInParis(new Date(begin)),
    last: dayInParis(new Date(Math.max(begin, end - 1))),
    during: end === begin ? null : toRange(begin, Math.min(end, windowEnd)),
  }
}

function toRange(begin: number, end: number): TimeRange {
  return { from: new Date(begin).toISOString(), until: new Date(end).toISOString() }
}

function dayAt(wall: number): Day {
  return new Date(wall).toISOString().slice(0, 10) as Day
}

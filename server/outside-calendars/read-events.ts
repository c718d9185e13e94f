import { createHash } from "node:crypto"
import ICAL from "ical.js"
import type { OutsideFailure } from "../../domain/calendar/outside.ts"
import { type Day, addDays, dayInParis } from "../../domain/day.ts"
import { type Result, err, ok } from "../../domain/result.ts"

type Component = InstanceType<typeof ICAL.Component>
type Time = InstanceType<typeof ICAL.Time>
type Property = InstanceType<typeof ICAL.Property>

/** Days that something takes elsewhere, known again by its key. */
export type OutsideEntry = { key: string; first: Day; last: Day }

export type Wanted = {
  from: Day
  to: Day
  /** Whose own entries are left out, for a calendar that has read ours gives them back. */
  host: string
}

/** As many events as a file may have, and as many occurrences of them as are looked at. */
const MAX_EVENTS = 2_000
const MAX_ENTRIES = 5_000
const MAX_STEPS = 50_000
/** In milliseconds: a rule may be long to unroll before its first step. */
const TIMEOUT_MS = 5_000

class TooMuch extends Error {
  override name = "TooMuch"
}

/** A reading that ends, whatever the rules of the file say. */
type Reading = Wanted & { step(): void }

/**
 * Which days the events of an iCalendar file (RFC 5545) take between two days, those days included. Cancelled and
 * transparent events take none; hours count as the days in Paris that they touch. `unread`: events that make no sense.
 */
export function readEvents(
  text: string,
  wanted: Wanted,
): Result<{ entries: OutsideEntry[]; unread: number }, OutsideFailure> {
  const calendar = calendarIn(text)
  if (!calendar) return err("not-a-calendar")
  const events = calendar.getAllSubcomponents("vevent")
  if (events.length > MAX_EVENTS) return err("too-many-events")
  const until = Date.now() + TIMEOUT_MS
  let steps = 0
  const step = () => {
    if (++steps > MAX_STEPS || Date.now() > until) throw new TooMuch()
  }
  const moved = movedOccurrences(events)
  const entries = new Map<string, OutsideEntry>()
  let unread = 0
  for (const [index, event] of events.entries()) {
    try {
      const uid = textOf(event, "uid") || `without a name ${index}`
      if (uid.endsWith(`@${wanted.host}`) || takesNothing(event)) continue
      for (const { stamp, first, last } of occurrences(event, moved.get(uid) ?? new Set(), { ...wanted, step })) {
        const key = createHash("sha256").update(`${uid}\n${stamp}`).digest("base64url").slice(0, 22)
        entries.set(key, { key, first, last })
        if (entries.size > MAX_ENTRIES) return err("too-many-events")
      }
    } catch (error) {
      if (error instanceof TooMuch) return err("too-many-events")
      unread++
    }
  }
  return ok({ entries: [...entries.values()], unread })
}

function calendarIn(text: string): Component | null {
  if (!/^\uFEFF?\s*BEGIN:VCALENDAR/i.test(text)) return null
  try {
    const parsed: unknown = ICAL.parse(text.replace(/^\uFEFF/, "").trim())
    // Several calendars in one file are an array of them: the first one.
    const first = Array.isArray(parsed) && Array.isArray(parsed[0]) ? (parsed[0] as unknown[]) : (parsed as unknown[])
    return new ICAL.Component(first)
  } catch {
    return null
  }
}

function textOf(event: Component, name: string): string {
  const value = event.getFirstPropertyValue(name)
  return typeof value === "string" ? value : ""
}

function takesNothing(event: Component): boolean {
  return /^cancelled$/i.test(textOf(event, "status")) || /^transparent$/i.test(textOf(event, "transp"))
}

/** Of each event that repeats, the occurrences that an entry of their own replaces, also one that cancels them. */
function movedOccurrences(events: readonly Component[]): Map<string, Set<string>> {
  const moved = new Map<string, Set<string>>()
  for (const event of events) {
    const property = event.getFirstProperty("recurrence-id")
    const time = property && timesOf(property)[0]
    if (!time) continue
    const uid = textOf(event, "uid")
    moved.set(uid, (moved.get(uid) ?? new Set()).add(stampOf(time, zoneOf(property))))
  }
  return moved
}

type Occurrence = { stamp: string; first: Day; last: Day }

function occurrences(event: Component, moved: ReadonlySet<string>, reading: Reading): Occurrence[] {
  const property = event.getFirstProperty("dtstart")
  const start = property && timesOf(property)[0]
  if (!property || !start) throw new Error("An event begins at some time")
  const zone = zoneOf(property)
  const length = lengthOf(event, start, zone)
  const left = event.hasProperty("recurrence-id") ? new Set<string>() : without(event, moved)
  const found: Occurrence[] = []
  for (const time of startsOf(event, start, zone, reading)) {
    const stamp = stampOf(time, zone)
    if (left.has(stamp) || left.has(wallDay(time))) continue
    const [first, last] = daysOf(time, zone, length)
    if (last < reading.from || first > reading.to) continue
    found.push({
      stamp,
      first: first < reading.from ? reading.from : first,
      last: last > reading.to ? reading.to : last,
    })
  }
  return found
}

function without(event: Component, moved: ReadonlySet<string>): Set<string> {
  const left = new Set(moved)
  for (const property of event.getAllProperties("exdate"))
    for (const time of timesOf(property)) left.add(time.isDate ? wallDay(time) : stampOf(time, zoneOf(property)))
  return left
}

function* startsOf(event: Component, start: Time, zone: string | null, reading: Reading): Generator<Time> {
  yield start
  for (const property of event.getAllProperties("rdate")) yield* timesOf(property)
  // An entry of its own stands for one occurrence.
  if (event.hasProperty("recurrence-id")) return
  for (const property of event.getAllProperties("rrule")) {
    const rule = property.getFirstValue()
    if (!(rule instanceof ICAL.Recur)) throw new Error("A rule says when it repeats")
    reading.step()
    const iterator = rule.iterator(start)
    // A rule may look for a day that never comes: each day that it looks at counts.
    const check = iterator.check_contracting_rules.bind(iterator)
    iterator.check_contracting_rules = () => {
      reading.step()
      return check()
    }
    for (let next = iterator.next(); next; next = iterator.next()) {
      reading.step()
      if (daysOf(next, zone, 0)[0] > reading.to) break
      yield next.clone()
    }
  }
}

/** In days of an event of whole days, in seconds of another. */
function lengthOf(event: Component, start: Time, zone: string | null): number {
  const unit = start.isDate ? 86_400 : 1
  const property = event.getFirstProperty("dtend")
  const end = property && timesOf(property)[0]
  const duration = event.getFirstPropertyValue("duration")
  const seconds =
    property && end
      ? secondsOf(end, zoneOf(property)) - secondsOf(start, zone)
      : duration instanceof ICAL.Duration
        ? duration.toSeconds()
        : start.isDate
          ? 86_400
          : 0
  return Math.max(0, seconds / unit)
}

/** The first and the last day in Paris: midnight at the end takes no day more. */
function daysOf(time: Time, zone: string | null, length: number): [Day, Day] {
  if (time.isDate) {
    const first = wallDay(time)
    return [first, addDays(first, Math.max(0, Math.ceil(length) - 1))]
  }
  const begins = secondsOf(time, zone)
  const first = dayInParis(new Date(begins * 1000))
  return [first, length > 0 ? dayInParis(new Date((begins + length) * 1000 - 1)) : first]
}

/** How one occurrence is known: by its day, or by its instant. */
function stampOf(time: Time, zone: string | null): string {
  return time.isDate ? wallDay(time) : String(secondsOf(time, zone))
}

function wallDay({ year, month, day }: Time): Day {
  const two = (number: number) => String(number).padStart(2, "0")
  const text: Day = `${year}-${two(month) as `${number}`}-${two(day) as `${number}`}`
  if (Number.isNaN(Date.parse(text)) || year < 1900 || year > 2199) throw new Error("There is no such day")
  return text
}

function timesOf(property: Property): Time[] {
  return property.getValues().flatMap((value: unknown) => {
    if (value instanceof ICAL.Time) return [value]
    return value instanceof ICAL.Period ? [value.start] : []
  })
}

/** The name of a time's zone, where there is such a zone; hours without one are those of Paris. */
function zoneOf(property: Property): string | null {
  const name = property.getFirstParameter("tzid")
  return name && formatOf(name) ? name : null
}

/** Seconds since 1970. The zone's name comes before what the file says of it; a zone that only the file knows is asked there. */
function secondsOf(time: Time, zone: string | null): number {
  wallDay(time)
  const known = time.zone?.tzid ?? "floating"
  if (time.isDate) return Date.UTC(time.year, time.month - 1, time.day) / 1000
  if (known === "UTC" || known === "Z") return time.toUnixTime()
  if (zone === null && known !== "floating") return time.toUnixTime()
  const format = formatOf(zone ?? "Europe/Paris")
  const wall = Date.UTC(time.year, time.month - 1, time.day, time.hour, time.minute, time.second)
  // Where that hour is: the offset at the hour as if it were UTC's, then at what that gives.
  const once = wall - offsetAt(format, wall)
  return (wall - offsetAt(format, once)) / 1000
}

const formats = new Map<string, Intl.DateTimeFormat | null>()

/** A file names a zone or two; strange names are not remembered beyond these. */
const MAX_ZONES = 1_000

function formatOf(zone: string): Intl.DateTimeFormat | null {
  const known = formats.get(zone)
  if (known !== undefined) return known
  let format: Intl.DateTimeFormat | null = null
  try {
    format = new Intl.DateTimeFormat("en-US", {
      timeZone: zone,
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    })
  } catch {
    format = null
  }
  if (formats.size < MAX_ZONES) formats.set(zone, format)
  return format
}

/** In milliseconds. */
function offsetAt(format: Intl.DateTimeFormat | null, instant: number): number {
  if (!format) return 0
  const parts = new Map(format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]))
  const part = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? 0
  const wall = Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"), part("second"))
  return wall - instant
}

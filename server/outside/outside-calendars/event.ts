import { type Component, type ContentLine, splitValue } from "./components.ts"
import { DAY_MS, type Moment, readDuration, readMoment } from "./moments.ts"
import { type Rule, readRule } from "./recurrence.ts"
import { type Zone, fixedZone, paris } from "./zones.ts"

/** When something begins, on the clocks of its zone. Whole days have no zone: theirs is UTC's, where each has 24 hours. */
export type Start = { isDate: boolean; wall: number; zone: Zone }

/** A moment with the zone that stands beside it; null where none does. */
export type ZonedMoment = { moment: Moment; zone: Zone | null }

export type ExtraStart = ZonedMoment & { length: number | null }

export type SourceEvent = {
  uid: string | null
  sequence: number | null
  revisedAt: string
  /** Cancelled, or transparent: it takes no time. */
  isFree: boolean
  start: Start
  /** Milliseconds on the clocks of its zone: a day is one, also where it has 23 hours. */
  length: number
  rules: Rule[]
  exceptionRules: Rule[]
  extraStarts: ExtraStart[]
  exceptions: ZonedMoment[]
  /** The occurrence of another event that this one replaces, with all that follow it where it says so. */
  replaces: (ZonedMoment & { andFollowing: boolean }) | null
  /** Something of it could not be read. */
  isDamaged: boolean
}

/** Names of zones become zones; `floating` is for hours without any. */
export type ZoneNames = { zoneNamed: (name: string) => Zone | null; floating: Zone }

/** Programs write these where there is no value. */
const NO_VALUE = /^(?:|none|null|nil|undefined|n\/a)$/i

const MAX_RULES = 5

/** An event as its lines say it. Null when nothing says when it begins. */
export function readSourceEvent(component: Component, zones: ZoneNames): SourceEvent | null {
  let { isDamaged } = component
  const linesNamed = (name: string) => component.lines.filter((line) => line.name === name)
  const textIn = (name: string) => linesNamed(name).map(({ rest }) => splitValue(rest).value)[0] ?? ""
  const momentsIn = (line: ContentLine): ZonedMoment[] => {
    const { moments, isWhole } = readMoments(line, zones)
    if (!isWhole) isDamaged = true
    return moments
  }
  const firstMoment = (name: string) => linesNamed(name).flatMap(momentsIn)[0] ?? null
  const rulesIn = (name: string): Rule[] => {
    const lines = linesNamed(name)
    if (lines.length > MAX_RULES) isDamaged = true
    return lines.slice(0, MAX_RULES).flatMap(({ rest }) => {
      const text = splitValue(rest).value
      if (NO_VALUE.test(text)) return []
      const rule = readRule(text)
      const isReadable = rule !== null && (rule.until === null || readMoment(rule.until) !== null)
      if (!isReadable) isDamaged = true
      return isReadable ? [rule] : []
    })
  }

  const begin = firstMoment("DTSTART") ?? firstMoment("RECURRENCE-ID")
  if (!begin) return null
  const isAllDay = ["X-MICROSOFT-CDO-ALLDAYEVENT", "X-FUNAMBOL-ALLDAY"].some((name) =>
    /^(?:true|1)$/i.test(textIn(name)),
  )
  const start = startAt(isAllDay ? asDay(begin) : begin, zones.floating)
  const end = firstMoment("DTEND")
  const duration = textIn("DURATION")
  const written = end
    ? lengthUntil(isAllDay ? asDay(end) : end, start)
    : NO_VALUE.test(duration)
      ? 0
      : readDuration(duration)
  if (written === null) isDamaged = true
  const replaced = linesNamed("RECURRENCE-ID")[0]
  const range = replaced ? (splitMoments(replaced.rest).parameters.get("RANGE") ?? "") : ""
  if (!/^(?:thisandfuture)?$/i.test(range)) isDamaged = true
  const replacedMoment = replaced ? momentsIn(replaced)[0] : undefined
  const andFollowing = /^thisandfuture$/i.test(range)
  // Some programs repeat the rule in what replaces one occurrence.
  const repeats = replacedMoment === undefined || andFollowing
  const sequence = textIn("SEQUENCE")
  const revised = readMoment(textIn("LAST-MODIFIED")) ?? readMoment(textIn("DTSTAMP"))
  const event: Omit<SourceEvent, "isDamaged"> = {
    uid: textIn("UID") || null,
    sequence: /^\d{1,9}$/.test(sequence) ? Number(sequence) : null,
    revisedAt: revised ? new Date(revised.wall).toISOString() : "",
    isFree: /^cancell?ed$/i.test(textIn("STATUS")) || /^transparent$/i.test(textIn("TRANSP")),
    start,
    length: start.isDate ? Math.max(DAY_MS, Math.ceil((written ?? 0) / DAY_MS) * DAY_MS) : Math.max(0, written ?? 0),
    rules: repeats ? rulesIn("RRULE") : [],
    exceptionRules: repeats ? rulesIn("EXRULE") : [],
    extraStarts: (repeats ? linesNamed("RDATE") : []).flatMap((line) => {
      const { starts, isWhole } = readExtraStarts(line, zones)
      if (!isWhole) isDamaged = true
      return starts
    }),
    exceptions: repeats ? linesNamed("EXDATE").flatMap(momentsIn) : [],
    replaces: replacedMoment ? { ...replacedMoment, andFollowing } : null,
  }
  return { ...event, isDamaged }
}

/** A moment on the clocks of a series: an occurrence, an exception or an end may be written in another zone. */
export function wallIn({ isDate, zone }: Start, { moment, zone: own }: ZonedMoment): { wall: number; isDay: boolean } {
  if (moment.kind === "date") return { wall: moment.wall, isDay: true }
  if (isDate) return { wall: asDay({ moment, zone: own }).moment.wall, isDay: true }
  if (moment.offset === null && (own === null || own === zone)) return { wall: moment.wall, isDay: false }
  return { wall: wallAt(zone, toInstant(moment, own ?? zone)), isDay: false }
}

function wallAt(zone: Zone, instant: number): number {
  const wall = instant + (instant - zone(instant))
  return instant + (wall - zone(wall))
}

function toInstant({ wall, ...moment }: Moment, zone: Zone): number {
  return moment.kind === "time" && moment.offset !== null ? wall - moment.offset : zone(wall)
}

/** Midnight in Paris, written in UTC, is the day that begins there. */
function asDay({ moment, zone }: ZonedMoment): ZonedMoment {
  if (moment.kind === "date") return { moment, zone }
  const inParis = moment.offset === 0 ? wallAt(paris, moment.wall) : moment.wall
  const wall = inParis % DAY_MS === 0 ? inParis : moment.wall
  return { moment: { kind: "date", wall: Math.floor(wall / DAY_MS) * DAY_MS }, zone }
}

function startAt({ moment, zone }: ZonedMoment, floating: Zone): Start {
  if (moment.kind === "date") return { isDate: true, wall: moment.wall, zone: fixedZone(0) }
  const own = moment.offset === null ? (zone ?? floating) : fixedZone(moment.offset)
  return { isDate: false, wall: moment.wall, zone: own }
}

/** Null where the end is before the start. A day that ends something does not belong to it. */
function lengthUntil({ moment, zone }: ZonedMoment, start: Start): number | null {
  if (start.isDate) {
    const end = moment.kind === "date" ? moment.wall : wallAt(paris, toInstant(moment, zone ?? paris))
    return end < start.wall ? null : end - start.wall
  }
  const end = toInstant(moment, zone ?? start.zone)
  if (end >= start.zone(start.wall)) return wallAt(start.zone, end) - start.wall
  return moment.kind === "date" && moment.wall + DAY_MS > start.wall ? 0 : null
}

function splitMoments(rest: string) {
  return splitValue(rest, (value) => value.split(/[,;]/).some((each) => readMoment(each.split("/")[0] ?? "") !== null))
}

/** `isWhole`: all of it could be read, and its zone is known. Where it is not, hours are taken as those of Paris. */
function readMoments({ rest }: ContentLine, zones: ZoneNames): { moments: ZonedMoment[]; isWhole: boolean } {
  const { parameters, value } = splitMoments(rest)
  const texts = value.split(/[,;]/).filter((each) => !NO_VALUE.test(each.trim()))
  const moments = texts.flatMap((each) => readMoment(each) ?? [])
  const { zone, isKnown } = zoneIn(parameters, zones)
  const needsZone = moments.some((moment) => moment.kind === "time" && moment.offset === null)
  const days = parameters.get("VALUE")?.toUpperCase() === "DATE" ? moments.map(dayAtMidnight) : moments
  return {
    moments: days.map((moment) => ({ moment, zone })),
    isWhole: moments.length === texts.length && (isKnown || !needsZone),
  }
}

/** "VALUE=DATE:20270111T000000" means the day. */
function dayAtMidnight(moment: Moment): Moment {
  return moment.wall % DAY_MS === 0 ? { kind: "date", wall: moment.wall } : moment
}

function zoneIn(parameters: ReadonlyMap<string, string>, { zoneNamed, floating }: ZoneNames) {
  const name = parameters.get("TZID") ?? ""
  if (name === "") return { zone: null, isKnown: true }
  const zone = zoneNamed(name)
  return { zone: zone ?? floating, isKnown: zone !== null }
}

/** RDATE has moments, or periods: "20270111T100000Z/PT2H". */
function readExtraStarts(line: ContentLine, zones: ZoneNames): { starts: ExtraStart[]; isWhole: boolean } {
  const { parameters, value } = splitMoments(line.rest)
  if (!value.includes("/")) {
    const { moments, isWhole } = readMoments(line, zones)
    return { starts: moments.map((each) => ({ ...each, length: null })), isWhole }
  }
  const { zone, isKnown } = zoneIn(parameters, zones)
  const texts = value.split(/[,;]/)
  const starts = texts.flatMap((text): ExtraStart[] => {
    const [first = "", last = ""] = text.split("/")
    const [moment, end] = [readMoment(first), readMoment(last)]
    const own = zone ?? zones.floating
    const length = moment && end ? toInstant(end, own) - toInstant(moment, own) : readDuration(last)
    return moment && length !== null && length >= 0 ? [{ moment, zone, length }] : []
  })
  return { starts, isWhole: isKnown && starts.length === texts.length }
}

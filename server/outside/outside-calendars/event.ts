import { type Component, type ContentLine, splitValue } from "./components.ts"
import { DAY_MS, type Length, type Moment, NO_LENGTH, readDuration, readMoment, totalLength } from "./moments.ts"
import { type Rule, readRule } from "./recurrence.ts"
import { type Zone, fixedZone, paris } from "./zones.ts"

/** Whole days use UTC, where each has 24 hours. */
export type Start = { isDate: boolean; wall: number; zone: Zone }

type ZonedMoment = { moment: Moment; zone: Zone | null }

type ExtraStart = ZonedMoment & { length: Length | null }

export type SourceEvent = {
  uid: string | null
  sequence: number | null
  revisedAt: string
  isFree: boolean
  start: Start
  length: Length
  rules: Rule[]
  exceptionRules: Rule[]
  extraStarts: ExtraStart[]
  exceptions: ZonedMoment[]
  replaces: (ZonedMoment & { andFollowing: boolean }) | null
  isDamaged: boolean
}

type ZoneNames = { zoneNamed: (name: string) => Zone | null; floating: Zone }

/** Some programs write these for a missing value. */
const NO_VALUE = /^(?:|none|null|nil|undefined|n\/a)$/i

const MAX_RULES = 5

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

  const startMoment = firstMoment("DTSTART") ?? firstMoment("RECURRENCE-ID")
  if (!startMoment) return null
  const isAllDay = ["X-MICROSOFT-CDO-ALLDAYEVENT", "X-FUNAMBOL-ALLDAY"].some((name) =>
    /^(?:true|1)$/i.test(textIn(name)),
  )
  const start = toStart(isAllDay ? toDay(startMoment) : startMoment, zones.floating)
  const end = firstMoment("DTEND")
  const duration = textIn("DURATION")
  const parsedLength = end
    ? lengthUntil(isAllDay ? toDay(end) : end, start)
    : NO_VALUE.test(duration)
      ? NO_LENGTH
      : readDuration(duration)
  if (parsedLength === null) isDamaged = true
  const replaced = linesNamed("RECURRENCE-ID")[0]
  const range = replaced ? (splitMoments(replaced.rest).parameters.get("RANGE") ?? "") : ""
  if (!/^(?:thisandfuture)?$/i.test(range)) isDamaged = true
  const replacedMoment = replaced ? momentsIn(replaced)[0] : undefined
  const andFollowing = /^thisandfuture$/i.test(range)
  // Some programs repeat the rule in a single replaced occurrence.
  const repeats = replacedMoment === undefined || andFollowing
  const sequence = textIn("SEQUENCE")
  const revised = readMoment(textIn("LAST-MODIFIED")) ?? readMoment(textIn("DTSTAMP"))
  const event: Omit<SourceEvent, "isDamaged"> = {
    uid: textIn("UID") || null,
    sequence: /^\d{1,9}$/.test(sequence) ? Number(sequence) : null,
    revisedAt: revised ? new Date(revised.wall).toISOString() : "",
    isFree: /^cancell?ed$/i.test(textIn("STATUS")) || /^transparent$/i.test(textIn("TRANSP")),
    start,
    length: start.isDate ? inWholeDays(parsedLength ?? NO_LENGTH) : (parsedLength ?? NO_LENGTH),
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

function inWholeDays(length: Length): Length {
  return { days: Math.max(1, Math.ceil(totalLength(length) / DAY_MS)) * DAY_MS, time: 0 }
}

export function toWall({ isDate, zone }: Start, { moment, zone: own }: ZonedMoment): { wall: number; isDay: boolean } {
  if (moment.kind === "date") return { wall: moment.wall, isDay: true }
  if (isDate) return { wall: toDay({ moment, zone: own }).moment.wall, isDay: true }
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

/** Some programs write a Paris day as its midnight in UTC. */
function toDay({ moment, zone }: ZonedMoment): ZonedMoment {
  if (moment.kind === "date") return { moment, zone }
  const inParis = moment.offset === 0 ? wallAt(paris, moment.wall) : moment.wall
  const wall = inParis % DAY_MS === 0 ? inParis : moment.wall
  return { moment: { kind: "date", wall: Math.floor(wall / DAY_MS) * DAY_MS }, zone }
}

function toStart({ moment, zone }: ZonedMoment, floating: Zone): Start {
  if (moment.kind === "date") return { isDate: true, wall: moment.wall, zone: fixedZone(0) }
  const own = moment.offset === null ? (zone ?? floating) : fixedZone(moment.offset)
  return { isDate: false, wall: moment.wall, zone: own }
}

/** null when the end precedes the start. The end day is exclusive. */
function lengthUntil({ moment, zone }: ZonedMoment, start: Start): Length | null {
  if (start.isDate) {
    const end = moment.kind === "date" ? moment.wall : wallAt(paris, toInstant(moment, zone ?? paris))
    return end < start.wall ? null : { days: end - start.wall, time: 0 }
  }
  const end = toInstant(moment, zone ?? start.zone)
  if (end < start.zone(start.wall))
    return moment.kind === "date" && moment.wall + DAY_MS > start.wall ? NO_LENGTH : null
  const days = Math.max(0, Math.floor((wallAt(start.zone, end) - start.wall) / DAY_MS)) * DAY_MS
  return { days, time: end - start.zone(start.wall + days) }
}

function splitMoments(rest: string) {
  return splitValue(rest, (value) => value.split(/[,;]/).some((each) => readMoment(each.split("/")[0] ?? "") !== null))
}

/** Unknown zones are read as Paris, with `isWhole` false. */
function readMoments({ rest }: ContentLine, zones: ZoneNames): { moments: ZonedMoment[]; isWhole: boolean } {
  const { parameters, value } = splitMoments(rest)
  const texts = value.split(/[,;]/).filter((each) => !NO_VALUE.test(each.trim()))
  const moments = texts.flatMap((each) => readMoment(each) ?? [])
  const { zone, isKnown } = findZone(parameters, zones)
  const needsZone = moments.some((moment) => moment.kind === "time" && moment.offset === null)
  const days = parameters.get("VALUE")?.toUpperCase() === "DATE" ? moments.map(dayAtMidnight) : moments
  return {
    moments: days.map((moment) => ({ moment, zone })),
    isWhole: moments.length === texts.length && (isKnown || !needsZone),
  }
}

function dayAtMidnight(moment: Moment): Moment {
  return moment.wall % DAY_MS === 0 ? { kind: "date", wall: moment.wall } : moment
}

function findZone(parameters: ReadonlyMap<string, string>, { zoneNamed, floating }: ZoneNames) {
  const name = parameters.get("TZID") ?? ""
  if (name === "") return { zone: null, isKnown: true }
  const zone = zoneNamed(name)
  return { zone: zone ?? floating, isKnown: zone !== null }
}

function readExtraStarts(line: ContentLine, zones: ZoneNames): { starts: ExtraStart[]; isWhole: boolean } {
  const { parameters, value } = splitMoments(line.rest)
  if (!value.includes("/")) {
    const { moments, isWhole } = readMoments(line, zones)
    return { starts: moments.map((each) => ({ ...each, length: null })), isWhole }
  }
  const { zone, isKnown } = findZone(parameters, zones)
  const texts = value.split(/[,;]/)
  const starts = texts.flatMap((text): ExtraStart[] => {
    const [first = "", last = ""] = text.split("/")
    const [moment, end] = [readMoment(first), readMoment(last)]
    const own = zone ?? zones.floating
    const length = moment && end ? { days: 0, time: toInstant(end, own) - toInstant(moment, own) } : readDuration(last)
    return moment && length !== null && length.time >= 0 ? [{ moment, zone, length }] : []
  })
  return { starts, isWhole: isKnown && starts.length === texts.length }
}

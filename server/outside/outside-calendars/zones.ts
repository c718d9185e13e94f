import { WINDOWS_TO_IANA_MAP } from "windows-iana"
import { type Component, splitValue } from "./components.ts"
import { DAY_MS, readMoment, readOffset } from "./moments.ts"
import { readRule, listRepetitions } from "./recurrence.ts"

/** Converts wall-clock time to an instant; both in milliseconds. */
export type Zone = (wall: number) => number

export const fixedZone =
  (offset: number): Zone =>
  (wall) =>
    wall - offset

const formats = new Map<string, Intl.DateTimeFormat | null>()

const MAX_ZONES = 1_000

function dateFormat(zone: string): Intl.DateTimeFormat | null {
  const cached = formats.get(zone)
  if (cached !== undefined) return cached
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

function offsetAt(format: Intl.DateTimeFormat, instant: number): number {
  const parts = new Map(format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]))
  const part = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? 0
  const wall = Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"), part("second"))
  return wall - instant
}

function ianaZone(name: string): Zone | null {
  const format = dateFormat(name)
  if (!format) return null
  const offsets = new Map<number, number>()
  const offset = (instant: number) => {
    const quarter = Math.floor(instant / QUARTER_MS)
    const cached = offsets.get(quarter)
    if (cached !== undefined) return cached
    const fresh = offsetAt(format, quarter * QUARTER_MS)
    if (offsets.size < MAX_QUARTERS) offsets.set(quarter, fresh)
    return fresh
  }
  // RFC 5545: the first of two equal hours, and the offset from before a skipped one.
  return (wall) => {
    const before = offset(wall - DAY_MS)
    const after = offset(wall - before)
    return offset(wall - after) === after ? wall - after : wall - before
  }
}

const QUARTER_MS = 900_000
const MAX_QUARTERS = 20_000

export const paris = ianaZone("Europe/Paris") ?? fixedZone(3_600_000)

export function createZoneLookup(definitions: readonly Component[], window: { from: number; to: number }) {
  const zones = new Map<string, Zone | null>()
  return (name: string): Zone | null => {
    const cached = zones.get(name)
    if (cached !== undefined) return cached
    const findDefinition = (label: string) =>
      definitions.find((component) => stripQuotes(propertyText(component, "TZID") ?? "") === stripQuotes(label))
    const [before = ""] = name.split(";")
    const zone =
      findNamedZone(name) ??
      findNamedZone(before) ??
      definedZone(findDefinition(name) ?? findDefinition(before), window) ??
      describedZone(name)
    zones.set(name, zone)
    return zone
  }
}

function stripQuotes(name: string): string {
  return name.replace(/^["'\s]+|["'\s]+$/g, "")
}

function findNamedZone(name: string): Zone | null {
  const plain = stripQuotes(name)
  if (/^(?:tzone:\/\/microsoft\/)?(?:utc|gmt|z|zulu|coordinated universal time)$/i.test(plain)) return fixedZone(0)
  const abbreviated = abbreviatedZone(plain)
  if (abbreviated) return abbreviated
  const segments = plain.replaceAll(" ", "_").split("/")
  for (const length of [3, 2, 1]) {
    const zone = ianaZone(segments.slice(-length).join("/"))
    if (zone) return zone
  }
  return windowsZone(plain)
}

let windowsNames: ReadonlyMap<string, string> | null = null

function windowsZone(name: string): Zone | null {
  windowsNames ??= new Map(
    WINDOWS_TO_IANA_MAP.filter(({ territory }) => territory === "001").map(({ windowsName, iana }) => [
      windowsName.toLowerCase(),
      iana[0] ?? "",
    ]),
  )
  const standard = name
    .replace(/^microsoft\//i, "")
    .toLowerCase()
    .replace(/ (?:daylight|summer) time$/, " standard time")
  const iana = windowsNames.get(standard)
  return iana === undefined ? null : ianaZone(iana)
}

/** Missing from the IANA database, or mapped elsewhere by ICU ("BST" to Dhaka). */
const abbreviations: Readonly<Record<string, string>> = {
  CEST: "Europe/Paris",
  MEZ: "Europe/Berlin",
  MESZ: "Europe/Berlin",
  WEST: "Europe/Lisbon",
  BST: "Europe/London",
  EEST: "Europe/Athens",
  EDT: "America/New_York",
  CDT: "America/Chicago",
  MDT: "America/Denver",
  PDT: "America/Los_Angeles",
}

function abbreviatedZone(name: string): Zone | null {
  const iana = abbreviations[name.toUpperCase()]
  return iana === undefined ? null : ianaZone(iana)
}

/** The cities tell when clocks change; an offset does not. */
function describedZone(name: string): Zone | null {
  const [, hours, minutes = "", fraction = ""] =
    /(?:UTC|GMT)\s?([+-]\d{1,2})(?:[:.]?(\d\d)|\.(\d))?(?!\d)/i.exec(name) ?? []
  const minutePart = fraction === "" ? minutes.padStart(2, "0") : String(Number(fraction) * 6).padStart(2, "0")
  const isZero = hours === undefined && /\((?:UTC|GMT)\)/i.test(name)
  const offset =
    hours === undefined ? (isZero ? 0 : null) : readOffset(`${hours[0]}${hours.slice(1).padStart(2, "0")}${minutePart}`)
  const places = name.replace(/\([^)]*\)/g, "").split(/[,:;/]| - /)
  for (const place of places.map((each) => each.trim()).filter((each) => each !== "")) {
    const zone = windowsZone(`${place.replace(/ time$/i, "")} Standard Time`) ?? cityZone(place)
    if (zone && (offset === null || standardOffset(zone) === offset)) return zone
  }
  return offset === null ? null : fixedZone(offset)
}

let cities: ReadonlyMap<string, string> | null = null

function cityZone(place: string): Zone | null {
  cities ??= new Map(
    Intl.supportedValuesOf("timeZone").map((name) => [foldName(name.slice(name.lastIndexOf("/") + 1)), name]),
  )
  const iana = cities.get(foldName(place))
  return iana === undefined ? null : ianaZone(iana)
}

function foldName(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").replaceAll(" ", "_").toLowerCase()
}

function standardOffset(zone: Zone): number {
  return Math.min(...[0, 6].map((month) => Date.UTC(2027, month, 1) - zone(Date.UTC(2027, month, 1))))
}

function definedZone(component: Component | undefined, { from, to }: { from: number; to: number }): Zone | null {
  if (!component) return null
  const location = propertyText(component, "X-LIC-LOCATION")
  const located = location === null ? null : findNamedZone(location)
  if (located) return located
  const changes: { at: number; offset: number; before: number }[] = []
  for (const observance of component.components) {
    const start = readMoment(propertyText(observance, "DTSTART") ?? "")
    const offset = readOffset(propertyText(observance, "TZOFFSETTO") ?? "")
    const before = readOffset(propertyText(observance, "TZOFFSETFROM") ?? "") ?? offset
    if (!start || offset === null || before === null) continue
    for (const at of listChanges(observance, { start: start.wall, before, from, to }))
      changes.push({ at, offset, before })
  }
  changes.sort((one, other) => one.at - other.at)
  const [first] = changes
  if (!first) return null
  const lastChange = (wall: number) =>
    changes.findLast(({ at, offset, before }) => at + Math.max(0, offset - before) <= wall)
  return (wall) => wall - (lastChange(wall)?.offset ?? first.before)
}

/** Other rules could loop almost forever; clocks change twice a year. */
const YEARLY_CHANGE =
  /^FREQ=YEARLY(?:;(?:BYMONTH=\d+|BYDAY=[+-]?\d?[A-Z]{2}|BYMONTHDAY=[\d,-]+|INTERVAL=1|WKST=[A-Z]{2}))*$/

function listChanges(
  observance: Component,
  { start, before, from, to }: { start: number; before: number; from: number; to: number },
): number[] {
  const changes = [start]
  for (const { name, rest } of observance.lines) {
    const { value } = splitValue(rest)
    if (name === "RDATE")
      for (const each of value.split(",")) {
        const at = readMoment(each)
        if (at) changes.push(at.wall)
      }
    const rule = name === "RRULE" ? readRule(value) : null
    if (!rule || !YEARLY_CHANGE.test(rule.parts)) continue
    const until = untilWall(rule.until, before)
    const end = until !== null && until < from ? until : to
    try {
      changes.push(...listRepetitions({ rule, start, until, from: Math.min(from, end) - 800 * DAY_MS, to: end }))
    } catch {
      continue
    }
  }
  return changes
}

function untilWall(text: string | null, before: number): number | null {
  const moment = text === null ? null : readMoment(text)
  if (!moment) return null
  if (moment.kind === "date") return moment.wall + DAY_MS - 1
  return moment.wall + (moment.offset === null ? 0 : before - moment.offset)
}

function propertyText(component: Component, property: string): string | null {
  const line = component.lines.find(({ name }) => name === property)
  return line ? splitValue(line.rest).value : null
}

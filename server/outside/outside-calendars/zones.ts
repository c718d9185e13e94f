import { WINDOWS_TO_IANA_MAP } from "windows-iana"
import { type Component, splitValue } from "./components.ts"
import { DAY_MS, readMoment, readOffset } from "./moments.ts"
import { readRule, repeat } from "./recurrence.ts"

/** The instant at which the clocks of a zone show something; both in milliseconds. */
export type Zone = (wall: number) => number

export const fixedZone =
  (offset: number): Zone =>
  (wall) =>
    wall - offset

const formats = new Map<string, Intl.DateTimeFormat | null>()

/** A file names a zone or two; strange names are not remembered beyond these. */
const MAX_ZONES = 1_000

function formatOf(zone: string): Intl.DateTimeFormat | null {
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

/** A zone of the IANA's database, by its exact name. */
function ianaZone(name: string): Zone | null {
  const format = formatOf(name)
  if (!format) return null
  // Formatting is slow, and a file may hold a hundred thousand hours.
  const offsets = new Map<number, number>()
  const offset = (instant: number) => {
    const quarter = Math.floor(instant / QUARTER_MS)
    const cached = offsets.get(quarter)
    if (cached !== undefined) return cached
    const fresh = offsetAt(format, quarter * QUARTER_MS)
    if (offsets.size < MAX_QUARTERS) offsets.set(quarter, fresh)
    return fresh
  }
  return (wall) => {
    // The offset at that hour as if it were UTC's, then at what that gives.
    const once = wall - offset(wall)
    return wall - offset(once)
  }
}

/** No clock changes between two quarters of an hour. */
const QUARTER_MS = 900_000
const MAX_QUARTERS = 20_000

export const paris = ianaZone("Europe/Paris") ?? fixedZone(3_600_000)

/** The zones that a file speaks of, each looked up once. `defines`: its own VTIMEZONEs. */
export function zonesIn(defines: readonly Component[], window: { from: number; to: number }) {
  const zones = new Map<string, Zone | null>()
  return (name: string): Zone | null => {
    const cached = zones.get(name)
    if (cached !== undefined) return cached
    const defined = (label: string) =>
      defines.find((component) => unquoted(textIn(component, "TZID") ?? "") === unquoted(label))
    // `TZID="local;VALUE=DATE-TIME"` is a parameter that swallowed the next one.
    const [before = ""] = name.split(";")
    const zone =
      wellKnownZone(name) ??
      wellKnownZone(before) ??
      definedZone(defined(name) ?? defined(before), window) ??
      describedZone(name)
    zones.set(name, zone)
    return zone
  }
}

function unquoted(name: string): string {
  return name.replace(/^["'\s]+|["'\s]+$/g, "")
}

/** Finds IANA's or Windows' name, or as programs write those: "/mozilla.org/20050126_1/Europe/Berlin", "tzone://Microsoft/Utc". */
function wellKnownZone(name: string): Zone | null {
  const plain = unquoted(name)
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

/** Letters that the IANA's database lacks, or that ICU takes for another continent's ("BST" for Dhaka's). */
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

/**
 * Reads what a program shows to people: "(UTC+01:00) Brussels, Copenhagen, Madrid, Paris", "Pacific Time (US & Canada)",
 * "GMT+1". Its cities say when its clocks change; the offset alone does not.
 */
function describedZone(name: string): Zone | null {
  const [, hours, minutes = "", share = ""] =
    /(?:UTC|GMT)\s?([+-]\d{1,2})(?:[:.]?(\d\d)|\.(\d))?(?!\d)/i.exec(name) ?? []
  // "UTC+5.5" is half past.
  const past = share === "" ? minutes.padStart(2, "0") : String(Number(share) * 6).padStart(2, "0")
  const isZero = hours === undefined && /\((?:UTC|GMT)\)/i.test(name)
  const offset =
    hours === undefined ? (isZero ? 0 : null) : readOffset(`${hours[0]}${hours.slice(1).padStart(2, "0")}${past}`)
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
    Intl.supportedValuesOf("timeZone").map((name) => [folded(name.slice(name.lastIndexOf("/") + 1)), name]),
  )
  const iana = cities.get(folded(place))
  return iana === undefined ? null : ianaZone(iana)
}

function folded(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").replaceAll(" ", "_").toLowerCase()
}

/** The lesser of winter's and summer's. */
function standardOffset(zone: Zone): number {
  return Math.min(...[0, 6].map((month) => Date.UTC(2027, month, 1) - zone(Date.UTC(2027, month, 1))))
}

/** As the file itself defines it: since when its clocks are how far from UTC. */
function definedZone(component: Component | undefined, { from, to }: { from: number; to: number }): Zone | null {
  if (!component) return null
  const location = textIn(component, "X-LIC-LOCATION")
  const located = location === null ? null : wellKnownZone(location)
  if (located) return located
  const changes: { at: number; offset: number; before: number }[] = []
  for (const observance of component.components) {
    const start = readMoment(textIn(observance, "DTSTART") ?? "")
    const offset = readOffset(textIn(observance, "TZOFFSETTO") ?? "")
    const before = readOffset(textIn(observance, "TZOFFSETFROM") ?? "") ?? offset
    if (!start || offset === null || before === null) continue
    for (const at of changesIn(observance, { start: start.wall, before, from, to }))
      changes.push({ at, offset, before })
  }
  changes.sort((one, other) => one.at - other.at)
  const [first] = changes
  if (!first) return null
  return (wall) => wall - (changes.findLast(({ at }) => at <= wall)?.offset ?? first.before)
}

/** Clocks change twice a year; a rule that says otherwise could take all the time there is. */
const YEARLY_CHANGE =
  /^FREQ=YEARLY(?:;(?:BYMONTH=\d+|BYDAY=[+-]?\d?[A-Z]{2}|BYMONTHDAY=[\d,-]+|INTERVAL=1|WKST=[A-Z]{2}))*$/

function changesIn(
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
    const until = untilIn(rule.until, before)
    // Its last change before it ended counts until another rule begins.
    const end = until !== null && until < from ? until : to
    try {
      changes.push(...repeat({ rule, start, until, from: Math.min(from, end) - 800 * DAY_MS, to: end }))
    } catch {
      continue
    }
  }
  return changes
}

function untilIn(text: string | null, before: number): number | null {
  const moment = text === null ? null : readMoment(text)
  if (!moment) return null
  if (moment.kind === "date") return moment.wall + DAY_MS - 1
  return moment.wall + (moment.offset === null ? 0 : before - moment.offset)
}

function textIn(component: Component, property: string): string | null {
  const line = component.lines.find(({ name }) => name === property)
  return line ? splitValue(line.rest).value : null
}

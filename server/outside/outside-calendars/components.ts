/** One line of a file, unfolded: "DTSTART" and ";TZID=Europe/Paris:20270111T100000". */
export type ContentLine = { name: string; rest: string }

export type Component = {
  name: string
  lines: ContentLine[]
  components: Component[]
  /** Something in it is no line, or nothing ends it. */
  isDamaged: boolean
}

const CALENDAR = "VCALENDAR"
/** A calendar holds these, and nothing else does. */
const TOP_LEVEL = new Set(["VEVENT", "VTODO", "VJOURNAL", "VFREEBUSY", "VTIMEZONE"])
/** An alarm in an event in a calendar, and some more. */
const MAX_DEPTH = 10

/**
 * The calendars of an iCalendar file (RFC 5545), with how many lines outside of their components make no sense. Null when
 * the file holds none, or ends before its calendar does: a download that broke off would free days.
 */
export function readComponents(text: string): { calendars: Component[]; strayLines: number } | null {
  const calendars: Component[] = []
  let open: Component[] = []
  let strayLines = 0
  const markDamage = () => {
    const component = open.find(({ name }) => name !== CALENDAR)
    if (component) component.isDamaged = true
    else strayLines++
  }
  for (const line of unfold(text)) {
    const [, edge, label = ""] = /^(BEGIN|END):\s*([\w-]+)$/i.exec(line) ?? []
    const name = label.toUpperCase()
    if (edge === undefined) {
      const [, property, rest = ""] = /^([\w.-]+)([;:].*)$/.exec(line) ?? []
      const component = open.at(-1)
      if (property !== undefined && component) component.lines.push({ name: property.toUpperCase(), rest })
      else markDamage()
    } else if (edge.toUpperCase() === "END") {
      const depth = open.findLastIndex((component) => component.name === name)
      if (depth !== open.length - 1) markDamage()
      if (depth >= 0) open = open.slice(0, depth)
    } else {
      const depth = name === CALENDAR ? 0 : TOP_LEVEL.has(name) ? 1 : open.length
      if (depth < open.length || depth > MAX_DEPTH) markDamage()
      if (depth > MAX_DEPTH) continue
      open = open.slice(0, depth)
      const component = { name, lines: [], components: [], isDamaged: false }
      const parent = name === CALENDAR ? null : (open.at(-1) ?? calendars.at(-1))
      if (parent) parent.components.push(component)
      else if (name === CALENDAR) calendars.push(component)
      if (parent || name === CALENDAR) open.push(component)
    }
  }
  return calendars.length === 0 || open.length > 0 ? null : { calendars, strayLines }
}

function unfold(text: string): string[] {
  return text
    .replace(/^\uFEFF/, "")
    .replace(/\r+\n?/g, "\n")
    .replace(/\n[ \t]/g, "")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
}

/** Limits of the search for a value, which is quadratic. */
const MAX_PARAMETERS = 1_000
const MAX_COLONS = 12

export type Value = { parameters: ReadonlyMap<string, string>; value: string }

/**
 * A line's parameters and its value. Some programs leave signs in a parameter that begin the value elsewhere, as in
 * `TZID=tzone://Microsoft/Utc:20270111T100000`: the value begins where `isReadable` says so, else behind the first colon.
 */
export function splitValue(rest: string, isReadable: (value: string) => boolean = () => true): Value {
  const colons = [...rest.slice(0, MAX_PARAMETERS).matchAll(/:/g)].map(({ index }) => index).slice(0, MAX_COLONS)
  const outside = colons.filter((at) => (rest.slice(0, at).match(/"/g)?.length ?? 0) % 2 === 0)
  const at = outside.find((each) => isReadable(rest.slice(each + 1).trim())) ?? outside[0] ?? rest.length
  const parameters = new Map<string, string>()
  for (const [, name = "", quoted, plain = ""] of rest.slice(0, at).matchAll(/;([\w-]+)=(?:"([^"]*)"|([^;]*))/g))
    parameters.set(name.toUpperCase(), (quoted ?? plain).trim())
  return { parameters, value: rest.slice(at + 1).trim() }
}

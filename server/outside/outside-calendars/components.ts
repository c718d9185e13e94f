export type ContentLine = { name: string; rest: string }

export type Component = {
  name: string
  lines: ContentLine[]
  components: Component[]
  /** An unreadable line, or a missing END. */
  isDamaged: boolean
}

const CALENDAR = "VCALENDAR"
const TOP_LEVEL = new Set(["VEVENT", "VTODO", "VJOURNAL", "VFREEBUSY", "VTIMEZONE"])
const MAX_DEPTH = 10

/** null when truncated: a broken download would free booked days. */
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

/** Limits, because the search for a value is quadratic. */
const MAX_PARAMETERS = 1_000
const MAX_COLONS = 12

type Value = { parameters: ReadonlyMap<string, string>; value: string }

/**
 * Some programs write unquoted colons in parameters, as in `TZID=tzone://Microsoft/Utc:…`, so `isReadable` finds the
 * value.
 */
export function splitValue(rest: string, isReadable: (value: string) => boolean = () => true): Value {
  const colons = [...rest.slice(0, MAX_PARAMETERS).matchAll(/:/g)].map(({ index }) => index).slice(0, MAX_COLONS)
  const unquotedColons = colons.filter((at) => (rest.slice(0, at).match(/"/g)?.length ?? 0) % 2 === 0)
  const at = unquotedColons.find((each) => isReadable(rest.slice(each + 1).trim())) ?? unquotedColons[0] ?? rest.length
  const parameters = new Map<string, string>()
  for (const [, name = "", quoted, plain = ""] of rest.slice(0, at).matchAll(/;([\w-]+)=(?:"([^"]*)"|([^;]*))/g))
    parameters.set(name.toUpperCase(), (quoted ?? plain).trim())
  return { parameters, value: rest.slice(at + 1).trim() }
}

import { type DetailField, detailFields, fieldOf } from "./detail-fields.ts"
import { type Names, daysBefore, empty } from "./detail-values.ts"

/** A line of what an act changed. `before` is absent when the record only says what is so since. */
export type DetailLine = { label: string; before?: string; after: string }

type Fields = Readonly<Record<string, unknown>>

/** What is told in a way of its own, or by the lines that it makes. */
const apart = new Set(["removed", "changed", "before", "after"])

/** What an act's record says, as lines: before and after, else one value each. Ids are told by their names, or left out. */
export function detailLines(details: Fields, names: Names = {}): DetailLine[] {
  return [...changes(details, names), ...values(details, names), ...removals(details)]
}

function changes({ before, after, changed }: Fields, names: Names): DetailLine[] {
  if (isFields(after)) return comparison(isFields(before) ? before : null, after, names)
  const lines: DetailLine[] = []
  if (Array.isArray(changed)) {
    const labels = changed.flatMap((name) => fieldOf(String(name))?.label ?? [])
    if (labels.length > 0) lines.push({ label: "Champs modifiés", after: labels.join(", ") })
  }
  if (isFields(before))
    lines.push(...values(before, names).map(({ label, after: was }) => ({ label: `${label}, avant`, after: was })))
  else if (Array.isArray(before)) lines.push({ label: "Avant", after: daysBefore(before) })
  return lines
}

function comparison(before: Fields | null, after: Fields, names: Names): DetailLine[] {
  return inOrder(after).flatMap(([name, value]): DetailLine[] => {
    const field = fieldOf(name)
    const now = field?.say(value, names) ?? null
    if (!field || now === null) return []
    return [{ label: field.label, ...(before ? { before: field.say(before[name], names) ?? empty } : {}), after: now }]
  })
}

function values(details: Fields, names: Names): DetailLine[] {
  return inOrder(details).flatMap(([name, value]): DetailLine[] => {
    const field: DetailField | null = apart.has(name) || value === undefined ? null : fieldOf(name)
    const words = field && !isVersionOfRow(name, value) ? field.say(value, names) : null
    return field && words !== null ? [{ label: field.label, after: words }] : []
  })
}

const places = new Map(Object.keys(detailFields).map((name, place) => [name, place]))

/** In the order of `detailFields`: the database keeps none. */
function inOrder(fields: Fields): [string, unknown][] {
  return Object.entries(fields).toSorted(([a], [b]) => (places.get(a) ?? 0) - (places.get(b) ?? 0))
}

/** The instant by which a form knows its row again; the version of a text is a number. */
function isVersionOfRow(name: string, value: unknown): boolean {
  return name === "version" && typeof value === "string" && !Number.isNaN(Date.parse(value)) && value.includes("T")
}

function removals({ removed }: Fields): DetailLine[] {
  if (!Array.isArray(removed)) return []
  const names = removed.flatMap((entry) => {
    const row = isFields(entry) && isFields(entry["row"]) ? entry["row"] : {}
    return ["name", "question", "author", "title", "caption"]
      .flatMap((name) => (typeof row[name] === "string" && row[name] !== "" ? [row[name]] : []))
      .slice(0, 1)
  })
  const after =
    names.length > 0 ? names.toReversed().join(", ") : `${removed.length} élément${removed.length > 1 ? "s" : ""}`
  return [{ label: "Supprimé", after }]
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}

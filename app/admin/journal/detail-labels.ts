import { type DetailField, detailFields, detailField } from "./detail-fields.ts"
import { type Names, closedDaysText, emptyLabel } from "./detail-values.ts"

/** `before` is absent when only the new value was recorded. */
export type DetailLine = { label: string; before?: string; after: string }

type Fields = Readonly<Record<string, unknown>>

const separateFields = new Set(["removed", "changed", "before", "after"])

/** Ids are replaced by names, or omitted when the name is gone. */
export function detailLines(details: Fields, names: Names = {}): DetailLine[] {
  return [...changes(details, names), ...values(details, names), ...removals(details)]
}

function changes({ before, after, changed }: Fields, names: Names): DetailLine[] {
  if (isFields(after)) return comparison(isFields(before) ? before : null, after, names)
  const lines: DetailLine[] = []
  if (Array.isArray(changed)) {
    const labels = changed.flatMap((name) => detailField(String(name))?.label ?? [])
    if (labels.length > 0) lines.push({ label: "Champs modifiés", after: labels.join(", ") })
  }
  if (isFields(before))
    lines.push(...values(before, names).map(({ label, after: text }) => ({ label: `${label}, avant`, after: text })))
  else if (Array.isArray(before)) lines.push({ label: "Avant", after: closedDaysText(before) })
  return lines
}

function comparison(before: Fields | null, after: Fields, names: Names): DetailLine[] {
  return inFieldOrder(after).flatMap(([name, value]): DetailLine[] => {
    const field = detailField(name)
    const afterText = field?.format(value, names) ?? null
    if (!field || afterText === null) return []
    return [
      {
        label: field.label,
        ...(before ? { before: field.format(before[name], names) ?? emptyLabel } : {}),
        after: afterText,
      },
    ]
  })
}

function values(details: Fields, names: Names): DetailLine[] {
  return inFieldOrder(details).flatMap(([name, value]): DetailLine[] => {
    const field: DetailField | null = separateFields.has(name) || value === undefined ? null : detailField(name)
    const text = field && !isRowVersion(name, value) ? field.format(value, names) : null
    return field && text !== null ? [{ label: field.label, after: text }] : []
  })
}

const positions = new Map(Object.keys(detailFields).map((name, position) => [name, position]))

/** The database does not keep the order of keys. */
function inFieldOrder(fields: Fields): [string, unknown][] {
  return Object.entries(fields).toSorted(([a], [b]) => (positions.get(a) ?? 0) - (positions.get(b) ?? 0))
}

/** A row's version is an instant, which says nothing to a reader; a text's version is a number. */
function isRowVersion(name: string, value: unknown): boolean {
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

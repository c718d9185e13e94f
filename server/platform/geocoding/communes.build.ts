import { createHash } from "node:crypto"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { kindByLetter, endMarker, latitudeShift, longitudeShift, type CommuneKind } from "./communes.ts"

/** Run by hand: `node server/platform/geocoding/communes.build.ts communes.csv`. */

type ParsedTown = { name: string; postcodes: string; lat: number; lng: number; kind: CommuneKind }

type Row = { insee: string; name: string; postcodes: string; lat: string; lng: string; nature: string }

const letterOfNature: Record<string, string> = { commune: "", deleguee: "d", associee: "a", arrondissement: "r" }

export function compactCommunes(csv: string): string {
  const rows = csv.trim().split(/\r?\n/).slice(1).map(readRow)
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const place = `=${departmentOf(row.insee)} ${row.postcodes}`
    groups.set(place, [...(groups.get(place) ?? []), row])
  }
  const lines = [...groups]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([place, towns]) => [place, ...towns.map(formatLine)])
  return [...header(rows), ...lines].join("\n") + endMarker
}

export function fingerprint(towns: readonly ParsedTown[]): string {
  const lines = towns.map(({ name, postcodes, lat, lng, kind }) =>
    [name, postcodes, lat.toFixed(4), lng.toFixed(4), kind].join(";"),
  )
  return createHash("sha256").update(lines.sort().join("\n")).digest("hex")
}

function header(rows: Row[]): string[] {
  return [
    "# Communes of France with their postcodes and the centre of their outline (WGS 84).",
    "# Sources: INSEE, Code officiel géographique 2026; IGN, Admin Express COG 2018. Both under Licence Ouverte",
    "# (https://www.etalab.gouv.fr/licence-ouverte-open-licence/).",
    `# ${rows.length} communes, delegated and associated communes and municipal arrondissements.`,
    `# Fingerprint: ${fingerprint(rows.map(toTown))}`,
    '# Made by communes.build.ts: do not edit. A line in "=" gives a département and its postcodes; each line after it',
    "# is a town that has them: four base-36 digits for (latitude + 30) x 10 000, four for (longitude + 64) x 10 000,",
    "# then d for a delegated commune, a for an associated one, r for an arrondissement, nothing for a commune, then",
    "# the name.",
  ]
}

function readRow(text: string): Row {
  const [insee = "", name = "", postcodes = "", lat = "", lng = "", nature = "", ...more] = text.split(",")
  const isValid =
    /^\d[\dAB]\d{3}$/.test(insee) &&
    /^[A-ZÀ-ÖØ-ÞŒŸ]/.test(name) &&
    /^\d{5}(?: \d{5})*$/.test(postcodes) &&
    [lat, lng].every((degrees) => /^-?\d+\.\d{4}$/.test(degrees)) &&
    nature in letterOfNature &&
    more.length === 0
  if (!isValid) throw new Error(`Not a commune: ${text}`)
  return { insee, name, postcodes, lat, lng, nature }
}

function toTown({ name, postcodes, lat, lng, nature }: Row): ParsedTown {
  const kind = kindByLetter[letterOfNature[nature] ?? ""] ?? "commune"
  return { name, postcodes, lat: Number(lat), lng: Number(lng), kind }
}

function formatLine(row: Row): string {
  const letter = letterOfNature[row.nature] ?? ""
  return encodeDegrees(row.lat, latitudeShift) + encodeDegrees(row.lng, longitudeShift) + letter + row.name
}

function encodeDegrees(degrees: string, shift: number): string {
  const text = Math.round((Number(degrees) + shift) * 10_000)
    .toString(36)
    .padStart(4, "0")
  if (text.length !== 4 || text.startsWith("-")) throw new Error(`Out of France: ${degrees}`)
  return text
}

function departmentOf(insee: string): string {
  return insee.startsWith("97") ? insee.slice(0, 3) : insee.slice(0, 2)
}

if (import.meta.main) {
  const [source] = process.argv.slice(2)
  if (!source) throw new Error("Usage: node server/platform/geocoding/communes.build.ts path/to/communes.csv")
  const target = join(import.meta.dirname, "communes.data.txt")
  writeFileSync(target, compactCommunes(readFileSync(source, "utf8")))
  process.stdout.write(`Written: ${target}\n`)
}

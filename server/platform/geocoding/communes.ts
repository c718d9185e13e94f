import { existsSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { townKey, townWords, withoutArticle } from "./town-name.ts"

export type CommuneKind = "commune" | "delegated" | "associated" | "district"

export type Commune = {
  name: string
  kind: CommuneKind
  department: string
  postcodes: readonly string[]
  lat: number
  lng: number
  city: string
  words: string
  bareWords: string
  key: string
}

export type Communes = {
  findByPostcode(postcode: string): Commune[]
  findByDepartment(department: string): Commune[]
  findByKey(key: string): readonly Commune[]
  all(): readonly Commune[]
  postcodes: readonly string[]
}

type Group = { department: string; postcodes: readonly string[]; lines: string; towns?: Commune[] }

export const kindByLetter: Record<string, CommuneKind> = { d: "delegated", a: "associated", r: "district" }

/** Make coordinates positive. */
export const latitudeShift = 30
export const longitudeShift = 64

export const endMarker = "\n# End\n"

const dataFile = "communes.data.txt"

/** Throws when the file is missing or truncated. */
export function loadCommunes(path: string = findCommunesFile(dirname(fileURLToPath(import.meta.url)))): Communes {
  return openCommunes(readFileSync(path, "utf8"))
}

/** A bundle carries code only, so parent folders are searched. */
export function findCommunesFile(folder: string): string {
  const sameFolder = join(folder, dataFile)
  if (existsSync(sameFolder)) return sameFolder
  for (let parent = folder; parent !== dirname(parent); parent = dirname(parent)) {
    const candidate = join(parent, "server", "platform", "geocoding", dataFile)
    if (existsSync(candidate)) return candidate
  }
  throw new Error(
    `The communes of France (${dataFile}) are neither in ${folder} nor in server/platform/geocoding above it`,
  )
}

export function openCommunes(text: string): Communes {
  if (!text.endsWith(endMarker)) throw new Error("The file of communes is damaged: its end is missing")
  const groups = text.slice(0, -endMarker.length).split("\n=").slice(1).map(readGroup)
  const byPostcode = Map.groupBy(
    groups.flatMap((group) => group.postcodes.map((postcode) => ({ postcode, group }))),
    ({ postcode }) => postcode,
  )
  const byDepartment = Map.groupBy(groups, ({ department }) => department)
  let all: Commune[] | undefined
  let byKey: Map<string, Commune[]> | undefined
  const allTowns = () => (all ??= groups.flatMap(parseTowns))
  const findGroups = (postcode: string) => (byPostcode.get(postcode) ?? []).map(({ group }) => group)
  return {
    findByPostcode: (postcode) => withoutDividedCities(findGroups(postcode).flatMap(parseTowns)),
    findByDepartment: (department) => (byDepartment.get(department) ?? []).flatMap(parseTowns),
    findByKey: (key) => (byKey ??= Map.groupBy(allTowns(), (commune) => commune.key)).get(key) ?? [],
    all: allTowns,
    postcodes: [...byPostcode.keys()].sort(),
  }
}

function readGroup(text: string): Group {
  const end = text.indexOf("\n")
  const [department = "", ...postcodes] = text.slice(0, end).split(" ")
  return { department, postcodes, lines: text.slice(end + 1) }
}

function parseTowns(group: Group): Commune[] {
  return (group.towns ??= group.lines.split("\n").map((line) => readTown(line, group)))
}

function readTown(line: string, { department, postcodes }: Group): Commune {
  const codedKind = kindByLetter[line[8] ?? ""]
  const name = line.slice(codedKind ? 9 : 8)
  const kind = codedKind ?? "commune"
  const words = townWords(name)
  return {
    name,
    kind,
    department,
    postcodes,
    lat: decodeDegrees(line.slice(0, 4), latitudeShift),
    lng: decodeDegrees(line.slice(4, 8), longitudeShift),
    city: kind === "district" ? name.slice(0, name.indexOf(" ")) : name,
    words,
    bareWords: withoutArticle(words),
    key: townKey(words),
  }
}

/** Subtracts whole ten-thousandths first, so that decimals stay exact. */
function decodeDegrees(digits: string, shift: number): number {
  return (Number.parseInt(digits, 36) - shift * 10_000) / 10_000
}

function withoutDividedCities(towns: Commune[]): Commune[] {
  const divided = towns.filter(({ kind }) => kind === "district").map(({ city }) => city)
  return divided.length === 0 ? towns : towns.filter(({ kind, name }) => kind === "district" || !divided.includes(name))
}

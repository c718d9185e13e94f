import { existsSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { townKey, townWords, withoutArticle } from "./town-name.ts"

/** "district" is a municipal arrondissement of Paris, Lyon or Marseille; the former communes keep their names. */
export type CommuneKind = "commune" | "delegated" | "associated" | "district"

/** A town of France with the centre of its outline in degrees (WGS 84, 4 decimals). */
export type Commune = {
  name: string
  kind: CommuneKind
  /** As in the INSEE code: "01", "2A", "974". Not always that of the postcode. */
  department: string
  postcodes: readonly string[]
  lat: number
  lng: number
  /** What an envelope bears: "Lyon" for "Lyon 2e Arrondissement", else the name. */
  city: string
  /** See `townWords`, `withoutArticle` and `townKey`. */
  words: string
  bareWords: string
  key: string
}

/** Every commune, and the ways by which one is looked for. */
export type Communes = {
  /** A city that has arrondissements is left out here: each of its postcodes belongs to an arrondissement. */
  ofPostcode(postcode: string): Commune[]
  ofDepartment(department: string): Commune[]
  /** Those whose name comes to this key, anywhere in France. */
  named(key: string): readonly Commune[]
  all(): readonly Commune[]
  postcodes: readonly string[]
}

/** The towns of one département that have exactly the same postcodes, read only when one of them is looked for. */
type Group = { department: string; postcodes: readonly string[]; lines: string; towns?: Commune[] }

/** How the file marks what is not a plain commune. */
export const kindLetters: Record<string, CommuneKind> = { d: "delegated", a: "associated", r: "district" }

/** Shifts that make every French latitude and longitude positive, and fit four base-36 digits in 1/10 000°. */
export const latitudeShift = 30
export const longitudeShift = 64

/** Proves that the file is whole. */
export const lastLine = "\n# End\n"

const dataFile = "communes.data.txt"

/**
 * Opens the communes shipped with the product, or those of `path`, in a few milliseconds: names are read when they
 * are looked for (all of them, some 60 ms once, for a search without postcode). Throws when the file is missing or
 * cut short, which is a faulty installation.
 */
export function loadCommunes(path: string = findCommunesFile(dirname(fileURLToPath(import.meta.url)))): Communes {
  return openCommunes(readFileSync(path, "utf8"))
}

/**
 * The data file as seen from a folder of the product: beside the source, or under `server/platform/geocoding` in any folder
 * above, because a bundle (`build/server/…`) carries code only. The working directory plays no part.
 */
export function findCommunesFile(folder: string): string {
  const beside = join(folder, dataFile)
  if (existsSync(beside)) return beside
  for (let above = folder; above !== dirname(above); above = dirname(above)) {
    const candidate = join(above, "server", "platform", "geocoding", dataFile)
    if (existsSync(candidate)) return candidate
  }
  throw new Error(
    `The communes of France (${dataFile}) are neither in ${folder} nor in server/platform/geocoding above it`,
  )
}

/** The format is told in the head of the file itself, which `communes.build.ts` writes. */
export function openCommunes(text: string): Communes {
  if (!text.endsWith(lastLine)) throw new Error("The file of communes is damaged: its end is missing")
  const groups = text.slice(0, -lastLine.length).split("\n=").slice(1).map(readGroup)
  const byPostcode = Map.groupBy(
    groups.flatMap((group) => group.postcodes.map((postcode) => ({ postcode, group }))),
    ({ postcode }) => postcode,
  )
  const byDepartment = Map.groupBy(groups, ({ department }) => department)
  let all: Commune[] | undefined
  let byKey: Map<string, Commune[]> | undefined
  const allTowns = () => (all ??= groups.flatMap(townsOf))
  const groupsOf = (postcode: string) => (byPostcode.get(postcode) ?? []).map(({ group }) => group)
  return {
    ofPostcode: (postcode) => withoutDividedCities(groupsOf(postcode).flatMap(townsOf)),
    ofDepartment: (department) => (byDepartment.get(department) ?? []).flatMap(townsOf),
    named: (key) => (byKey ??= Map.groupBy(allTowns(), (commune) => commune.key)).get(key) ?? [],
    all: allTowns,
    postcodes: [...byPostcode.keys()].sort(),
  }
}

function readGroup(text: string): Group {
  const end = text.indexOf("\n")
  const [department = "", ...postcodes] = text.slice(0, end).split(" ")
  return { department, postcodes, lines: text.slice(end + 1) }
}

function townsOf(group: Group): Commune[] {
  return (group.towns ??= group.lines.split("\n").map((line) => readTown(line, group)))
}

function readTown(line: string, { department, postcodes }: Group): Commune {
  const letter = kindLetters[line[8] ?? ""]
  const name = line.slice(letter ? 9 : 8)
  const kind = letter ?? "commune"
  const words = townWords(name)
  return {
    name,
    kind,
    department,
    postcodes,
    lat: degrees(line.slice(0, 4), latitudeShift),
    lng: degrees(line.slice(4, 8), longitudeShift),
    city: kind === "district" ? name.slice(0, name.indexOf(" ")) : name,
    words,
    bareWords: withoutArticle(words),
    key: townKey(words),
  }
}

/** Whole ten-thousandths are subtracted before dividing, so that the decimals come back exactly as published. */
function degrees(digits: string, shift: number): number {
  return (Number.parseInt(digits, 36) - shift * 10_000) / 10_000
}

function withoutDividedCities(towns: Commune[]): Commune[] {
  const divided = towns.filter(({ kind }) => kind === "district").map(({ city }) => city)
  return divided.length === 0 ? towns : towns.filter(({ kind, name }) => kind === "district" || !divided.includes(name))
}

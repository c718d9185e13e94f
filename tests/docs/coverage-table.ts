/** One line of docs/coverage.md: what the specification says, who does it, what would fail without it. */
export interface Row {
  readonly id: string
  readonly says: string
  readonly doneBy: string
  readonly heldBy: string
}

/** What the table is compared with; a test may make one up. */
export interface Project {
  exists(file: string): boolean
  /** What a file says, without its comments. */
  textOf(file: string): string
  /** The names of a test file's tests; a name that is put together ends in "…" where the first part ends. */
  testsIn(file: string): readonly string[]
  /** The site map, as "/product/{id}". */
  readonly routes: readonly string[]
  /** "bookings.total": every column that the code and the migrations both have. */
  readonly columns: ReadonlySet<string>
}

const line = /^\|\s*`([^`]+)`\s*\|(.*)\|(.*)\|(.*)\|\s*$/
const idShape = /^[REVMKSPC]-[a-z0-9]+(-[a-z0-9]+)*$/
const notYet = /^pas encore \(.+\)$/
const files = /^`[^`]+`(, `[^`]+`)*$/
const tests = /^`[^`]+` › "[^"]+"(; `[^`]+` › "[^"]+")*$/
/** Nothing but the text, or but the table, is held: by the comparison made here. */
const [wordingOnly, columnsOnly] = ["wording only", "columns only"]

export function readRows(markdown: string): Row[] {
  return markdown.split("\n").flatMap((text) => {
    const [, id = "", says = "", doneBy = "", heldBy = ""] = line.exec(text) ?? []
    return id === "" ? [] : [{ id, says: says.trim(), doneBy: doneBy.trim(), heldBy: heldBy.trim() }]
  })
}

/** Everything in which the table is not true, as "M-x: what is wrong". */
export function untruths(rows: readonly Row[], project: Project): string[] {
  const seen = new Set<string>()
  return [
    ...rows.flatMap((row) => {
      const told = [
        ...(seen.has(row.id) ? ["this id is taken already"] : []),
        ...(idShape.test(row.id) ? [] : ["this is no id"]),
        ...shapeProblems(row),
        ...fileProblems(row, project),
        ...testProblems(row, project),
        ...wordingProblems(row, project),
        ...columnProblems(row, project),
        ...claimProblems(row, project),
      ]
      seen.add(row.id)
      return told.map((problem) => `${row.id}: ${problem}`)
    }),
    ...project.routes
      .filter((path) => !rows.some((row) => routesOf(row).some((claimed) => fits(claimed, path))))
      .map((path) => `${path}: the site map has this route, and no row is about it`),
  ]
}

function isDone({ doneBy }: Row): boolean {
  return files.test(doneBy)
}

function shapeProblems(row: Row): string[] {
  if (row.says === "") return ["it says nothing"]
  if (notYet.test(row.doneBy)) return row.heldBy === "" ? [] : ["what is not there yet is held by no test"]
  if (!isDone(row)) return [`“${row.doneBy}” is neither files nor “pas encore (…)”`]
  if (row.heldBy === wordingOnly)
    return quotesOf(row).length > 0 ? [] : ["there is no wording to hold: nothing is quoted"]
  if (row.heldBy === columnsOnly)
    return columnsOf(row).length > 0 ? [] : ["there are no columns to hold: no table is named"]
  return tests.test(row.heldBy) || notYet.test(row.heldBy)
    ? []
    : [`“${row.heldBy}” is neither tests nor “pas encore (…)”`]
}

function fileProblems(row: Row, { exists }: Project): string[] {
  return filesOf(row)
    .filter((file) => !exists(file))
    .map((file) => `there is no file ${file}`)
}

function testProblems(row: Row, { exists, testsIn }: Project): string[] {
  return [...row.heldBy.matchAll(/`([^`]+)` › "([^"]+)"/g)].flatMap(([, file = "", name = ""]) => {
    if (!exists(file)) return [`there is no file ${file}`]
    const found = testsIn(file).some((known) =>
      known.endsWith("…") ? name.startsWith(known.slice(0, -1)) : known === name,
    )
    return found ? [] : [`${file} has no test “${name}”`]
  })
}

/** A text in French quotes is there to the letter, in one of the files that the row names. */
function wordingProblems(row: Row, { exists, textOf }: Project): string[] {
  if (!isDone(row)) return []
  const texts = filesOf(row)
    .filter(exists)
    .map((file) => plain(textOf(file)))
  return quotesOf(row)
    .filter((quote) => !quote.split(/\{[^}]*\}/).every((part) => texts.some((text) => text.includes(plain(part)))))
    .map((quote) => `its files do not say «${quote}»`)
}

function columnProblems(row: Row, { columns }: Project): string[] {
  const missing = isDone(row) ? columnsOf(row).filter((column) => !columns.has(column)) : []
  return missing.map((column) => `there is no column ${column}`)
}

/** A route that is done is in the site map; one that is there says who does it. */
function claimProblems(row: Row, { routes }: Project): string[] {
  return routesOf(row).flatMap((path) => {
    const there = routes.some((known) => fits(path, known))
    if (isDone(row)) return there ? [] : [`the site map has no ${path}`]
    return there ? [`${path} is there: say who does it`] : []
  })
}

/** "/legal/terms" is an address of the route "/legal/{page}". */
function fits(path: string, route: string): boolean {
  const [parts, wanted] = [path.split("/"), route.split("/")]
  return parts.length === wanted.length && wanted.every((want, index) => want === parts[index] || want.startsWith("{"))
}

function filesOf({ doneBy }: Row): string[] {
  return files.test(doneBy) ? [...doneBy.matchAll(/`([^`]+)`/g)].map(([, file = ""]) => file) : []
}

/** The paths with which an R row begins: "`/admin`, `/admin/site-config`: …". */
function routesOf({ id, says }: Row): string[] {
  const [start = ""] = /^(`\/[^`]*`(, )?)+/.exec(says) ?? []
  return id.startsWith("R-") ? [...start.matchAll(/`([^`]+)`/g)].map(([, path = ""]) => path) : []
}

/** "bookings.id" and the others with which a row about a table begins: "`bookings`: `id`, `total`, …". */
function columnsOf({ says }: Row): string[] {
  const [, table, fields = ""] = /^`(\w+)`: ((?:`\w+`(?:, )?)+)/.exec(says) ?? []
  return [...fields.matchAll(/`(\w+)`/g)].map(([, column]) => `${table}.${column}`)
}

function quotesOf({ says }: Row): string[] {
  return [...says.matchAll(/«([^»]+)»/g)].map(([, quote = ""]) => quote)
}

/** Every kind of space is one space: a source may break a line, or write a no-break space in three ways. */
function plain(text: string): string {
  return text.replace(/\\u00a0|\\u202f|&nbsp;/gi, " ").replace(/\s+/g, " ")
}

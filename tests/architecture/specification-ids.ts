import { type ESTree, Visitor, parseSync } from "rolldown/utils"

export interface Sentence {
  readonly id: string
  /** The title of its section: "3. Entities and their fields". */
  readonly section: string
  /** As the specification, or a decision, has it; "…" marks an omission. */
  readonly text: string
}

/** A test that would fail if the id's sentence were not true. */
export interface Holder {
  readonly id: string
  readonly file: string
  readonly test: string
}

export interface NotBuilt {
  readonly id: string
  readonly comesWith: string
}

/** R route or screen, E entity, S state, V validation, P permission, C call, M message, K constant. */
const idShape = /^[REVMKSPC]-[a-z0-9]+(-[a-z0-9]+)*$/
/** Both runners accept this form, Playwright as a tag of its own. */
const named = / ?@([A-Z]-[\w-]+)/g
/** A skipped test holds nothing. */
const testCall = /^(test|it|\w+Test)(\.(?!describe|skip|todo|fixme)\w+)*$/

export function readSentences(markdown: string): Sentence[] {
  let section = ""
  return markdown.split("\n").flatMap((line) => {
    section = /^## (.+)$/.exec(line)?.[1] ?? section
    const [, id, text] = /^- `([^`]+)`: (.+)$/.exec(line) ?? []
    return id && text ? [{ id, section, text }] : []
  })
}

export function readNotBuilt(markdown: string): NotBuilt[] {
  return [...markdown.matchAll(/^- ([^`]+): ((?:`[^`]+`[,\s]*)+)$/gm)].flatMap(([, comesWith = "", ids = ""]) =>
    [...ids.matchAll(/`([^`]+)`/g)].map(([, id = ""]) => ({ id, comesWith })),
  )
}

export function readHolders(file: string, source: string): Holder[] {
  const holders: Holder[] = []
  new Visitor({
    CallExpression({ callee, arguments: [name, options] }) {
      if (!testCall.test(calleeName(callee)) || (name?.type !== "Literal" && name?.type !== "TemplateLiteral")) return
      const written = [name, callee, ...(options?.type === "ObjectExpression" ? [options] : [])]
      const ids = written.flatMap(({ start, end }) => [...source.slice(start, end).matchAll(named)])
      const test = source.slice(name.start + 1, name.end - 1).replace(named, "")
      holders.push(...ids.map(([, id = ""]) => ({ id, file, test })))
    },
  }).visit(parseSync(file, source).program)
  return holders
}

/** "test.each" of test.each([…]). */
function calleeName(callee: ESTree.Expression | ESTree.Super): string {
  if (callee.type === "Identifier") return callee.name
  if (callee.type === "CallExpression") return calleeName(callee.callee)
  if (callee.type !== "MemberExpression" || callee.property.type !== "Identifier") return ""
  return `${calleeName(callee.object)}.${callee.property.name}`
}

/** Each as "R-cart: what is wrong". */
export function disagreements(
  sentences: readonly Sentence[],
  notBuilt: readonly NotBuilt[],
  holders: readonly Holder[],
): string[] {
  const specifiedIds = new Set(sentences.map(({ id }) => id))
  const held = new Set(holders.map(({ id }) => id))
  const listed = new Set(notBuilt.map(({ id }) => id))
  return [
    ...sentences.filter(({ id }) => !idShape.test(id)).map(({ id }) => `${id}: this is no id`),
    ...findRepeated(sentences).map((id) => `${id}: it stands for two sentences`),
    ...[...specifiedIds]
      .filter((id) => !held.has(id) && !listed.has(id))
      .map((id) => `${id}: no test names it, and it is not listed as not yet built`),
    ...findRepeated(notBuilt).map((id) => `${id}: it is listed twice as not yet built`),
    ...[...listed]
      .filter((id) => held.has(id))
      .map((id) => `${id}: it is listed as not yet built, and a test names it`),
    ...[...listed]
      .filter((id) => !specifiedIds.has(id))
      .map((id) => `${id}: it is listed as not yet built, and is no id`),
    ...holders
      .filter(({ id }) => !specifiedIds.has(id))
      .map(({ id, file, test }) => `${id}: there is no such id, and “${test}” in ${file} names it`),
  ]
}

function findRepeated(lines: readonly { id: string }[]): string[] {
  const ids = lines.map(({ id }) => id)
  return ids.filter((id, index) => ids.indexOf(id) !== index)
}

export function coverageTable(
  sentences: readonly Sentence[],
  notBuilt: readonly NotBuilt[],
  holders: readonly Holder[],
  word = "",
): string {
  let section = ""
  const lines = sentences
    .filter(({ id }) => id.includes(word))
    .flatMap((sentence) => {
      const title = sentence.section === section ? [] : ["", sentence.section, ""]
      section = sentence.section
      const tests = holders.filter(({ id }) => id === sentence.id).map(({ file, test }) => `    ${file} › ${test}`)
      const later = notBuilt.filter(({ id }) => id === sentence.id).map((it) => `    not yet built: ${it.comesWith}`)
      return [...title, `${sentence.id}  ${sentence.text}`, ...tests, ...later]
    })
  return `${lines.join("\n").trimStart()}\n`
}

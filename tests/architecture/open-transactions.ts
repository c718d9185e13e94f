import { readFileSync } from "node:fs"
import path from "node:path"
import { parseSync } from "rolldown/utils"

/** A source file, its path from the project's root. */
export type Source = { file: string; text: string }

type Node = { type: string; start: number } & Record<string, unknown>

/**
 * A name that a piece of code mentions, of an object with what it asks of it ("sweep.due"), and with how many arguments
 * it is called; null where it is only named.
 */
type Mention = { name: string; member?: string; given: number | null; start: number }

/** A function of a file, or what one does once a transaction is open. */
type Piece = { file: string; name: string; inTransaction: boolean; mentions: Mention[] }

type Parsed = {
  file: string
  text: string
  /** What a name of this file stands for: a name of that file. */
  imported: ReadonlyMap<string, { file: string; name: string }>
  pieces: Piece[]
  /** Functions whose last parameter is the pool when nothing else is said, and from which number of arguments it is not. */
  poolByDefault: ReadonlyMap<string, number>
}

const database = "server/platform/database.server.ts"
/** What takes a connection of its own. */
const takesConnection = new Set(["db", "pool", "transaction"])

/**
 * Where a transaction that is open waits for a second connection, as "a.ts:12: f → g → db". A dozen of these at once,
 * each with a connection in hand, wait for one another until they give up. A transaction is open in whatever takes a
 * `tx`; names are followed from file to file, so what is handed around as a value or a method is not seen.
 */
export function secondConnections(sources: readonly Source[]): string[] {
  const files = new Map(sources.map((source) => [source.file, parse(source)]))
  const reached = new Map<string, string[] | null>()

  /** By which names a function comes to the pool when it is called from outside a transaction; null when it does not. */
  function wayToPool(file: string, name: string): string[] | null {
    const key = `${file}#${name}`
    const known = reached.get(key)
    if (known !== undefined) return known
    reached.set(key, null)
    const own = files.get(file)?.pieces.filter((piece) => piece.name === name && !piece.inTransaction) ?? []
    const way = own.flatMap((piece) => piece.mentions.map((mention) => wayOf(file, mention))).find((found) => found)
    reached.set(key, way ?? null)
    return way ?? null
  }

  function wayOf(file: string, { name, member, given }: Mention): string[] | null {
    const target = files.get(file)?.imported.get(name) ?? { file, name }
    if (target.file === database) return takesConnection.has(target.name) ? [target.name] : null
    const enough = files.get(target.file)?.poolByDefault.get(target.name)
    if (enough !== undefined && given !== null && given < enough) return [name, "db"]
    const way = wayToPool(target.file, member === undefined ? target.name : `${target.name}.${member}`)
    return way && [member === undefined ? name : `${name}.${member}`, ...way]
  }

  return [...files.values()].flatMap(({ file, text, pieces }) =>
    pieces
      .filter(({ inTransaction }) => inTransaction)
      .flatMap(({ mentions }) =>
        mentions.flatMap((mention) => {
          const way = wayOf(file, mention)
          return way ? [`${file}:${lineOf(text, mention.start)}: ${way.join(" → ")}`] : []
        }),
      ),
  )
}

function parse({ file, text }: Source): Parsed {
  const { module, program, errors } = parseSync(file, text)
  const [problem] = errors
  if (problem) throw new Error(`${file} cannot be parsed: ${problem.message}`)
  const imported = new Map<string, { file: string; name: string }>()
  for (const { moduleRequest, entries } of module.staticImports) {
    if (!moduleRequest.value.startsWith(".")) continue
    const from = path.posix.join(path.posix.dirname(file), moduleRequest.value)
    for (const { importName, localName, isType } of entries)
      if (!isType) imported.set(localName.value, { file: from, name: importName.name ?? "default" })
  }
  const pieces: Piece[] = []
  const poolByDefault = new Map<string, number>()
  for (const statement of (program as unknown as { body: Node[] }).body) {
    const declared = (statement["declaration"] as Node | null | undefined) ?? statement
    for (const [name, node] of named(declared)) {
      const outside: Piece = { file, name, inTransaction: false, mentions: [] }
      pieces.push(outside)
      const parameters = node["params"] as Node[] | undefined
      const pool = parameters?.findIndex(isPoolByDefault) ?? -1
      if (pool >= 0) poolByDefault.set(name, pool + 1)
      walk(node, outside, pieces)
    }
  }
  return { file, text, imported, pieces, poolByDefault }
}

/** The functions and values that a statement declares. */
function named(node: Node): [string, Node][] {
  if (node.type === "FunctionDeclaration") return [[(node["id"] as { name: string }).name, node]]
  if (node.type !== "VariableDeclaration") return []
  return (node["declarations"] as Node[]).flatMap((each): [string, Node][] => {
    const { id, init } = each as unknown as { id: Node & { name?: string }; init: Node | null }
    if (!init || id.name === undefined) return []
    return init.type === "ObjectExpression" ? membersOf(id.name, init) : [[id.name, init]]
  })
}

/** What an object is made of, under the names by which it is asked. */
function membersOf(name: string, object: Node): [string, Node][] {
  return (object["properties"] as Node[]).flatMap((property): [string, Node][] => {
    const { key, value } = property as unknown as { key?: { name?: string; value?: string }; value?: Node }
    const member = key?.name ?? key?.value
    return member !== undefined && value ? [[`${name}.${member}`, value]] : []
  })
}

function isPoolByDefault(parameter: Node): boolean {
  const value = parameter["right"] as (Node & { name?: string }) | undefined
  return parameter.type === "AssignmentPattern" && value?.name === "db"
}

const isFunction = new Set(["FunctionDeclaration", "FunctionExpression", "ArrowFunctionExpression"])
const typesAround = new Set(["TSAsExpression", "TSSatisfiesExpression", "TSNonNullExpression"])
/** Names that stand for nothing outside: `a.name`, `{ name: … }`. */
const labels: Record<string, string> = { MemberExpression: "property", Property: "key", MethodDefinition: "key" }

function walk(node: Node, piece: Piece, pieces: Piece[]): void {
  if (node.type.startsWith("TS") && !typesAround.has(node.type)) return
  const alone = mentioned(node)
  if (alone) {
    piece.mentions.push({ ...alone, given: null })
    return
  }
  let into = piece
  if (isFunction.has(node.type) && !piece.inTransaction && (node["params"] as Node[]).some(takesTransaction)) {
    into = { ...piece, inTransaction: true, mentions: [] }
    pieces.push(into)
  }
  if (node.type === "CallExpression") {
    const given = node["arguments"] as Node[]
    const mention = mentioned(node["callee"] as Node)
    if (mention) {
      into.mentions.push({ ...mention, given: given.length })
      for (const argument of given) walk(argument, into, pieces)
      return
    }
  }
  const label = labels[node.type]
  for (const [key, value] of Object.entries(node)) {
    if (key === label && !node["computed"]) continue
    // `f(executor = db)`: it is the call that says whether the pool is meant.
    if (key === "params")
      for (const parameter of value as Node[]) if (!isPoolByDefault(parameter)) walk(parameter, into, pieces)
    if (key !== "params") for (const child of childrenOf(value)) walk(child, into, pieces)
  }
}

/** `price` or `price.total`; null for anything longer. */
function mentioned(node: Node): Omit<Mention, "given"> | null {
  const { type, start, name, object, property, computed } = node as Node & {
    name?: string
    object?: Node & { name?: string }
    property?: Node & { name?: string }
    computed?: boolean
  }
  if (type === "Identifier" && name !== undefined) return { name, start }
  if (type !== "MemberExpression" || computed || object?.type !== "Identifier" || object.name === undefined) return null
  return { name: object.name, ...(property?.name !== undefined && { member: property.name }), start }
}

function childrenOf(value: unknown): Node[] {
  if (Array.isArray(value)) return value.flatMap(childrenOf)
  return typeof value === "object" && value !== null && "type" in value ? [value as Node] : []
}

function takesTransaction(parameter: Node): boolean {
  const { name, typeAnnotation } = parameter as unknown as { name?: string; typeAnnotation?: { typeAnnotation: Node } }
  const type = typeAnnotation?.typeAnnotation["typeName"] as { name?: string } | undefined
  return name === "tx" || type?.name === "Transaction"
}

function lineOf(text: string, start: number): number {
  return text.slice(0, start).split("\n").length
}

/** Every file that may open a transaction, but for tests: these hold one open and look from outside on purpose. */
export function readSources(files: readonly string[]): Source[] {
  return files
    .filter((file) => !/\.(test|fixture)\.tsx?$/.test(file))
    .map((file) => ({ file, text: readFileSync(file, "utf8") }))
}

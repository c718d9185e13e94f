import { readFileSync } from "node:fs"
import path from "node:path"
import { parseSync } from "rolldown/utils"

type Source = { file: string; text: string }

type Node = { type: string; start: number } & Record<string, unknown>

/** Includes the member of an object ("sweep.due"); `argumentCount` is null where the name is not called. */
type Mention = { name: string; member?: string; argumentCount: number | null; start: number }

type Piece = { file: string; name: string; inTransaction: boolean; mentions: Mention[] }

type Parsed = {
  file: string
  text: string
  imported: ReadonlyMap<string, { file: string; name: string }>
  pieces: Piece[]
  /** Functions whose last parameter defaults to the pool, with the number of arguments that replaces it. */
  poolByDefault: ReadonlyMap<string, number>
}

const database = "server/platform/database.server.ts"
const takesConnection = new Set(["db", "pool", "transaction"])

/**
 * Each as "a.ts:12: f → g → db". A dozen such transactions would wait for one another until they time out. Code that
 * receives a `tx` counts as inside one; functions passed as arguments are not followed.
 */
export function secondConnections(sources: readonly Source[]): string[] {
  const files = new Map(sources.map((source) => [source.file, parse(source)]))
  const reached = new Map<string, string[] | null>()

  /** null when the function does not reach the pool from outside a transaction. */
  function wayToPool(file: string, name: string): string[] | null {
    const key = `${file}#${name}`
    const cached = reached.get(key)
    if (cached !== undefined) return cached
    reached.set(key, null)
    const own = files.get(file)?.pieces.filter((piece) => piece.name === name && !piece.inTransaction) ?? []
    const way = own.flatMap((piece) => piece.mentions.map((mention) => wayOf(file, mention))).find((steps) => steps)
    reached.set(key, way ?? null)
    return way ?? null
  }

  function wayOf(file: string, { name, member, argumentCount: passedCount }: Mention): string[] | null {
    const target = files.get(file)?.imported.get(name) ?? { file, name }
    if (target.file === database) return takesConnection.has(target.name) ? [target.name] : null
    const enough = files.get(target.file)?.poolByDefault.get(target.name)
    if (enough !== undefined && passedCount !== null && passedCount < enough) return [name, "db"]
    const way = wayToPool(target.file, member === undefined ? target.name : `${target.name}.${member}`)
    return way && [member === undefined ? name : `${name}.${member}`, ...way]
  }

  return [...files.values()].flatMap(({ file, text, pieces }) =>
    pieces
      .filter(({ inTransaction }) => inTransaction)
      .flatMap(({ mentions }) =>
        mentions.flatMap((mention) => {
          const way = wayOf(file, mention)
          return way ? [`${file}:${lineNumber(text, mention.start)}: ${way.join(" → ")}`] : []
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
    for (const [name, node] of declaredNames(declared)) {
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

function declaredNames(node: Node): [string, Node][] {
  if (node.type === "FunctionDeclaration") return [[(node["id"] as { name: string }).name, node]]
  if (node.type !== "VariableDeclaration") return []
  return (node["declarations"] as Node[]).flatMap((each): [string, Node][] => {
    const { id, init } = each as unknown as { id: Node & { name?: string }; init: Node | null }
    if (!init || id.name === undefined) return []
    return init.type === "ObjectExpression" ? objectMembers(id.name, init) : [[id.name, init]]
  })
}

function objectMembers(name: string, object: Node): [string, Node][] {
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
const labels: Record<string, string> = { MemberExpression: "property", Property: "key", MethodDefinition: "key" }

function walk(node: Node, piece: Piece, pieces: Piece[]): void {
  if (node.type.startsWith("TS") && !typesAround.has(node.type)) return
  const alone = readMention(node)
  if (alone) {
    piece.mentions.push({ ...alone, argumentCount: null })
    return
  }
  let into = piece
  if (isFunction.has(node.type) && !piece.inTransaction && (node["params"] as Node[]).some(takesTransaction)) {
    into = { ...piece, inTransaction: true, mentions: [] }
    pieces.push(into)
  }
  if (node.type === "CallExpression") {
    const args = node["arguments"] as Node[]
    const mention = readMention(node["callee"] as Node)
    if (mention) {
      into.mentions.push({ ...mention, argumentCount: args.length })
      for (const argument of args) walk(argument, into, pieces)
      return
    }
  }
  const label = labels[node.type]
  for (const [key, value] of Object.entries(node)) {
    if (key === label && !node["computed"]) continue
    // `f(executor = db)`: the call decides whether the pool is used.
    if (key === "params")
      for (const parameter of value as Node[]) if (!isPoolByDefault(parameter)) walk(parameter, into, pieces)
    if (key !== "params") for (const child of childNodes(value)) walk(child, into, pieces)
  }
}

/** `price` or `price.total`; null for anything longer. */
function readMention(node: Node): Omit<Mention, "argumentCount"> | null {
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

function childNodes(value: unknown): Node[] {
  if (Array.isArray(value)) return value.flatMap(childNodes)
  return typeof value === "object" && value !== null && "type" in value ? [value as Node] : []
}

function takesTransaction(parameter: Node): boolean {
  const { name, typeAnnotation } = parameter as unknown as { name?: string; typeAnnotation?: { typeAnnotation: Node } }
  const type = typeAnnotation?.typeAnnotation["typeName"] as { name?: string } | undefined
  return name === "tx" || type?.name === "Transaction"
}

function lineNumber(text: string, start: number): number {
  return text.slice(0, start).split("\n").length
}

/** Leaves out tests, which look from outside an open transaction on purpose. */
export function readSources(files: readonly string[]): Source[] {
  return files
    .filter((file) => !/\.(test|fixture)\.tsx?$/.test(file))
    .map((file) => ({ file, text: readFileSync(file, "utf8") }))
}

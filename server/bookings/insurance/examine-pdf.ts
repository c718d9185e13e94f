import { inflateSync } from "node:zlib"
import { PDF } from "@libpdf/core"

/** `mixed`: the body holds another file before or after the PDF. */
export type PdfProblem = "active" | "mixed" | "protected" | "not-readable"

const activeNames = [
  "/JavaScript /JS /AA /XFA /Launch /SubmitForm /ImportData /GoToR /GoToE",
  "/EmbeddedFile /EmbeddedFiles /EF /FileAttachment",
  "/RichMedia /RichMediaContent /RichMediaExecute /Rendition /Movie /Sound /3D /GoTo3DView",
].flatMap((names) => names.split(" "))

const MAX_INFLATED_BYTES = 32 * 1024 * 1024

/** Cross-reference tables may lie, so this reads every possible object. */
export async function examinePdf(body: Uint8Array): Promise<PdfProblem | null> {
  const file = latin1(body)
  if (!/^%PDF-\d\.\d/.test(file)) return "mixed"
  if (!/%%EOF[\0\s]*$/.test(file.slice(-1024))) return file.includes("%%EOF") ? "mixed" : "not-readable"
  if (file.slice(-65_557).includes("PK\u0005\u0006")) return "mixed"
  if (file.includes("/Encrypt")) return "protected"
  const objects = objectsIn(file, body)
  const names = new Set([...objects.map(({ tokens }) => tokens), ...trailersIn(file)].flat())
  if (names.has("/Encrypt")) return "protected"
  if (activeNames.some((name) => names.has(name)) || actsOnOpening(objects)) return "active"
  // Must run after measuring the streams: this library inflates without limit.
  const document = await PDF.load(body)
  return document.getPageCount() > 0 ? null : "not-readable"
}

type PdfObject = { number: number; tokens: string[] }

const blank = String.raw`(?:[\0\t\n\f\r ]|%[^\r\n]*[\r\n])`
const objectStart = new RegExp(String.raw`(?<=(\d+))${blank}+\d+${blank}*obj`, "g")

function objectsIn(file: string, body: Uint8Array): PdfObject[] {
  return [...file.matchAll(objectStart)].flatMap((match) => {
    const { tokens, end } = readObject(file, match.index + match[0].length)
    return [
      { number: Number(match[1]), tokens },
      ...(holdsObjects(tokens) ? objectsInStream(streamAt(file, body, end), tokens) : []),
    ]
  })
}

/** A cross-reference stream may be a decompression bomb. */
function holdsObjects(tokens: readonly string[]): boolean {
  return (
    ["/ObjStm", "/XRef"].some((type) => tokens.includes(type)) || ["/First", "/N"].every((key) => tokens.includes(key))
  )
}

const streamStart = new RegExp(String.raw`${blank}*stream(?:\r\n|\n|\r)?`, "y")

/** Ignores the dictionary's length, which may lie. */
function streamAt(file: string, body: Uint8Array, end: number): Uint8Array | null {
  streamStart.lastIndex = end
  return streamStart.test(file) ? body.subarray(streamStart.lastIndex) : null
}

function objectsInStream(bytes: Uint8Array | null, tokens: readonly string[]): PdfObject[] {
  // An outline has these keys but no stream.
  if (!bytes) return []
  // Viewers disagree about duplicate keys.
  if (["/First", "/Filter", "/Length"].some((key) => tokens.filter((token) => token === key).length > 1))
    throw new Error("A stream of objects has a key twice")
  const isTable = tokens.includes("/XRef") && !tokens.includes("/First")
  const filter = valueIn(tokens, "/Filter").filter((token) => token !== "[" && token !== "]")
  if (isTable && filter.length === 0) return []
  if (filter.join() !== "/FlateDecode") throw new Error("A stream of objects is compressed in an unusual way")
  const text = latin1(inflateSync(bytes, { maxOutputLength: MAX_INFLATED_BYTES }))
  if (isTable) return []
  if (["/DecodeParms", "/DP", "/F"].some((key) => tokens.includes(key)))
    throw new Error("A stream of objects is encoded in an unusual way")
  const first = Number(valueIn(tokens, "/First"))
  if (!Number.isInteger(first)) throw new Error("A stream of objects begins nowhere")
  const pairs = text.slice(0, first).matchAll(/(\d+)\s+(\d+)/g)
  return [...pairs].map(([, number, offset]) => ({
    number: Number(number),
    tokens: readObject(text, first + Number(offset)).tokens,
  }))
}

function valueIn(tokens: readonly string[], key: string): string[] {
  const rest = tokens.slice(tokens.indexOf(key) + 1)
  if (!tokens.includes(key)) return []
  return rest[2] === "R" ? rest.slice(0, 3) : rest.slice(0, endOfValue(rest))
}

function trailersIn(file: string): string[][] {
  return [...file.matchAll(/trailer/g)].map(({ index }) => readValue(file, index + "trailer".length).tokens)
}

function actsOnOpening(objects: readonly PdfObject[]): boolean {
  const onlyGoesToPages = ([first, ...rest]: readonly string[]): boolean => {
    if (first !== "<<") return true
    const types = rest.flatMap((token, index) => (token === "/S" ? [rest[index + 1]] : []))
    return types.length > 0 && types.every((type) => type === "/GoTo")
  }
  return objects.some(({ tokens }) =>
    tokens.some((token, index) => {
      if (token !== "/OpenAction") return false
      const value = tokens.slice(index + 1)
      if (value[2] !== "R") return !onlyGoesToPages(value.slice(0, endOfValue(value)))
      return objects.some((object) => object.number === Number(value[0]) && !onlyGoesToPages(object.tokens))
    }),
  )
}

const tokenPattern =
  /[\0\t\n\f\r ]+|%[^\r\n]*|<<|>>|[[\]{}]|<[^>]*>?|\(|\/[^\0\t\n\f\r ()<>[\]{}/%]*|[^\0\t\n\f\r ()<>[\]{}/%]+|[^]/y

const valueStart = /^([<([/\d.+-]|(true|false|null|endobj)$)/

/** Viewers skip different things before a value: allow nothing. */
function readObject(text: string, start: number): { tokens: string[]; end: number } {
  const value = readValue(text, start)
  if (!valueStart.test(value.tokens[0] ?? "null")) throw new Error("An object does not begin with a value")
  return value
}

/** Decodes names: "/J#61vaScript" is "/JavaScript". */
function readValue(text: string, start: number): { tokens: string[]; end: number } {
  const tokens: string[] = []
  const open: string[] = []
  tokenPattern.lastIndex = start
  for (let match = tokenPattern.exec(text); match; match = tokenPattern.exec(text)) {
    const [token] = match
    if (/^[\0\t\n\f\r %]/.test(token)) continue
    if (token === "(") tokenPattern.lastIndex = endOfString(text, match.index)
    if (depthOf(token) > 0) open.push(token)
    // Some viewers read on after a stray bracket.
    if (depthOf(token) < 0 && open.length > 0 && open.pop() !== (token === "]" ? "[" : "<<"))
      throw new Error("A bracket closes another one")
    tokens.push(
      token.startsWith("/") ? token.replace(/#([\da-f]{2})/gi, (_, code) => latin1([parseInt(code, 16)])) : token,
    )
    if (open.length === 0) break
  }
  return { tokens, end: tokenPattern.lastIndex || text.length }
}

function depthOf(token: string): number {
  if (token === "<<" || token === "[") return 1
  return token === ">>" || token === "]" ? -1 : 0
}

function endOfValue(tokens: readonly string[]): number {
  let depth = 0
  return 1 + tokens.findIndex((token) => (depth += depthOf(token)) <= 0)
}

function endOfString(text: string, start: number): number {
  let depth = 0
  for (let at = start; at < text.length; at++) {
    const sign = text[at]
    if (sign === "\\") at++
    else if (sign === "(") depth++
    else if (sign === ")" && --depth === 0) return at + 1
  }
  return text.length
}

function latin1(bytes: Uint8Array | readonly number[]): string {
  return Buffer.from(bytes).toString("latin1")
}

import { contentSecurityPolicy } from "../security.ts"
import type { Marks, OwnValue, OwnValues } from "./marks.ts"

/** A page that was rendered with marks, cut where they stood. */
export type Template = {
  headersFor(values: OwnValues): [string, string][]
  /** The page of whoever these values are of. */
  pageOf(values: OwnValues): Buffer
  /** What it takes of the memory. */
  bytes(): number
}

/** How often a value has to stand in a page: as text of the frame, and in the data of its scripts. */
export type Places = { isDocument: boolean; inText: Count; inData: Count }
export type Count = Partial<Record<OwnValue, number>>

/** Where a value stands decides how it is written there. */
type Place = "text" | "attribute" | "script" | "data"
type Hole = { value: OwnValue; place: Place }

/** The data of a page, as the router's script has it: a string that holds a line of JSON. */
const dataScript = 'window.__reactRouterContext.streamController.enqueue("'
const nonceAttribute = ' nonce="'

/**
 * Cuts a rendered page, or its data, at the marks; says why where it is not exactly what it has to be. A value that
 * stands once more or once less than expected, or anywhere else, means that the page says something of who reads it that
 * nobody has thought of.
 */
export function templateOf(text: string, headers: Headers, { values }: Marks, places: Places): Template | string {
  const written = new Map(Object.entries(values).map(([name, mark]) => [String(mark), name as OwnValue]))
  if (values.cartLines === 0) written.delete("0")
  const [marksInText, scripts] = [
    new RegExp([...written.keys()].join("|"), "g"),
    places.isDocument ? scriptsOf(text) : [],
  ]
  const pieces: Buffer[] = []
  const holes: Hole[] = []
  let end = 0
  for (const { 0: mark, index } of text.matchAll(marksInText)) {
    const value = written.get(mark)
    const place = value && placeOf(text, { value, index, after: index + mark.length }, places.isDocument, scripts)
    if (!value || !place) return `${value} stands where it is not expected`
    pieces.push(Buffer.from(text.slice(end, index)))
    holes.push({ value, place })
    end = index + mark.length
  }
  const last = Buffer.from(text.slice(end))
  const nonces = places.isDocument ? text.split(nonceAttribute).length - 1 : 0
  const flaw =
    miscounted(holes, ["text"], places.inText) ??
    miscounted(holes, ["script", "data"], places.inData) ??
    miscounted(holes, ["attribute"], nonces > 0 ? { nonce: nonces } : {})
  if (flaw) return flaw

  const policy = headers.get("content-security-policy")
  const shared = [...headers].filter(([name]) => name !== "content-security-policy")
  if (policy !== (places.isDocument ? contentSecurityPolicy(values.nonce) : null)) return "it has another policy"
  if (shared.some(([, value]) => value.search(marksInText) >= 0)) return "a header says who asks"

  return {
    headersFor: ({ nonce }) => [
      ...shared,
      ...(places.isDocument
        ? [["content-security-policy", contentSecurityPolicy(nonce)] satisfies [string, string]]
        : []),
    ],
    pageOf(own) {
      const parts = holes.flatMap(({ value, place }, at) => [
        pieces[at] ?? last,
        Buffer.from(writers[place](own[value])),
      ])
      return Buffer.concat([...parts, last])
    },
    bytes: () => pieces.reduce((sum, { length }) => sum + length, last.length) + 200 * holes.length,
  }
}

type Range = { start: number; end: number }

/** What stands in scripts: from behind the tag that opens one to the one that closes it. */
function scriptsOf(text: string): Range[] {
  return [...text.matchAll(/<script\b[^>]*>/g)].map(({ 0: tag, index }) => {
    const start = index + tag.length
    const end = text.indexOf("</script>", start)
    return { start, end: end < 0 ? text.length : end }
  })
}

/** Null where no value is expected. */
function placeOf(
  text: string,
  { value, index, after }: { value: OwnValue; index: number; after: number },
  isDocument: boolean,
  scripts: readonly Range[],
): Place | null {
  const isBetween = (before: readonly string[], behind: readonly string[]) =>
    before.some((each) => text.endsWith(each, index)) && behind.some((each) => text.startsWith(each, after))
  const isNumber = value === "cartLines" || value === "endsInSeconds"
  if (!isDocument) return (isNumber ? isBetween([","], [",", "]"]) : isBetween(['"'], ['"'])) ? "data" : null
  const script = scripts.find(({ start, end }) => start <= index && index < end)
  if (script) {
    if (!text.startsWith(dataScript, script.start)) return null
    return (isNumber ? isBetween([","], [",", "]"]) : isBetween(['\\"'], ['\\"'])) ? "script" : null
  }
  if (value === "nonce") return isBetween([nonceAttribute], ['"']) ? "attribute" : null
  return isBetween([">", "("], ["<", ")"]) ? "text" : null
}

function miscounted(holes: readonly Hole[], places: readonly Place[], expected: Count): string | null {
  const found: Count = {}
  for (const { value, place } of holes) if (places.includes(place)) found[value] = (found[value] ?? 0) + 1
  const wrong = ([...Object.keys(found), ...Object.keys(expected)] as OwnValue[]).find(
    (value) => (found[value] ?? 0) !== (expected[value] ?? 0),
  )
  return wrong ? `${wrong} stands ${found[wrong] ?? 0} times in its ${places[0]}, not ${expected[wrong] ?? 0}` : null
}

type Written = string | number

/** As React and the router write a value there. */
const writers: Record<Place, (value: Written) => string> = {
  text: (value) => escapedText(String(value)),
  attribute: (value) => escapedText(String(value)),
  data: inJson,
  script: (value) => inJson(inJson(value)).replace(/[&<>\u2028\u2029]/g, unicodeEscape),
}

function inJson(value: Written): string {
  return typeof value === "number" ? String(value) : JSON.stringify(value).slice(1, -1)
}

function escapedText(value: string): string {
  return value.replace(/[&<>"']/g, (sign) => entities[sign] ?? "")
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#x27;",
}

function unicodeEscape(sign: string): string {
  return `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`
}

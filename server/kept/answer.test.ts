import { brotliDecompressSync, gunzipSync } from "node:zlib"
import { expect, test } from "vitest"
import { keptAnswerOf } from "./answer.ts"

const text = "Une guinguette au bord de l’eau. ".repeat(200)
const page = (headers: Record<string, string> = {}) =>
  keptAnswerOf(Buffer.from(text), new Headers({ "content-type": "text/html; charset=utf-8", ...headers }))

function headersOf(head: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    Array.from({ length: head.length / 2 }, (_, index) => [
      (head[index * 2] ?? "").toLowerCase(),
      head[index * 2 + 1] ?? "",
    ]),
  )
}

test.each(["quickly", "thoroughly"] as const)("each encoding says the same, when compressed %s", async (how) => {
  const answer = page()
  await answer.compress(how)
  const bodies = ["br", "gzip", "identity"].map((encoding) => answer.to(encoding, undefined)?.body ?? Buffer.alloc(0))
  const [small = Buffer.alloc(0), zipped = Buffer.alloc(0), whole] = bodies
  expect([brotliDecompressSync(small).toString(), gunzipSync(zipped).toString(), String(whole)]).toEqual([
    text,
    text,
    text,
  ])
  const tags = ["br", "gzip", "identity"].map(
    (encoding) => headersOf(answer.to(encoding, undefined)?.headFor("1") ?? [])["etag"],
  )
  expect(new Set(tags).size).toBe(3)
  const { vary, ...head } = headersOf(answer.to("br", undefined)?.headFor("1") ?? [])
  expect(vary).toBe("Accept-Encoding, Cookie")
  expect(head).toMatchObject({
    "content-encoding": "br",
    "content-length": String(small.length),
    "cache-control": "private, no-cache",
    "x-content-type-options": "nosniff",
  })
})

test("whoever has it already, in whatever encoding, gets 304 with headers and no body", async () => {
  const answer = page()
  const before = headersOf(answer.to(undefined, undefined)?.headFor("1") ?? [])["etag"] ?? ""
  await answer.compress("quickly")
  for (const known of [before, `W/${before}`, `"other", ${before}`, "*"]) {
    const sent = answer.to("br", known)
    expect([known, sent?.status, sent?.body]).toEqual([known, 304, null])
    expect(headersOf(sent?.headFor("1") ?? [])).not.toHaveProperty("content-length")
    expect(headersOf(sent?.headFor("1") ?? [])).not.toHaveProperty("content-encoding")
  }
  expect(answer.to("br", '"another"')?.status).toBe(200)
  expect(answer.to("*;q=0", undefined)).toBeNull()
})

test("an answer that says how long it may be kept goes on saying it, and pictures are not compressed", async () => {
  const picture = keptAnswerOf(
    Buffer.alloc(5_000),
    new Headers({
      "content-type": "image/jpeg",
      "cache-control": "public, max-age=60",
      "content-length": "1",
      etag: '"x"',
    }),
  )
  await picture.compress("quickly")
  const head = headersOf(picture.to("br, gzip", undefined)?.headFor("1") ?? [])
  expect(head).toMatchObject({
    "cache-control": "public, max-age=60",
    "content-length": "5000",
    vary: "Accept-Encoding",
  })
  expect(head).not.toHaveProperty("content-encoding")
  expect(head["etag"]).not.toBe('"x"')
})

import { brotliDecompressSync, gunzipSync } from "node:zlib"
import type { IncomingMessage, ServerResponse } from "node:http"
import { expect, test } from "vitest"
import { toCachedPage, sendCachedPage } from "./cached-page.ts"

const text = "Une guinguette au bord de l’eau. ".repeat(200)
const headers = new Headers({ "content-type": "text/html; charset=utf-8" })
const answer = await toCachedPage(Buffer.from(text), { status: 200, headers })

type SentResponse = { status: number; headers: Record<string, string>; body: Buffer | undefined }

function send(headers: Record<string, string>, method = "GET", page = answer): SentResponse | null {
  const sent: SentResponse = { status: 0, headers: {}, body: undefined }
  const response = {
    writeHead(status: number, written: Record<string, unknown>) {
      sent.status = status
      for (const [name, value] of Object.entries(written)) sent.headers[name.toLowerCase()] = String(value)
    },
    end: (body?: Buffer) => (sent.body = body),
  }
  const request = { method, url: "/faq", headers } as unknown as IncomingMessage
  const cached = { answer: page, route: "/faq", arrivedAt: performance.now() }
  return sendCachedPage(request, response as unknown as ServerResponse, cached) ? sent : null
}

test("each encoding of a cached page has the same content", () => {
  const [br, gzip, plain] = ["br", "gzip", ""].map((each) => send({ "accept-encoding": each }))
  const none = Buffer.alloc(0)
  expect(brotliDecompressSync(br?.body ?? none).toString()).toBe(text)
  expect(gunzipSync(gzip?.body ?? none).toString()).toBe(text)
  expect(plain?.body?.toString()).toBe(text)
  expect(new Set([br, gzip, plain].map((sent) => sent?.headers["etag"])).size).toBe(3)
  expect(br?.headers).toMatchObject({
    "content-encoding": "br",
    "content-length": String(br?.body?.length),
    "cache-control": "private, no-cache",
    vary: "Accept-Encoding, Cookie",
    "x-content-type-options": "nosniff",
  })
  expect(send({ "accept-encoding": "*;q=0" })).toBeNull()
  expect(send({ "accept-encoding": "br" }, "HEAD")?.body).toBeUndefined()
})

test("a browser with the page in any encoding gets 304 without a body", () => {
  const etag = send({})?.headers["etag"] ?? ""
  for (const etagHeader of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
    const sent = send({ "accept-encoding": "br", "if-none-match": etagHeader })
    expect([etagHeader, sent?.status, sent?.body]).toEqual([etagHeader, 304, undefined])
    expect(sent?.headers).not.toHaveProperty("content-length")
    expect(sent?.headers).not.toHaveProperty("content-encoding")
  }
  expect(send({ "if-none-match": '"another"' })?.status).toBe(200)
})

test("a page that is not found is sent as such, whatever the browser has stored", async () => {
  const missing = await toCachedPage(Buffer.from(text), { status: 404, headers })
  expect(send({ "if-none-match": "*" }, "GET", missing)).toMatchObject({ status: 404, body: Buffer.from(text) })
})

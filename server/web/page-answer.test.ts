import { once } from "node:events"
import { type IncomingHttpHeaders, type IncomingMessage, createServer, request as ask } from "node:http"
import type { AddressInfo } from "node:net"
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib"
import { afterEach, expect, test, vi } from "vitest"
import { log } from "../platform/log.ts"
import { createPageHandler, textResponse } from "./page-answer.ts"

const long = `<!doctype html><p>${"Une borne photo, livrée et installée. ".repeat(200)}</p>`
const html = { "Content-Type": "text/html; charset=utf-8" }
const open: ReturnType<typeof createServer>[] = []
afterEach(() => {
  vi.restoreAllMocks()
  for (const server of open.splice(0)) server.close()
})

type Reply = { status: number; headers: IncomingHttpHeaders; body: Buffer }

async function fetchPage(
  handle: (request: Request) => Response | Promise<Response>,
  { method = "GET", ...headers }: Record<string, string> = {},
): Promise<Reply> {
  const answer = createPageHandler(async (request) => handle(request))
  const server = createServer((request, response) => answer(request, response)).listen(0, "127.0.0.1")
  open.push(server)
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  const sent = ask({ host: "127.0.0.1", port, path: "/catalog?date=2027-06-12", method, headers, agent: false }).end()
  const [response] = (await once(sent, "response")) as [IncomingMessage]
  const parts: Buffer[] = []
  for await (const part of response) parts.push(part as Buffer)
  return { status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) }
}

const page = () => textResponse(long, { headers: html })

test("a page comes in one piece, in the best encoding the browser accepts", async () => {
  const plain = await fetchPage(page)
  expect(plain.body.toString()).toBe(long)
  expect(plain.headers).toMatchObject({ "content-length": String(Buffer.byteLength(long)), vary: "Accept-Encoding" })
  expect(plain.headers["content-encoding"]).toBeUndefined()
  for (const [accepted, encoding, decompress] of [
    ["gzip, deflate, br, zstd", "zstd", zstdDecompressSync],
    ["gzip, deflate, br", "br", brotliDecompressSync],
    ["gzip, br;q=0", "gzip", gunzipSync],
  ] as const) {
    const { headers, body } = await fetchPage(page, { "Accept-Encoding": accepted })
    expect(headers["content-encoding"]).toBe(encoding)
    expect(headers["content-length"]).toBe(String(body.length))
    expect(decompress(body).toString()).toBe(long)
  }
})

test("an oversized page is compressed elsewhere, and still complete", async () => {
  const longer = long.repeat(40)
  const { headers, body } = await fetchPage(() => textResponse(longer, { headers: html }), { "Accept-Encoding": "br" })
  expect(headers["content-encoding"]).toBe("br")
  expect(brotliDecompressSync(body).toString()).toBe(longer)
})

test("an unregistered text is sent the same way, and a short one uncompressed", async () => {
  const data = await fetchPage(() => new Response(long, { headers: { "Content-Type": "text/x-script" } }), {
    "Accept-Encoding": "zstd",
  })
  expect(zstdDecompressSync(data.body).toString()).toBe(long)
  const short = await fetchPage(() => Response.json({ ok: true }), { "Accept-Encoding": "zstd" })
  expect(short.headers["content-encoding"]).toBeUndefined()
  expect(short.body.toString()).toBe('{"ok":true}')
})

test("the status, each cookie and the Vary header reach the browser", async () => {
  const { status, headers } = await fetchPage(() => {
    const answer = textResponse(long, { status: 404, headers: { ...html, Vary: "Cookie" } })
    answer.headers.append("Set-Cookie", "a=1; Path=/")
    answer.headers.append("Set-Cookie", "b=2; Path=/")
    return answer
  })
  expect(status).toBe(404)
  expect(headers["set-cookie"]).toEqual(["a=1; Path=/", "b=2; Path=/"])
  expect(headers.vary).toBe("Cookie, Accept-Encoding")
})

test("a HEAD request and a redirect get no body", async () => {
  const head = await fetchPage(() => new Response(null, { headers: html }), { method: "HEAD" })
  expect(head.body).toHaveLength(0)
  const moved = await fetchPage(() => new Response(null, { status: 302, headers: { Location: "/connexion" } }))
  expect([moved.status, moved.headers["location"]]).toEqual([302, "/connexion"])
})

test("a long response is streamed, and compressed where it is text", async () => {
  const rows = (type: string) => () =>
    new Response(
      new ReadableStream({
        start(controller) {
          for (let row = 0; row < 400; row++) controller.enqueue(new TextEncoder().encode(`${row};Camille;1 200,00\n`))
          controller.close()
        },
      }),
      { headers: { "Content-Type": type } },
    )
  const table = await fetchPage(rows("text/csv; charset=utf-8"), { "Accept-Encoding": "gzip" })
  expect(table.headers["transfer-encoding"]).toBe("chunked")
  expect(gunzipSync(table.body).toString().split("\n")).toHaveLength(401)
  const picture = await fetchPage(rows("image/png"), { "Accept-Encoding": "gzip" })
  expect(picture.headers["content-encoding"]).toBeUndefined()
})

test("the router receives the full URL and method, and its failure is a logged 500", async () => {
  const requests: Request[] = []
  await fetchPage((request) => {
    requests.push(request)
    return new Response(null, { status: 204 })
  })
  expect(requests[0]?.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/catalog\?date=2027-06-12$/)
  const logged = vi.spyOn(log, "error").mockImplementation(() => undefined)
  const broken = await fetchPage(() => {
    throw new Error("broken")
  })
  expect(broken.status).toBe(500)
  expect(logged).toHaveBeenCalledOnce()
})

import { once } from "node:events"
import { type IncomingHttpHeaders, type IncomingMessage, createServer, request as ask } from "node:http"
import type { AddressInfo } from "node:net"
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib"
import { afterEach, expect, test, vi } from "vitest"
import { log } from "../platform/log.ts"
import { answerBy, withText } from "./page-answer.ts"

const long = `<!doctype html><p>${"Une borne photo, livrée et installée. ".repeat(200)}</p>`
const html = { "Content-Type": "text/html; charset=utf-8" }
const open: ReturnType<typeof createServer>[] = []
afterEach(() => {
  vi.restoreAllMocks()
  for (const server of open.splice(0)) server.close()
})

type Got = { status: number; headers: IncomingHttpHeaders; body: Buffer }

/** What a browser gets of a router that answers like this. */
async function got(
  handle: (request: Request) => Response | Promise<Response>,
  { method = "GET", ...headers }: Record<string, string> = {},
): Promise<Got> {
  const answer = answerBy(async (request) => handle(request))
  const server = createServer((request, response) => answer(request, response)).listen(0, "127.0.0.1")
  open.push(server)
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  const asked = ask({ host: "127.0.0.1", port, path: "/catalog?date=2027-06-12", method, headers, agent: false }).end()
  const [response] = (await once(asked, "response")) as [IncomingMessage]
  const parts: Buffer[] = []
  for await (const part of response) parts.push(part as Buffer)
  return { status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) }
}

const page = () => withText(long, { headers: html })

test("a page comes in one piece, in the best encoding that the browser takes", async () => {
  const plain = await got(page)
  expect(plain.body.toString()).toBe(long)
  expect(plain.headers).toMatchObject({ "content-length": String(Buffer.byteLength(long)), vary: "Accept-Encoding" })
  expect(plain.headers["content-encoding"]).toBeUndefined()
  for (const [accepted, encoding, decompress] of [
    ["gzip, deflate, br, zstd", "zstd", zstdDecompressSync],
    ["gzip, deflate, br", "br", brotliDecompressSync],
    ["gzip, br;q=0", "gzip", gunzipSync],
  ] as const) {
    const { headers, body } = await got(page, { "Accept-Encoding": accepted })
    expect(headers["content-encoding"]).toBe(encoding)
    expect(headers["content-length"]).toBe(String(body.length))
    expect(decompress(body).toString()).toBe(long)
  }
})

test("a page that is longer than any is compressed elsewhere, and is whole all the same", async () => {
  const longer = long.repeat(40)
  const { headers, body } = await got(() => withText(longer, { headers: html }), { "Accept-Encoding": "br" })
  expect(headers["content-encoding"]).toBe("br")
  expect(brotliDecompressSync(body).toString()).toBe(longer)
})

test("a text that nobody noted is sent the same way, and a short one as it is", async () => {
  const data = await got(() => new Response(long, { headers: { "Content-Type": "text/x-script" } }), {
    "Accept-Encoding": "zstd",
  })
  expect(zstdDecompressSync(data.body).toString()).toBe(long)
  const short = await got(() => Response.json({ ok: true }), { "Accept-Encoding": "zstd" })
  expect(short.headers["content-encoding"]).toBeUndefined()
  expect(short.body.toString()).toBe('{"ok":true}')
})

test("status, each cookie and what the page says of its variants reach the browser", async () => {
  const { status, headers } = await got(() => {
    const answer = withText(long, { status: 404, headers: { ...html, Vary: "Cookie" } })
    answer.headers.append("Set-Cookie", "a=1; Path=/")
    answer.headers.append("Set-Cookie", "b=2; Path=/")
    return answer
  })
  expect(status).toBe(404)
  expect(headers["set-cookie"]).toEqual(["a=1; Path=/", "b=2; Path=/"])
  expect(headers.vary).toBe("Cookie, Accept-Encoding")
})

test("whoever asks for the head alone, or is sent elsewhere, gets no body", async () => {
  const head = await got(() => new Response(null, { headers: html }), { method: "HEAD" })
  expect(head.body).toHaveLength(0)
  const moved = await got(() => new Response(null, { status: 302, headers: { Location: "/connexion" } }))
  expect([moved.status, moved.headers["location"]]).toEqual([302, "/connexion"])
})

test("what may be long is sent as it comes, compressed where it is text", async () => {
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
  const table = await got(rows("text/csv; charset=utf-8"), { "Accept-Encoding": "gzip" })
  expect(table.headers["transfer-encoding"]).toBe("chunked")
  expect(gunzipSync(table.body).toString().split("\n")).toHaveLength(401)
  const picture = await got(rows("image/png"), { "Accept-Encoding": "gzip" })
  expect(picture.headers["content-encoding"]).toBeUndefined()
})

test("the router is asked for the whole address, by its method, and a failure of its own is a 500 that is logged", async () => {
  const seen: Request[] = []
  await got((request) => {
    seen.push(request)
    return new Response(null, { status: 204 })
  })
  expect(seen[0]?.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/catalog\?date=2027-06-12$/)
  const logged = vi.spyOn(log, "error").mockImplementation(() => undefined)
  const broken = await got(() => {
    throw new Error("broken")
  })
  expect(broken.status).toBe(500)
  expect(logged).toHaveBeenCalledOnce()
})

import { connect, type Socket } from "node:net"
import { get as httpGet, type IncomingMessage } from "node:http"
import { once } from "node:events"
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest"
import type { ServerBuild } from "react-router"
import { middleware } from "../../app/root.tsx"
import * as live from "../../app/machine/live.ts"
import * as metrics from "../../app/machine/metrics.ts"
import { countStreams, limits } from "../../server/platform/live/streams.ts"
import { type RunningWeb, startWeb } from "../../server/web/web.ts"
import { patient } from "../harness/patient.ts"

vi.hoisted(() => {
  Object.assign(process.env, { NODE_ENV: "production", HOST: "127.0.0.1", PORT: "0", TRUST_PROXY: "1" })
  delete process.env["ORIGIN"]
})

function build(): ServerBuild {
  const route = (id: string, path: string, module: object) => [id, { id, parentId: "root", path, module }]
  const root = { id: "root", path: "", module: { default: () => null, middleware } }
  return {
    entry: { module: { default: () => new Response(), handleError: () => undefined } },
    routes: Object.fromEntries([["root", root], route("live", "api/live", live), route("metrics", "metrics", metrics)]),
    assets: { entry: { imports: [], module: "" }, routes: {}, url: "", version: "" },
    publicPath: "/",
    assetsBuildDirectory: "",
    future: {},
    ssr: true,
    isSpaMode: false,
    prerender: [],
    routeDiscovery: { mode: "initial", manifestPath: "/__manifest" },
  } as unknown as ServerBuild
}

let web: RunningWeb
const lines: Record<string, unknown>[] = []
beforeAll(async () => {
  vi.spyOn(process.stdout, "write").mockImplementation((chunk) => {
    for (const line of String(chunk).trim().split("\n")) lines.push(JSON.parse(line))
    return true
  })
  web = await startWeb(build())
})
afterEach(() => {
  for (const response of open.splice(0)) response.destroy()
})
afterAll(() => web.stop())

const open: IncomingMessage[] = []
const topic = "/api/live?topics=product.0b9c6f5e-2c1a-4d3b-8e7f-1a2b3c4d5e6f"

async function listen(from = web.url, headers: Record<string, string> = {}): Promise<IncomingMessage> {
  const request = httpGet(from + topic, { agent: false, headers: { "Accept-Encoding": "gzip, br", ...headers } })
  const [response] = (await once(request, "response")) as [IncomingMessage]
  response.on("error", () => undefined)
  open.push(response)
  return response
}

test("a stream is sent at once: nothing on the way buffers, caches or compresses it", async () => {
  const response = await listen()
  expect(response.statusCode).toBe(200)
  expect(response.headers).toMatchObject({
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-store, no-transform",
    "x-accel-buffering": "no",
    connection: "close",
  })
  expect(response.headers).not.toHaveProperty("content-encoding")
  const [first] = (await once(response, "data")) as [Buffer]
  expect(first.toString()).toMatch(/^event: (open|changed)\n/)
})

test("a vanished listener frees the place, and counts no response time", async () => {
  await vi.waitFor(() => expect(countStreams()).toBe(0), patient)
  lines.length = 0
  const response = await listen()
  expect(countStreams()).toBe(1)
  response.destroy()
  await vi.waitFor(() => expect(countStreams()).toBe(0), patient)
  const line = await vi.waitFor(() => {
    const entry = lines.find(({ path }) => path === "/api/live")
    if (!entry) throw new Error("There is no line of the stream")
    return entry
  }, patient)
  expect(line).toMatchObject({ message: "request", route: "/api/live", status: 200 })
  expect(line).not.toHaveProperty("milliseconds")
  const text = await (await fetch(`${web.url}/metrics`)).text()
  expect(text).toContain("guinguette_live_streams 0\n")
  expect(text).not.toContain('route="/api/live",status="200"')
})

test("connections from this machine are not limited, and a trusted proxy's visitors are limited each", async () => {
  for (let index = 0; index <= limits.perAddress; index++) expect((await listen()).statusCode).toBe(200)
  const from = (address: string) => listen(web.url, { "X-Forwarded-For": `10.0.0.1, ${address}` })
  for (let index = 0; index < limits.perAddress; index++) expect((await from("203.0.113.7")).statusCode).toBe(200)
  const refused = await from("203.0.113.7")
  expect([refused.statusCode, refused.headers["retry-after"]]).toEqual([429, "60"])
  expect((await from("203.0.113.8")).statusCode).toBe(200)
})

test("a stopping process does not wait for listeners, and closes their connections", async () => {
  const other = await startWeb(build())
  const { hostname, port } = new URL(other.url)
  const socket: Socket = connect(Number(port), hostname)
  socket.on("error", () => undefined)
  socket.write(`GET ${topic} HTTP/1.1\r\nHost: ${hostname}\r\nConnection: keep-alive\r\n\r\n`)
  await once(socket, "data")
  const started = performance.now()
  const closed = once(socket, "close")
  await other.stop()
  expect(performance.now() - started).toBeLessThan(8_000)
  await closed
})

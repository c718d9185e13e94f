import { afterAll, beforeAll, expect, test, vi } from "vitest"
import type { ServerBuild } from "react-router"
import { middleware } from "../../app/root.tsx"
import * as health from "../../app/machine/healthz.ts"
import * as metrics from "../../app/machine/metrics.ts"
import { type RunningWeb, startWeb } from "../../server/web/web.ts"
import { patient } from "../harness/patient.ts"

vi.hoisted(() => {
  Object.assign(process.env, { NODE_ENV: "production", HOST: "127.0.0.1", PORT: "0" })
  delete process.env["ORIGIN"]
})

function makeBuild(routes: Record<string, { path: string; module: object }>): ServerBuild {
  const under = Object.entries(routes).map(([id, route]) => [id, { id, parentId: "root", ...route }])
  const root = { id: "root", path: "", module: { default: () => null, middleware } }
  return {
    entry: { module: { default: () => new Response(), handleError: () => undefined } },
    routes: Object.fromEntries([["root", root], ...under]),
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

const html = { headers: { "Content-Type": "text/html; charset=utf-8" } }
let web: RunningWeb
const lines: Record<string, unknown>[] = []

beforeAll(async () => {
  vi.spyOn(process.stdout, "write").mockImplementation((chunk) => {
    for (const line of String(chunk).trim().split("\n")) lines.push(JSON.parse(line))
    return true
  })
  web = await startWeb(
    makeBuild({
      product: { path: "product/:id", module: health },
      help: { path: "faq", module: { loader: () => new Response("Bonjour", html) } },
      link: { path: "nouveau-mot-de-passe/:token", module: health },
      metrics: { path: "metrics", module: metrics },
    }),
  )
})
afterAll(() => web.stop())

async function readLine(path: string): Promise<Record<string, unknown>> {
  return vi.waitFor(() => {
    const line = lines.find((each) => each["path"] === path)
    if (!line) throw new Error(`No line for ${path} among ${JSON.stringify(lines)}`)
    return line
  }, patient)
}

test("a request's log line has its id and its route, not only the path", async () => {
  const answer = await fetch(`${web.url}/product/4f1c?q=secret`)
  const line = await readLine("/product/4f1c")
  expect(line).toMatchObject({ message: "request", method: "GET", status: 200, route: "/product/:id" })
  expect(line["requestId"]).toBe(answer.headers.get("x-request-id"))
  expect(JSON.stringify(line)).not.toContain("secret")
})

test("a request refused before its page is read has its route in the log too", async () => {
  const answer = await fetch(`${web.url}/product/elsewhere`, {
    method: "POST",
    headers: { Origin: "https://evil.example" },
  })
  expect(answer.status).toBe(403)
  expect(await readLine("/product/elsewhere")).toMatchObject({
    route: "/product/:id",
    message: "refused from another site",
  })
})

test("the metrics count responses by route, however many paths were requested", async () => {
  for (const id of ["a", "b", "c"]) await fetch(`${web.url}/product/${id}`)
  await readLine("/product/c")
  const text = await (await fetch(`${web.url}/metrics`)).text()
  expect(text).toContain("# TYPE guinguette_http_request_duration_seconds histogram")
  const count =
    /^guinguette_http_request_duration_seconds_count\{method="GET",route="\/product\/:id",status="200"\} (\d+)$/m.exec(
      text,
    )
  expect(Number(count?.[1])).toBeGreaterThanOrEqual(3)
  expect(text).toMatch(/_bucket\{le="\+Inf",method="GET",route="\/product\/:id",status="200"\} \d+/)
  expect(text).not.toContain("/product/a")
})

test("a request's log line hides the secret of a mailed link, and shows a product's id", async () => {
  const product = "0b9c6f5e-2c1a-4d3b-8e7f-1a2b3c4d5e6f"
  for (const path of [`/nouveau-mot-de-passe/${"0a".repeat(18)}`, `/product/${product}`]) await fetch(web.url + path)
  await readLine("/nouveau-mot-de-passe/…")
  await readLine(`/product/${product}`)
  expect(JSON.stringify(lines)).not.toContain("0a0a0a")
})

test("a cached page has an id, a log line and a metric like any other, and none of them in its body", async () => {
  const page = `${web.url}/faq`
  await vi.waitFor(async () => expect((await fetch(page)).headers.get("etag")).toMatch(/^"/), patient)
  const [one, other] = await Promise.all([fetch(page), fetch(page)])
  const [id, etag] = [one.headers.get("x-request-id") ?? "", one.headers.get("etag") ?? ""]
  expect(other.headers.get("etag")).toBe(etag)
  expect(other.headers.get("x-request-id")).not.toBe(id)
  expect(await one.text()).not.toContain(id)
  const again = await fetch(page, { headers: { "If-None-Match": etag } })
  expect([again.status, await again.text()]).toEqual([304, ""])
  const head = await fetch(page, { method: "HEAD" })
  expect([head.status, await head.text(), Number(head.headers.get("content-length")) > 0]).toEqual([200, "", true])
  const line = await vi.waitFor(() => {
    const entry = lines.find((each) => each["requestId"] === id)
    if (!entry) throw new Error("The cached page has no line")
    return entry
  }, patient)
  expect(line).toMatchObject({
    level: "info",
    message: "request",
    method: "GET",
    path: "/faq",
    status: 200,
    route: "/faq",
  })
  const text = await (await fetch(`${web.url}/metrics`)).text()
  expect(text).toMatch(/_count\{method="GET",route="\/faq",status="304"\} 1\n/)
  expect(text).toMatch(/guinguette_page_answers(_total)?\{making="cached"\} [1-9]/)
})

test("pending log lines are written before the server stops", async () => {
  const other = await startWeb(makeBuild({ product: { path: "product/:id", module: health } }))
  await fetch(`${other.url}/product/last`)
  await other.stop()
  expect(lines.some((line) => line["path"] === "/product/last")).toBe(true)
})

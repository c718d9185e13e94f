import { type Socket, connect } from "node:net"
import { once } from "node:events"
import type { ServerBuild } from "react-router"
import { afterAll, beforeAll, expect, test, vi } from "vitest"
import { middleware } from "../../app/root.tsx"
import { type RunningWeb, startWeb } from "../../server/web/web.ts"

vi.hoisted(() => {
  Object.assign(process.env, { NODE_ENV: "production", HOST: "127.0.0.1", PORT: "0" })
  delete process.env["ORIGIN"]
})

const echo = {
  loader: () => new Response("fine"),
  action: async ({ request }: { request: Request }) => new Response(await request.text()),
}
const build = {
  entry: { module: { default: () => new Response(), handleError: () => undefined } },
  routes: {
    root: { id: "root", path: "", module: { default: () => null, middleware } },
    echo: { id: "echo", parentId: "root", path: "echo", module: echo },
  },
  assets: { entry: { imports: [], module: "" }, routes: {}, url: "", version: "" },
  publicPath: "/",
  assetsBuildDirectory: "",
  future: {},
  ssr: true,
  isSpaMode: false,
  prerender: [],
  routeDiscovery: { mode: "initial", manifestPath: "/__manifest" },
} as unknown as ServerBuild

let web: RunningWeb
const sockets: Socket[] = []
beforeAll(async () => {
  web = await startWeb(build)
})
afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  await web.stop()
})

test("slow forms occupy no place: pages and other forms are answered meanwhile", async () => {
  const head = `POST /echo HTTP/1.1\r\nHost: ${new URL(web.url).host}\r\nOrigin: ${web.url}\r\nContent-Type: text/plain\r\nContent-Length: 9\r\n\r\n`
  for (let count = 0; count < 60; count++) {
    const socket = connect(Number(new URL(web.url).port), "127.0.0.1")
    sockets.push(socket)
    await once(socket, "connect")
    socket.write(`${head}le d`)
  }
  const started = performance.now()
  const [page, form] = await Promise.all([
    fetch(`${web.url}/echo`),
    fetch(`${web.url}/echo`, { method: "POST", headers: { Origin: web.url }, body: "une date" }),
  ])
  expect([page.status, await page.text(), form.status, await form.text()]).toEqual([200, "fine", 200, "une date"])
  expect(performance.now() - started).toBeLessThan(3_000)

  const [slow] = sockets
  if (!slow) throw new Error("No socket")
  slow.write("ébut")
  const [answer] = (await once(slow, "data")) as [Buffer]
  expect(String(answer)).toMatch(/^HTTP\/1\.1 200 /)
})

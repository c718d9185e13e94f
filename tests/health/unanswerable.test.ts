import type { IncomingMessage } from "node:http"
import { connect } from "node:net"
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest"
import { type ServerBuild, data } from "react-router"
import { sql } from "drizzle-orm"
import { handleError } from "../../app/entry.server.tsx"
import { loader as rootLoader, middleware } from "../../app/root.tsx"
import { loader as accountLoader } from "../../app/site/account/route.tsx"
import { signedUp } from "../../server/accounts/auth/accounts.fixture.ts"
import { db, transaction } from "../../server/platform/database.server.ts"
import { currentForm, readResubmittableForm, withResubmittableForm } from "../../server/web/resubmittable-form.ts"
import { type RunningWeb, startWeb } from "../../server/web/web.ts"
import { patient } from "../harness/patient.ts"

vi.hoisted(() => {
  Object.assign(process.env, { NODE_ENV: "production", HOST: "127.0.0.1", PORT: "0" })
  delete process.env["ORIGIN"]
})
const database = vi.hoisted(() => ({ answers: true }))
vi.mock("../../server/platform/database/probe.ts", () => ({
  isDatabaseReachable: () => Promise.resolve(database.answers),
}))

const failing = (code: string) => ({
  loader: () => {
    throw Object.assign(new Error("Failed query"), { cause: Object.assign(new Error("no"), { code }) })
  },
})
const missing = (answer: unknown) => ({
  loader: () => {
    throw answer
  },
})
const frozen = { loader: () => new Promise((resolve) => setTimeout(() => resolve(new Response("late")), 6_500)) }
const read: string[] = []
const frozenForm = {
  ...frozen,
  action: async ({ request }: { request: Request }) => {
    read.push(await request.text())
    return frozen.loader()
  },
}
const asleep = sql`select pg_sleep(5.2)`
const hanging = {
  loader: async () => {
    await db.execute(asleep)
    return new Response("late")
  },
}
const hangingTransaction = { loader: () => transaction((tx) => tx.execute(asleep)) }
const ownAccount = {
  loader: async (args: never) => {
    await Promise.all([rootLoader(args), accountLoader(args)])
    return new Response("fine")
  },
}
const modules: Record<string, object> = {
  hanging,
  "hanging-transaction": hangingTransaction,
  "hanging.csv": hanging,
  "own-account": ownAccount,
  "frozen-form": frozenForm,
  "another.pdf": missing(data(null, { status: 404 })),
  "erased.zip": missing(new Response(null, { status: 404 })),
  "ended.pdf": missing(new Response(null, { status: 410 })),
  "no-connection": failing("ECONNREFUSED"),
  "no-time": failing("57014"),
  "no-room": failing("53100"),
  ours: failing("42601"),
  frozen,
  slow: frozen,
  fine: { loader: () => new Response("fine") },
}

const build = {
  entry: { module: { default: () => new Response(), handleError } },
  routes: Object.fromEntries([
    ["root", { id: "root", path: "", module: { default: () => null, middleware } }],
    ...Object.entries(modules).map(([id, module]) => [id, { id, parentId: "root", path: id, module }]),
  ]),
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
const lines: string[] = []
beforeAll(async () => {
  vi.spyOn(process.stdout, "write").mockImplementation((chunk) => lines.push(String(chunk)) > 0)
  web = await startWeb(build)
})
afterAll(() => web.stop())

test.each(["no-connection", "no-time", "no-room"])(
  "a page that the database prevents is a 503 with the time to come back: %s",
  async (what) => {
    const answer = await fetch(`${web.url}/${what}`)
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "5"])
  },
)

test("a bug of ours stays a 500", async () => {
  const answer = await fetch(`${web.url}/ours`)
  expect([answer.status, answer.headers.get("retry-after")]).toEqual([500, null])
})

test.each([
  ["another.pdf", 404],
  ["erased.zip", 404],
  ["ended.pdf", 410],
])("a missing file says so to its visitor: %s", async (file, status) => {
  const answer = await fetch(`${web.url}/${file}`)
  expect([answer.status, answer.headers.get("content-type")]).toEqual([status, "text/plain; charset=utf-8"])
  expect(await answer.text()).toBe("Ce document n’existe pas, ou n’existe plus.\n")
})

test("a frozen database is waited for under five seconds, and then reported in French", async () => {
  database.answers = false
  const started = performance.now()
  const answer = await fetch(`${web.url}/frozen`)
  expect(performance.now() - started).toBeLessThan(5_000)
  expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "5"])
  expect(await answer.text()).toContain("votre saisie y est encore")
  database.answers = true
  // The page's late reply reaches nobody, and harms nothing.
  const late = await fetch(`${web.url}/slow`)
  expect([late.status, await late.text()]).toEqual([200, "late"])
  expect((await fetch(`${web.url}/fine`)).status).toBe(200)
})

test("a hanging query is waited for under five seconds, and a download is not cut", async () => {
  const timed = async (path: string) => {
    const started = performance.now()
    const answer = await fetch(`${web.url}/${path}`)
    return { answer, text: await answer.text(), milliseconds: performance.now() - started }
  }
  const [download, ...pages] = await Promise.all(["hanging.csv", "hanging", "hanging-transaction"].map(timed))
  for (const { answer, text, milliseconds } of pages) {
    expect(milliseconds).toBeLessThan(5_000)
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "5"])
    expect(text).toContain("Le site ne peut pas répondre en ce moment")
  }
  expect([download?.answer.status, download?.text]).toEqual([200, "late"])
})

test("nine hundred signed-in requests at once are answered or sent back later, and none is a 500", async () => {
  const { request } = await signedUp({
    name: "Lila",
    email: "lila@exemple.example",
    password: "un bal au bord de l’eau",
  })
  const headers = { cookie: request.headers.get("cookie") ?? "" }
  const ask = () => fetch(`${web.url}/own-account`, { headers, redirect: "manual" })
  expect((await ask()).status).toBe(200)
  const answers = await Promise.all(Array.from({ length: 900 }, ask))
  const statuses = new Map(
    answers.map(({ status, headers: replyHeaders }) => [status, replyHeaders.get("retry-after")]),
  )
  expect([...statuses.keys()].filter((status) => status !== 200 && status !== 503)).toEqual([])
  expect(statuses.has(200)).toBe(true)
  expect(statuses.get(503) ?? "5").toBe("5")
})

function raw(head: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(web.url).port), "127.0.0.1", () => socket.write(head))
    let reply = ""
    socket.on("data", (chunk) => (reply += String(chunk)))
    socket.on("close", () => resolve(reply))
    socket.on("error", reject)
  })
}

test.each([
  ["TRACE / HTTP/1.1\r\nHost: localhost", 405],
  ["OPTIONS * HTTP/1.1\r\nHost: localhost", 405],
  ["OPTIONS /fine HTTP/1.1\r\nHost: localhost", 405],
  ["GET http://localhost/fine HTTP/1.1\r\nHost: localhost", 400],
  ["GET /fine HTTP/1.1\r\nHost: x:99999", 400],
  ["GET /fine HTTP/1.1\r\nHost:", 400],
])("the request %j is refused in French, with a log line", async (head, status) => {
  lines.length = 0
  const reply = await raw(`${head}\r\nConnection: close\r\n\r\n`)
  expect(reply).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  expect(reply).toMatch(/Cette (adresse|demande) /)
  expect(reply.toLowerCase()).toContain("x-content-type-options: nosniff")
  await vi.waitFor(() => expect(lines.some((line) => line.includes(`"status":${status}`))).toBe(true), patient)
})

describe("a form blocked by a frozen database", () => {
  const fields = [
    ["ville", `Nogent "sur" <b>Marne</b> & l’autre`],
    ["note", "une\nautre"],
    ["jour", "1"],
    ["jour", "2"],
  ]
  const send = (path: string, more: readonly string[][] = [], headers: Record<string, string> = {}) =>
    fetch(`${web.url}${path}`, {
      method: "POST",
      headers: { accept: "text/html", origin: web.url, ...headers },
      body: new URLSearchParams([...fields, ...more]),
    })

  test("the form returns in a page that can send it again, complete and escaped", async () => {
    database.answers = false
    const [answer, secret, foreign, script] = await Promise.all([
      send("/frozen-form?etape=adresse"),
      send("/frozen-form", [
        ["password", "un bal au bord de l’eau"],
        ["actuel", "une ginguette"],
      ]),
      send("/frozen-form", [], { origin: "https://ailleurs.example" }),
      send("/frozen-form", [], { accept: "*/*" }),
    ])
    database.answers = true
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "5"])
    expect(answer.headers.get("content-security-policy")).toContain("form-action 'self'")
    const page = await answer.text()
    expect(page).toContain('<form method="post" action="/frozen-form?etape=adresse">')
    const hiddenInputs = [...page.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)]
    const text = (escaped = "") => escaped.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
    expect(hiddenInputs.map(([, name, value]) => [name, text(value)])).toEqual(fields)
    expect(page).not.toContain("<b>")
    expect(read).toContain(new URLSearchParams(fields).toString())

    const withoutPassword = await secret.text()
    expect(withoutPassword).toContain("Seul votre mot de passe n’y est pas")
    expect(withoutPassword).not.toMatch(/bal au bord|ginguette/)
    expect(foreign.status).toBe(403)
    expect(await script.text()).not.toContain("<form")
  })

  test("the site's own page returns the form too, without any query", () => {
    const posted = readResubmittableForm(
      {
        method: "POST",
        url: "/book/1",
        headers: {
          "content-type": "application/x-www-form-urlencoded",
          accept: "text/html",
          "sec-fetch-site": "same-origin",
        },
      } as unknown as IncomingMessage,
      Buffer.from("ville=Nogent&passwordConfirmation=x"),
    )
    withResubmittableForm(posted, () => {
      expect(currentForm()).toEqual({ address: "/book/1", fields: [["ville", "Nogent"]], isWhole: false })
    })
    expect(currentForm()).toBeNull()
  })
})

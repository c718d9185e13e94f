import { randomBytes } from "node:crypto"
import { linkSync, mkdirSync, readdirSync, rmSync } from "node:fs"
import { mkdtemp, rm } from "node:fs/promises"
import os from "node:os"
import path from "node:path"
import { type BrowserContext, type BrowserContextOptions, devices, type Page, test as base } from "@playwright/test"
import { Pool, types } from "pg"
import { waitUntilAwake } from "./awake.ts"
import { administer, cloneTemplate, dropDatabase, urlForDatabase } from "./cluster.ts"
import { keepRoutes } from "./interception.ts"
import { type FilledState, readFilledState, restoreRows } from "./restore.ts"
import {
  administrator,
  demonstrationTemplate,
  freePort,
  runCommand,
  runServer,
  type ServerProcess,
  templateFiles,
} from "./server-process.ts"

export { expect } from "@playwright/test"

export interface Shop {
  readonly url: string
  readonly administrator: { readonly email: string; readonly password: string }
  readonly dataDir: string
  sql<Row extends Record<string, unknown>>(text: string, values?: readonly unknown[]): Promise<Row[]>
  admit(context: BrowserContext): Promise<void>
  job(name: string, at: Date): Promise<string>
  command(name: string, ...words: readonly string[]): Promise<string>
  /** Drops the server's page cache (decision 45). */
  forgetPages(): Promise<void>
  restart(signal?: "SIGTERM" | "SIGKILL"): Promise<void>
}

const oid = { int8: 20, date: 1082, dateArray: 1182, textArray: 1009 }
types.setTypeParser(oid.int8, Number)
types.setTypeParser(oid.date, (text) => text)
types.setTypeParser(oid.dateArray, types.getTypeParser(oid.textArray))

type OpenShop = { shop: Shop; printed(): string; renew(): Promise<void>; close(): Promise<void> }
type SharedShop = { opened: OpenShop | null }

/** A window for a second person, with the test's options unless overridden. It closes with the test. */
export type OpenWindow = (options?: Pick<BrowserContextOptions, "javaScriptEnabled" | "viewport">) => Promise<Page>

export const test = base.extend<
  { variables: Record<string, string>; shop: Shop; openWindow: OpenWindow },
  { worker: SharedShop }
>({
  /** Shared, because starting a server takes longer than most tests. */
  worker: [
    // eslint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const shared: SharedShop = { opened: null }
      await use(shared)
      await shared.opened?.close()
    },
    { scope: "worker" },
  ],

  /** An operator's settings; a test that has some gets a server of its own. */
  variables: [{}, { option: true }],

  shop: async ({ variables, worker }, use, testInfo) => {
    const isOwn = Object.keys(variables).length > 0
    const { shop, printed, close } = isOwn ? await openShop(variables) : await renewSharedShop(worker)
    try {
      await use(shop)
    } finally {
      if (isOwn) await close()
      if (testInfo.status !== testInfo.expectedStatus) {
        await testInfo.attach("server.log", { body: printed(), contentType: "text/plain" })
      }
    }
  },

  baseURL: async ({ shop }, use) => use(shop.url),

  context: async ({ context, javaScriptEnabled }, use) => {
    preparePages(context, javaScriptEnabled)
    await use(context)
  },

  openWindow: async ({ browser, shop, javaScriptEnabled, viewport }, use) => {
    const contexts: BrowserContext[] = []
    await use(async (options) => {
      const settings = { javaScriptEnabled, viewport, ...options }
      const context = await browser.newContext({ baseURL: shop.url, ...settings })
      preparePages(context, settings.javaScriptEnabled)
      contexts.push(context)
      return context.newPage()
    })
    await Promise.all(contexts.map((context) => context.close()))
  },
})

async function renewSharedShop(worker: SharedShop): Promise<OpenShop> {
  if (worker.opened) await worker.opened.renew()
  else worker.opened = await openShop({})
  return worker.opened
}

function preparePages(context: BrowserContext, javaScriptEnabled: boolean): void {
  context.on("page", (page) => {
    if (javaScriptEnabled) waitUntilAwake(page)
    keepRoutes(page)
  })
}

async function openShop(variables: Record<string, string>): Promise<OpenShop> {
  const clusterUrl = process.env["TEST_CLUSTER_URL"] ?? ""
  const name = `shop_${randomBytes(6).toString("hex")}`
  const dataDir = await mkdtemp(path.join(os.tmpdir(), "guinguette-shop-"))
  const databaseUrl = urlForDatabase(clusterUrl, name)
  let state = await fill(clusterUrl, name, dataDir)
  const port = await freePort()
  const environment = {
    HOST: "127.0.0.1",
    PORT: String(port),
    ORIGIN: `http://localhost:${port}`,
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    SEED: "none",
    ADMIN_EMAIL: administrator.email,
    ADMIN_PASSWORD: administrator.password,
    ELEMENTS: "true",
    ...variables,
  }
  let pool = newPool(databaseUrl)
  let server: ServerProcess = await runServer("serve", environment)
  let earlier = ""
  let forgotten = 0
  const printed = () => (earlier + server.printed()).slice(forgotten)
  const restart = async (signal: "SIGTERM" | "SIGKILL" = "SIGTERM") => {
    if (signal === "SIGKILL") server.child.kill("SIGKILL")
    await server.stop()
    earlier += server.printed()
    server = await runServer("serve", environment)
  }
  const shop: Shop = {
    url: environment.ORIGIN,
    administrator,
    dataDir,
    sql: async <Row extends Record<string, unknown>>(text: string, values: readonly unknown[] = []) => {
      const { rows } = await pool.query<Row>(text, [...values])
      if (!/^\s*select\b/i.test(text)) await invalidatePages(environment.ORIGIN)
      return rows
    },
    admit: async (context) => context.addCookies([await administratorCookie(shop)]),
    job: async (name, at) => `${name}: ${await server.job(name, at)}`,
    async forgetPages() {
      await pool.query(`select pg_terminate_backend(pid, 1000) from pg_stat_activity
        where datname = current_database() and application_name like 'guinguette bell %'`)
      await invalidatePages(environment.ORIGIN)
    },
    command: (name, ...words) => runCommand([`bin/commands/${name}.ts`, ...words], environment),
    restart,
  }
  return {
    shop,
    printed,
    async renew() {
      if (!(await putBack(pool, state, dataDir))) {
        // The server loses its connections, as after a restart of PostgreSQL.
        await pool.end()
        state = await fill(clusterUrl, name, dataDir)
        pool = newPool(databaseUrl)
      }
      await ready(environment.ORIGIN)
      await invalidatePages(environment.ORIGIN)
      forgotten += printed().length
    },
    async close() {
      await server.stop()
      await pool.end()
      await dropDatabase(clusterUrl, name)
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

type Cookie = { name: string; value: string; url: string }
type Session = { cookie: Pick<Cookie, "name" | "value">; row: unknown }

/** Signed in once per worker, then copied into each shop. */
let session: Session | null = null

async function administratorCookie(shop: Shop): Promise<Cookie> {
  session ??= await openSession(shop)
  await shop.sql("insert into sessions select * from json_populate_record(null::sessions, $1) on conflict do nothing", [
    session.row,
  ])
  return { ...session.cookie, url: shop.url }
}

async function openSession(shop: Shop): Promise<Session> {
  const answer = await fetch(`${shop.url}/connexion`, {
    method: "POST",
    body: new URLSearchParams(shop.administrator),
    headers: { Origin: shop.url, "User-Agent": devices["Desktop Chrome"].userAgent },
    redirect: "manual",
  })
  const [name = "", value = ""] =
    /^([^=]+session_token)=([^;]+)/m.exec(answer.headers.getSetCookie().join("\n"))?.slice(1) ?? []
  const [opened] = await shop.sql<{ row: unknown }>(
    "select to_json(sessions) as row from sessions order by created_at desc limit 1",
  )
  if (!value || !opened) throw new Error(`The administrator was not let in: ${answer.status} ${await answer.text()}`)
  return { cookie: { name, value }, row: opened.row }
}

async function fill(clusterUrl: string, name: string, dataDir: string): Promise<FilledState> {
  linkFiles(dataDir)
  return administer(await cloneTemplate(clusterUrl, demonstrationTemplate, name), readFilledState)
}

/** False when a new database is needed. */
async function putBack(pool: Pool, state: FilledState, dataDir: string): Promise<boolean> {
  const client = await pool.connect()
  try {
    const isBack = await restoreRows(client, state, () => linkFiles(dataDir))
    client.release()
    return isBack
  } catch {
    client.release(true)
    return false
  }
}

/** Links the 500 pictures instead of copying them: the product never modifies a file. */
function linkFiles(to: string): void {
  const from = process.env[templateFiles] ?? ""
  for (const name of readdirSync(to)) rmSync(path.join(to, name), { recursive: true })
  for (const entry of readdirSync(from, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name)
    const copy = path.join(to, path.relative(from, file))
    if (entry.isDirectory()) mkdirSync(copy, { recursive: true })
    else linkSync(file, copy)
  }
}

/** A warm connection with its prepared plans saves the next test 40 ms. */
function newPool(connectionString: string): Pool {
  const pool = new Pool({ connectionString, max: 4, idleTimeoutMillis: 0 })
  pool.on("error", () => undefined)
  return pool
}

/** Makes the next page see direct writes, which the cache may miss for a quarter of a second. */
async function invalidatePages(url: string): Promise<void> {
  // After a POST, the server checks for changes before it serves a cached page (server/platform/live/change-feed.ts).
  await fetch(`${url}/healthz`, { method: "POST" }).catch(() => null)
}

async function ready(url: string): Promise<void> {
  const deadline = Date.now() + 45_000
  for (;;) {
    const answer = await fetch(`${url}/readyz`).catch(() => null)
    if (answer?.ok) return
    if (Date.now() > deadline) throw new Error(`The shop did not become ready again: ${answer?.status ?? "no answer"}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

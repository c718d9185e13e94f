import { randomBytes } from "node:crypto"
import { linkSync, mkdirSync, readdirSync, rmSync, statSync } from "node:fs"
import { mkdtemp, rm } from "node:fs/promises"
import os from "node:os"
import path from "node:path"
import { type BrowserContext, devices, type Page, test as base } from "@playwright/test"
import { Pool, types } from "pg"
import { waitUntilAwake } from "./awake.ts"
import { administer, cloneTemplate, dropDatabase, urlForDatabase } from "./cluster.ts"
import { keepRoutes } from "./interception.ts"
import { keepWindows, type WindowOptions, type Windows } from "./reused-window.ts"
import { countLoads } from "./loads.ts"
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
import { mapOwnFramesAlone } from "./stacks.ts"

mapOwnFramesAlone()

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

interface Options {
  variables: Record<string, string>
}

const oid = { int8: 20, date: 1082, dateArray: 1182, textArray: 1009 }
types.setTypeParser(oid.int8, Number)
types.setTypeParser(oid.date, (text) => text)
types.setTypeParser(oid.dateArray, types.getTypeParser(oid.textArray))

type OpenShop = { shop: Shop; printed(): string; renew(): Promise<void>; close(): Promise<void> }

/** A window for a second person, with the test's options unless overridden. It closes with the test. */
export type OpenWindow = (options?: Partial<WindowOptions>) => Promise<Page>

type WorkerFixtures = { windows: Windows; sharedVariables: Options["variables"]; keeper: Keeper }

const withKeeper = base.extend<{ shop: Shop; openWindow: OpenWindow }, WorkerFixtures>({
  sharedVariables: [{}, { option: true, scope: "worker" }],

  keeper: [
    async ({ sharedVariables }, use) => {
      const keeper = keepShop(sharedVariables)
      await use(keeper)
      await keeper.close()
    },
    { scope: "worker" },
  ],

  baseURL: async ({ shop }, use) => use(shop.url),

  windows: [
    async ({ browser }, use) => {
      const windows = keepWindows(browser, (page, { javaScriptEnabled }) => {
        if (javaScriptEnabled !== false) waitUntilAwake(page)
        keepRoutes(page)
      })
      await use(windows)
      await windows.close()
    },
    { scope: "worker" },
  ],

  openWindow: async ({ windows, keeper, shop, javaScriptEnabled, viewport }, use, testInfo) => {
    const opened: Page[] = []
    const loads = countLoads(testInfo)
    await use(async (options) => {
      const page = await windows.open(shop.url, { javaScriptEnabled, viewport, ...options })
      opened.push(page)
      loads.of(page)
      return page
    })
    loads.write()
    const keep = keeper.keeps(shop) && testInfo.status === testInfo.expectedStatus
    await Promise.all(opened.map((page) => windows.leave(page, keep)))
  },

  page: async ({ openWindow }, use) => use(await openWindow()),

  context: async ({ page }, use) => use(page.context()),
})

export const test = withKeeper.extend<Options>({
  variables: [{}, { option: true }],

  shop: async ({ variables, keeper }, use, testInfo) => {
    const own = Object.keys(variables).length > 0
    const { shop, printed, close } = own ? await openShop(variables) : await keeper.renewed()
    try {
      await use(shop)
    } finally {
      if (own) await close()
      if (testInfo.status !== testInfo.expectedStatus) {
        await testInfo.attach("server.log", { body: printed(), contentType: "text/plain" })
      }
    }
  },
})

/** For tests that write nothing: the shop is not renewed between them. */
export const readOnlyTest = withKeeper.extend({
  shop: async ({ keeper }, use, testInfo) => {
    const { shop, printed } = await keeper.unchanged()
    const before = printed().length
    await use(shop)
    if (testInfo.status !== testInfo.expectedStatus) {
      await testInfo.attach("server.log", { body: printed().slice(before), contentType: "text/plain" })
    }
  },
})

/** One server per worker: starting one takes longer than most tests. */
type Keeper = {
  renewed(): Promise<OpenShop>
  unchanged(): Promise<OpenShop>
  keeps(shop: Shop): boolean
  close(): Promise<void>
}

function keepShop(variables: Options["variables"]): Keeper {
  let opened: OpenShop | null = null
  let changed = false
  const give = async (anew: boolean) => {
    if (!opened) opened = await openShop(variables)
    else if (anew || changed) await opened.renew()
    changed = anew
    return opened
  }
  return {
    renewed: () => give(true),
    unchanged: () => give(false),
    keeps: (shop) => shop === opened?.shop,
    close: async () => opened?.close(),
  }
}

async function openShop(variables: Options["variables"]): Promise<OpenShop> {
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

function foldersIn(top: string, folder = ""): [string, Map<string, number | "folder">][] {
  const here = path.join(top, folder)
  const entries = readdirSync(here, { withFileTypes: true })
  const inner = entries
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => foldersIn(top, path.join(folder, name)))
  const kinds = entries.map(
    (entry) => [entry.name, entry.isDirectory() ? "folder" : statSync(path.join(here, entry.name)).ino] as const,
  )
  return [[folder, new Map(kinds)], ...inner]
}

let demonstrated: ReturnType<typeof foldersIn> | undefined
const untouched = new Map<string, number>()

/**
 * Links the 500 pictures instead of copying them. The product never modifies a file, so an unchanged folder has
 * unchanged files.
 */
function linkFiles(to: string): void {
  const from = process.env[templateFiles] ?? ""
  demonstrated ??= foldersIn(from)
  for (const [folder, expectedFiles] of demonstrated) {
    const here = path.join(to, folder)
    mkdirSync(here, { recursive: true })
    const { mtimeMs } = statSync(here)
    if (untouched.get(here) === mtimeMs) continue
    const strange = readdirSync(here).filter((name) => !expectedFiles.has(name))
    const files = [...expectedFiles].filter(([, file]) => file !== "folder")
    const missing = files.filter(
      ([name, file]) => statSync(path.join(here, name), { throwIfNoEntry: false })?.ino !== file,
    )
    for (const name of strange) rmSync(path.join(here, name), { recursive: true })
    for (const [name] of missing) {
      rmSync(path.join(here, name), { recursive: true, force: true })
      linkSync(path.join(from, folder, name), path.join(here, name))
    }
    // Two writes within one clock tick share a time: a folder changed just now is checked again.
    if (strange.length + missing.length === 0) untouched.set(here, mtimeMs)
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

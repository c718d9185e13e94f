import { randomBytes } from "node:crypto"
import { constants } from "node:fs"
import { cp, mkdtemp, rm } from "node:fs/promises"
import os from "node:os"
import path from "node:path"
import { test as base } from "@playwright/test"
import { Pool, types } from "pg"
import { cloneTemplate, dropDatabase } from "./cluster.ts"
import { administrator, demonstrationTemplate, freePort, runServer, type ServerProcess, templateFiles } from "./server-process.ts"

export { expect } from "@playwright/test"

/** A demonstration shop of a test's own: a server, a database and files that no other test sees. */
export interface Shop {
  /** Without a final slash: "http://localhost:40123". */
  readonly url: string
  readonly administrator: { readonly email: string; readonly password: string }
  /** The folder of its files: outbox, uploads. */
  readonly dataDir: string
  /** Asks the shop's database. Days come as strings, instants as Date, counts as numbers. */
  sql<Row extends Record<string, unknown>>(text: string, values?: readonly unknown[]): Promise<Row[]>
  /** Stops the server (SIGTERM) or kills it (SIGKILL), and starts it again at the same address. */
  restart(signal?: "SIGTERM" | "SIGKILL"): Promise<void>
}

interface Options {
  /** Variables of the operator for this shop, as `test.use({ variables: { PAYMENTS: "demo" } })`. */
  variables: Record<string, string>
}

const oid = { int8: 20, date: 1082, dateArray: 1182, textArray: 1009 }
types.setTypeParser(oid.int8, Number)
types.setTypeParser(oid.date, (text) => text)
types.setTypeParser(oid.dateArray, types.getTypeParser(oid.textArray))

/** A shop of a test's own, or of all the read-only tests of one worker. */
type OpenShop = { shop: Shop; printed(): string; close(): Promise<void> }

export const test = base.extend<Options & { shop: Shop }>({
  variables: [{}, { option: true }],

  shop: async ({ variables }, use, testInfo) => {
    const { shop, printed, close } = await openShop(variables)
    try {
      await use(shop)
    } finally {
      await close()
      if (testInfo.status !== testInfo.expectedStatus) {
        await testInfo.attach("server.log", { body: printed(), contentType: "text/plain" })
      }
    }
  },

  baseURL: async ({ shop }, use) => use(shop.url),
})

/** For tests that only look: they share one shop, which is quicker than a server for each. What they write stays for the others. */
export const readOnlyTest = base.extend<{ shop: Shop }, { sharedShop: OpenShop; sharedVariables: Options["variables"] }>({
  sharedVariables: [{}, { option: true, scope: "worker" }],

  sharedShop: [
    async ({ sharedVariables }, use) => {
      const opened = await openShop(sharedVariables)
      await use(opened)
      await opened.close()
    },
    { scope: "worker" },
  ],

  shop: async ({ sharedShop: { shop, printed } }, use, testInfo) => {
    const before = printed().length
    await use(shop)
    if (testInfo.status !== testInfo.expectedStatus) {
      await testInfo.attach("server.log", { body: printed().slice(before), contentType: "text/plain" })
    }
  },

  baseURL: async ({ shop }, use) => use(shop.url),
})

async function openShop(variables: Options["variables"]): Promise<OpenShop> {
  const clusterUrl = process.env["TEST_CLUSTER_URL"] ?? ""
  const name = `shop_${randomBytes(6).toString("hex")}`
  const dataDir = await mkdtemp(path.join(os.tmpdir(), "guinguette-shop-"))
  const [databaseUrl] = await Promise.all([
    cloneTemplate(clusterUrl, demonstrationTemplate, name),
    cp(process.env[templateFiles] ?? "", dataDir, { recursive: true, mode: constants.COPYFILE_FICLONE }),
  ])
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
    ...variables,
  }
  const pool = new Pool({ connectionString: databaseUrl, max: 4 })
  pool.on("error", () => undefined)
  let server: ServerProcess = await runServer("serve", environment)
  let earlier = ""
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
    sql: async <Row extends Record<string, unknown>>(text: string, values: readonly unknown[] = []) =>
      (await pool.query<Row>(text, [...values])).rows,
    restart,
  }
  return {
    shop,
    printed: () => earlier + server.printed(),
    async close() {
      await server.stop()
      await pool.end()
      await dropDatabase(clusterUrl, name)
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

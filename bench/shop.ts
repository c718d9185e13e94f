import { mkdtemp, open, rm } from "node:fs/promises"
import os from "node:os"
import path from "node:path"
import { type ServerProcess, administrator, runServer } from "../tests/harness/server-process.ts"
import { type Databases, openDatabases } from "./database.ts"

/** The built server with the demonstration catalogue, in a process of its own, or in several: `urls` has the address of each. */
export type Shop = {
  url: string
  urls: readonly string[]
  pid: number
  /** Empties the log: minutes of load would fill a disk. */
  emptyLog(): Promise<void>
  close(): Promise<void>
}

/** What the server of a shop is given; its administrator is the one who signs in. */
function variablesOf(url: string, dataDir: string) {
  return {
    DATABASE_URL: url,
    DATA_DIR: dataDir,
    SEED: "demo",
    HOST: "127.0.0.1",
    PORT: "0",
    ROLE: "web",
    ADMIN_EMAIL: administrator.email,
    ADMIN_PASSWORD: administrator.password,
  }
}

/** Fills an empty database with the demonstration, and a folder with its files: a copy of the database goes with them too. */
export async function prepareShop(url: string, dataDir: string): Promise<void> {
  await runServer("prepare", variablesOf(url, dataDir))
}

/**
 * Serves the shop of a database, by default of DATABASE_URL, with its files in a folder, by default DATA_DIR; or one made
 * for the occasion. In so many processes.
 */
export async function openShop(
  given: string | undefined = process.env["DATABASE_URL"],
  files: string | undefined = process.env["DATA_DIR"],
  processes = 1,
): Promise<Shop> {
  const databases: Databases | null = given ? null : await openDatabases()
  const dataDir = files ?? (await mkdtemp(path.join(os.tmpdir(), "guinguette-bench-")))
  const variables = variablesOf(given ?? (await databases?.create()) ?? "", dataDir)
  await runServer("prepare", variables)
  // Their log goes to a file, as an operator's does: whoever measures does not read it meanwhile.
  const log = await open(path.join(dataDir, "server.log"), "a")
  const servers: ServerProcess[] = []
  for (let index = 0; index < processes; index++) servers.push(await runServer("serve", variables, log.fd))
  // This name has one address only, and nothing is looked up.
  const urls = servers.map(({ told }) => addressIn(told).replace("localhost", "127.0.0.1"))
  return {
    url: urls[0] ?? "",
    urls,
    pid: servers[0]?.child.pid ?? 0,
    emptyLog: () => log.truncate(),
    async close() {
      await Promise.all(servers.map((server) => server.stop()))
      await log.close()
      await databases?.close()
      if (!files) await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** The `url` that a server says it listens on. */
export function addressIn(told: unknown): string {
  const url = typeof told === "object" && told !== null && "url" in told ? told.url : null
  if (typeof url !== "string") throw new Error("The server did not say where it listens")
  return url
}

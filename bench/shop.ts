import { mkdtemp, open, rm } from "node:fs/promises"
import os from "node:os"
import path from "node:path"
import { type ServerProcess, administrator, runServer } from "../tests/harness/server-process.ts"
import { type Databases, openDatabases } from "./database.ts"

export type Shop = {
  url: string
  urls: readonly string[]
  pid: number
  /** Minutes of load would fill the disk. */
  emptyLog(): Promise<void>
  close(): Promise<void>
}

function serverVariables(url: string, dataDir: string) {
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

export async function prepareShop(url: string, dataDir: string): Promise<void> {
  await runServer("prepare", serverVariables(url, dataDir))
}

export async function openShop(
  databaseUrl: string | undefined = process.env["DATABASE_URL"],
  files: string | undefined = process.env["DATA_DIR"],
  processes = 1,
): Promise<Shop> {
  const databases: Databases | null = databaseUrl ? null : await openDatabases()
  const dataDir = files ?? (await mkdtemp(path.join(os.tmpdir(), "guinguette-bench-")))
  const variables = serverVariables(databaseUrl ?? (await databases?.create()) ?? "", dataDir)
  await runServer("prepare", variables)
  // Logs go to a file, because reading them would disturb the measurement.
  const log = await open(path.join(dataDir, "server.log"), "a")
  const servers: ServerProcess[] = []
  for (let index = 0; index < processes; index++) servers.push(await runServer("serve", variables, log.fd))
  // "localhost" may resolve to two addresses; 127.0.0.1 needs no lookup.
  const urls = servers.map(({ readyMessage }) => addressIn(readyMessage).replace("localhost", "127.0.0.1"))
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

export function addressIn(message: unknown): string {
  const url = typeof message === "object" && message !== null && "url" in message ? message.url : null
  if (typeof url !== "string") throw new Error("The server did not say where it listens")
  return url
}

import { mkdtemp, open, rm } from "node:fs/promises"
import os from "node:os"
import path from "node:path"
import { runServer } from "../tests/harness/server-process.ts"
import { type Databases, openDatabases } from "./database.ts"

/** The built server with the demonstration catalogue, in a process of its own. */
export type Shop = { url: string; close(): Promise<void> }

/** Serves the shop of a database, by default of DATABASE_URL (with its files in DATA_DIR), or one made for the occasion. */
export async function openShop(given: string | undefined = process.env["DATABASE_URL"]): Promise<Shop> {
  const files = process.env["DATA_DIR"]
  const databases: Databases | null = given ? null : await openDatabases()
  const dataDir = files ?? (await mkdtemp(path.join(os.tmpdir(), "guinguette-bench-")))
  const variables = {
    DATABASE_URL: given ?? (await databases?.create()) ?? "",
    DATA_DIR: dataDir,
    SEED: "demo",
    HOST: "127.0.0.1",
    PORT: "0",
    ROLE: "web",
  }
  await runServer("prepare", variables)
  // Its log goes to a file, as an operator's does: whoever measures does not read it meanwhile.
  const log = await open(path.join(dataDir, "server.log"), "a")
  const server = await runServer("serve", variables, log.fd)
  return {
    // This name has one address only, and nothing is looked up.
    url: addressIn(server.told).replace("localhost", "127.0.0.1"),
    async close() {
      await server.stop()
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

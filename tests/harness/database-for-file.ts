import { randomBytes } from "node:crypto"
import { mkdtemp, rm } from "node:fs/promises"
import os from "node:os"
import path from "node:path"
import { afterAll, inject } from "vitest"
import { cloneTemplate, dropDatabase, migratedTemplate } from "./cluster.ts"

// Each test file has a process of its own. Before it imports anything of the server, its environment points to a
// database and a data folder that no other file knows.
const clusterUrl = inject("clusterUrl")
const name = `file_${randomBytes(6).toString("hex")}`
const dataDir = await mkdtemp(path.join(os.tmpdir(), "guinguette-files-"))

Object.assign(process.env, {
  DATABASE_URL: await cloneTemplate(clusterUrl, migratedTemplate, name),
  DATA_DIR: dataDir,
  SEED: "none",
  ORIGIN: "http://localhost:3000",
})

afterAll(async () => {
  const { pool } = await import("../../server/database.server.ts")
  const patience = new Promise((resolve) => setTimeout(resolve, 1_000).unref())
  await Promise.race([pool.end().catch(() => undefined), patience])
  await dropDatabase(clusterUrl, name)
  await rm(dataDir, { recursive: true, force: true })
})

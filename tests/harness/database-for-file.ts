import { randomBytes } from "node:crypto"
import { mkdir, rm } from "node:fs/promises"
import path from "node:path"
import { afterAll, inject } from "vitest"
import { cloneTemplate, dropDatabase, migratedTemplate } from "./cluster.ts"

// Each test file has a process of its own. Before it imports anything of the server, its environment points to a
// database and a data folder that no other file knows.
const clusterUrl = inject("clusterUrl")
const name = `file_${randomBytes(6).toString("hex")}`
const dataDir = path.join(inject("filesFolder"), name)
await mkdir(dataDir)

Object.assign(process.env, {
  DATABASE_URL: await cloneTemplate(clusterUrl, migratedTemplate, name),
  DATA_DIR: dataDir,
  SEED: "none",
  ORIGIN: "http://localhost:3000",
})

// What the server logs belongs to the test that made it log, and Vitest shows that only when the test fails.
process.stdout.write = (chunk: string | Uint8Array) => {
  console.log(String(chunk).trimEnd())
  return true
}

afterAll(async () => {
  const { pool } = await import("../../server/database.server.ts")
  const patience = new Promise((resolve) => setTimeout(resolve, 1_000).unref())
  await Promise.race([pool.end().catch(() => undefined), patience])
  await dropDatabase(clusterUrl, name)
  await rm(dataDir, { recursive: true, force: true })
})

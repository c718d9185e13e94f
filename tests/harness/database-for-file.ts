import { rm } from "node:fs/promises"
import { afterAll, afterEach, inject } from "vitest"
import { dropDatabase } from "./cluster.ts"
import { expectMattersKept } from "./database.ts"
import { makePlace } from "./environment-for-file.ts"
import { hashCheaply } from "./hashing.ts"

// For a file that has a thread of its own: own-thread.ts.
hashCheaply()
const { name, dataDir } = await makePlace()

afterEach(expectMattersKept)
afterAll(async () => {
  const { pool } = await import("../../server/platform/database.server.ts")
  const patience = new Promise((resolve) => setTimeout(resolve, 1_000).unref())
  await Promise.race([pool.end().catch(() => undefined), patience])
  await dropDatabase(inject("clusterUrl"), name)
  await rm(dataDir, { recursive: true, force: true })
})

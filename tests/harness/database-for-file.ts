import { rm } from "node:fs/promises"
import { afterAll, afterEach, inject } from "vitest"
import { dropDatabase } from "./cluster.ts"
import { expectOpenMattersCorrect } from "./database.ts"
import { makeTestEnvironment } from "./environment-for-file.ts"
import { hashCheaply } from "./hashing.ts"

hashCheaply()
const { name, dataDir } = await makeTestEnvironment()

afterEach(expectOpenMattersCorrect)
afterAll(async () => {
  const { pool } = await import("../../server/platform/database.server.ts")
  const patience = new Promise((resolve) => setTimeout(resolve, 1_000).unref())
  await Promise.race([pool.end().catch(() => undefined), patience])
  await dropDatabase(inject("clusterUrl"), name)
  await rm(dataDir, { recursive: true, force: true })
})

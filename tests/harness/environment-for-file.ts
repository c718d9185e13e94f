// Imported before the environment is set: must not import environment.server.ts.
import { randomBytes } from "node:crypto"
import { mkdir } from "node:fs/promises"
import path from "node:path"
import { inject } from "vitest"
import { cloneTemplate, migratedTemplate } from "./cluster.ts"

export interface TestEnvironment {
  readonly name: string
  readonly dataDir: string
}

/** Sets the environment to a private database and data folder, before the server is imported. */
export async function makeTestEnvironment(): Promise<TestEnvironment> {
  const name = `file_${randomBytes(6).toString("hex")}`
  const dataDir = path.join(inject("filesFolder"), name)
  await mkdir(dataDir)
  Object.assign(process.env, {
    DATABASE_URL: await cloneTemplate(inject("clusterUrl"), migratedTemplate, name),
    DATA_DIR: dataDir,
    SEED: "none",
    ORIGIN: "http://localhost:3000",
  })
  // The server's log belongs to its test: Vitest shows it when the test fails.
  process.stdout.write = (chunk: string | Uint8Array) => {
    console.log(String(chunk).trimEnd())
    return true
  }
  return { name, dataDir }
}

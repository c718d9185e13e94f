// Imported before a test's environment is set, as cluster.ts is.
import { randomBytes } from "node:crypto"
import { mkdir } from "node:fs/promises"
import path from "node:path"
import { inject } from "vitest"
import { cloneTemplate, migratedTemplate } from "./cluster.ts"

export interface Place {
  /** Of the database. */
  readonly name: string
  readonly dataDir: string
}

/** A database and a data folder that nobody else knows, to which the environment points before the server is imported. */
export async function makePlace(): Promise<Place> {
  const name = `file_${randomBytes(6).toString("hex")}`
  const dataDir = path.join(inject("filesFolder"), name)
  await mkdir(dataDir)
  Object.assign(process.env, {
    DATABASE_URL: await cloneTemplate(inject("clusterUrl"), migratedTemplate, name),
    DATA_DIR: dataDir,
    SEED: "none",
    ORIGIN: "http://localhost:3000",
  })
  // What the server logs belongs to the test that made it log, and Vitest shows that only when the test fails.
  process.stdout.write = (chunk: string | Uint8Array) => {
    console.log(String(chunk).trimEnd())
    return true
  }
  return { name, dataDir }
}

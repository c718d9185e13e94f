import { mkdtemp, readdir, rm } from "node:fs/promises"
import os from "node:os"
import path from "node:path"
import { startEmbedded } from "../../server/database/embedded.ts"
import { migrateDatabase } from "../../tests/harness/cluster-for-run.ts"
import { cloneTemplate, makeTemplate, migratedTemplate } from "../../tests/harness/cluster.ts"
import { killAll, run } from "../checks/program.ts"
import { giveUp, say } from "../operator.ts"

const ending = ".proof.ts"
const all = (await readdir("proofs"))
  .filter((name) => name.endsWith(ending))
  .map((name) => name.replace(ending, ""))
  .toSorted()
const asked = process.argv.slice(2)
const unknown = asked.find((name) => !all.includes(name))
if (unknown !== undefined) {
  say(`There is no proof “${unknown}”. There are: ${all.join(", ")}.`)
  process.exit(2)
}

// As safe as the real one, gone afterwards.
const dataDir = await mkdtemp(path.join(os.tmpdir(), "guinguette-prove-"))
let stopDatabase: () => Promise<void> = () => Promise.resolve()

async function close(): Promise<void> {
  await stopDatabase()
  await rm(dataDir, { recursive: true, force: true })
}

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP", "disconnect"]) {
  process.once(signal, () => {
    killAll()
    void close().finally(() => process.exit(130))
  })
}

try {
  const failed = await prove(asked.length > 0 ? all.filter((name) => asked.includes(name)) : all)
  await close()
  if (failed.length > 0) say(`Not proven: ${failed.join(", ")}`)
  process.exit(failed.length > 0 ? 1 : 0)
} catch (error) {
  await close()
  giveUp(error)
}

/** Runs each proof in a process and on a migrated database of its own, and answers those that found something wrong. */
async function prove(names: readonly string[]): Promise<string[]> {
  const cluster = await startEmbedded({ dataDir, purpose: "npm run prove" })
  stopDatabase = cluster.stop
  const url = cluster.urlFor("postgres")
  await makeTemplate(url, migratedTemplate, migrateDatabase)
  const failed: string[] = []
  for (const name of names) {
    const database = await cloneTemplate(url, migratedTemplate, `prove_${name.replace(/\W/g, "_")}`)
    const env = { DATABASE_URL: database, DATA_DIR: dataDir, SEED: "none", ORIGIN: "http://localhost:3000" }
    const { code, seconds } = await run([path.join("proofs", `${name}${ending}`)], { shown: true, env })
    if (code !== 0) failed.push(name)
    say(`(${Math.round(seconds)} s)`)
    say()
  }
  return failed
}

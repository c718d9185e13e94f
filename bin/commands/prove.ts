import { readdir } from "node:fs/promises"
import path from "node:path"
import { migrateDatabase } from "../../tests/harness/cluster-for-run.ts"
import { cloneTemplate, makeTemplate, migratedTemplate } from "../../tests/harness/cluster.ts"
import { run } from "../checks/program.ts"
import { say } from "../operator.ts"
import { withThrowawayCluster } from "./throwaway-cluster.ts"

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

const names = asked.length > 0 ? all.filter((name) => asked.includes(name)) : all
await withThrowawayCluster({ purpose: "npm run prove", failure: "Not proven" }, prove)

/** Runs each proof in a process and on a migrated database of its own, and answers those that found something wrong. */
async function prove({ dataDir, url }: { dataDir: string; url: string }): Promise<string[]> {
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

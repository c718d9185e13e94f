import { readdir } from "node:fs/promises"
import path from "node:path"
import { migrateDatabase } from "../../tests/harness/cluster-for-run.ts"
import { cloneTemplate, makeTemplate, migratedTemplate } from "../../tests/harness/cluster.ts"
import { run } from "../checks/program.ts"
import { say } from "../operator.ts"
import { withThrowawayCluster } from "./throwaway-cluster.ts"

const suffix = ".proof.ts"
const all = (await readdir("proofs"))
  .filter((name) => name.endsWith(suffix))
  .map((name) => name.replace(suffix, ""))
  .toSorted()
const requested = process.argv.slice(2)
const unknown = requested.find((name) => !all.includes(name))
if (unknown !== undefined) {
  say(`There is no proof “${unknown}”. There are: ${all.join(", ")}.`)
  process.exit(2)
}

const names = requested.length > 0 ? all.filter((name) => requested.includes(name)) : all
await withThrowawayCluster({ purpose: "npm run prove", failure: "Not proven" }, prove)

async function prove({ dataDir, url }: { dataDir: string; url: string }): Promise<string[]> {
  await makeTemplate(url, migratedTemplate, migrateDatabase)
  const failed: string[] = []
  for (const name of names) {
    const database = await cloneTemplate(url, migratedTemplate, `prove_${name.replace(/\W/g, "_")}`)
    const env = { DATABASE_URL: database, DATA_DIR: dataDir, SEED: "none", ORIGIN: "http://localhost:3000" }
    const { code, seconds } = await run([path.join("proofs", `${name}${suffix}`)], { inheritOutput: true, env })
    if (code !== 0) failed.push(name)
    say(`(${Math.round(seconds)} s)`)
    say()
  }
  return failed
}

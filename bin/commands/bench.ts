import { mkdtemp, readdir, rm } from "node:fs/promises"
import os from "node:os"
import path from "node:path"
import { startEmbedded } from "../../server/database/embedded.ts"
import { cloneTemplate, makeTemplate } from "../../tests/harness/cluster.ts"
import { administrator, demonstrationTemplate, runServer } from "../../tests/harness/server-process.ts"
import { killAll, run } from "../checks/program.ts"
import { giveUp, OperatorProblem, say } from "../operator.ts"

process.env["NODE_ENV"] = "production"

// A database of their own, as safe (and so as slow) as the real one, gone afterwards.
const dataDir = await mkdtemp(path.join(os.tmpdir(), "guinguette-bench-"))
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
  const failed = await benchmark(process.argv.slice(2))
  await close()
  if (failed.length > 0) say(`Beyond their limit, or broken: ${failed.join(", ")}`)
  process.exit(failed.length > 0 ? 1 : 0)
} catch (error) {
  await close()
  giveUp(error)
}

/** Runs every bench/*.bench.ts whose name holds one of `words` (all of them without a word) and answers those that failed. */
async function benchmark(words: readonly string[]): Promise<string[]> {
  const files = (await readdir("bench")).filter((name) => name.endsWith(".bench.ts")).toSorted()
  const chosen = files.filter((name) => words.length === 0 || words.some((word) => name.includes(word)))
  if (chosen.length === 0)
    throw new OperatorProblem(`No benchmark has such a name. There are: ${files.join(", ") || "none"}.`)
  const cluster = await startEmbedded({ dataDir, purpose: "npm run bench" })
  stopDatabase = cluster.stop
  const url = cluster.urlFor("postgres")
  const shopFiles = path.join(dataDir, "files")
  await makeTemplate(url, demonstrationTemplate, async (draft) => {
    await runServer("prepare", {
      DATABASE_URL: draft,
      DATA_DIR: shopFiles,
      SEED: "demo",
      ADMIN_EMAIL: administrator.email,
      ADMIN_PASSWORD: administrator.password,
    })
  })
  const failed: string[] = []
  for (const file of chosen) {
    const name = file.replace(".bench.ts", "")
    say(name)
    const database = await cloneTemplate(url, demonstrationTemplate, `bench_${name.replace(/\W/g, "_")}`)
    const env = { DATABASE_URL: database, TEST_CLUSTER_URL: url, DATA_DIR: shopFiles, SEED: "none" }
    const { code } = await run([path.join("bench", file)], { shown: true, env })
    if (code !== 0) failed.push(name)
    say()
  }
  return failed
}

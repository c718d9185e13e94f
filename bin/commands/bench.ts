import { readdir } from "node:fs/promises"
import path from "node:path"
import { cloneTemplate, makeTemplate } from "../../tests/harness/cluster.ts"
import { administrator, demonstrationTemplate, runServer } from "../../tests/harness/server-process.ts"
import { run } from "../checks/program.ts"
import { giveUp, OperatorProblem, say } from "../operator.ts"
import { withThrowawayCluster } from "./throwaway-cluster.ts"

process.env["NODE_ENV"] = "production"

const words = process.argv.slice(2)
const files = (await readdir("bench")).filter((name) => name.endsWith(".bench.ts")).toSorted()
const chosen = files.filter((name) => words.length === 0 || words.some((word) => name.includes(word)))
if (chosen.length === 0) {
  giveUp(new OperatorProblem(`No benchmark has such a name. There are: ${files.join(", ") || "none"}.`))
}

await withThrowawayCluster({ purpose: "npm run bench", failure: "Beyond their limit, or broken" }, benchmark)

async function benchmark({ dataDir, url }: { dataDir: string; url: string }): Promise<string[]> {
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
    const { code } = await run([path.join("bench", file)], { inheritOutput: true, env })
    if (code !== 0) failed.push(name)
    say()
  }
  return failed
}

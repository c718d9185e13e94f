import { existsSync } from "node:fs"
import { availableParallelism } from "node:os"
import path from "node:path"
import { Stryker } from "../../instruments/stryker.ts"
import { giveUp, OperatorProblem, say } from "../operator.ts"

// Breaks the rules on purpose, one small change at a time, and counts the changes that some test notices. What no test
// notices is a rule that could be wrong without anybody knowing.

/** What is mutated without a word. */
const everything = ["domain", "isomorphic"]

/** Percent of the mutants that some test must notice. */
const enough = 95

try {
  process.exit((await mutate(process.argv.slice(2))) >= enough ? 0 : 1)
} catch (error) {
  giveUp(error)
}

/** Mutates what lies under `places` (folders or files), prints who survived and a score for each folder, answers the whole score. */
async function mutate(places: readonly string[]): Promise<number> {
  const missing = places.find((place) => !existsSync(place))
  if (missing) throw new OperatorProblem(`There is no “${missing}”. Use: npm run mutate -- domain/pricing`)
  const mutants = await new Stryker({
    mutate: [...patterns(places.length > 0 ? places : everything), "!**/*.{test,fixture}.ts"],
    testRunner: "vitest",
    // Only the tests beside the rules: they need no database, and a rule is to be held by its own examples.
    vitest: { configFile: "tests/harness/rules-only.vitest.ts" },
    plugins: ["@stryker-mutator/vitest-runner"],
    ignorePatterns: [
      "/*",
      ...[...everything, "app/styles", "tests/harness/rules-only.vitest.ts", "package.json"].map((kept) => `!/${kept}`),
    ],
    // TypeScript 7 has no programming interface: Stryker is to leave our configuration alone.
    tsconfigFile: "none",
    concurrency: availableParallelism(),
    tempDirName: ".tmp/stryker",
    reporters: process.stdout.isTTY ? ["clear-text", "html", "progress"] : ["clear-text", "html"],
    htmlReporter: { fileName: ".tmp/mutation/report.html" },
    clearTextReporter: {
      allowColor: process.stdout.isTTY,
      logTests: false,
      reportTests: false,
      reportScoreTable: false,
    },
  }).runMutationTest()
  return table(mutants)
}

function patterns(places: readonly string[]): string[] {
  return places.map((place) => (/\.ts(:\d|$)/.test(place) ? place : `${place.replace(/\/+$/, "")}/**/*.ts`))
}

type Mutants = Awaited<ReturnType<Stryker["runMutationTest"]>>

/** One line for each folder, then all of it. */
function table(mutants: Mutants): number {
  const folders = Map.groupBy(mutants, ({ fileName }) => path.relative(process.cwd(), path.dirname(fileName)))
  for (const [folder, those] of [...folders].toSorted()) line(folder, those)
  return line("all", mutants)
}

/** A mutant that never ends was noticed too. Those that cannot run, or are left out with a reason, do not count. */
function line(name: string, mutants: Mutants): number {
  const count = (...statuses: string[]) => mutants.filter(({ status }) => statuses.includes(status)).length
  const noticed = count("Killed", "Timeout")
  const total = noticed + count("Survived", "NoCoverage")
  const score = total === 0 ? 100 : (100 * noticed) / total
  say(`${name.padEnd(24)} ${score.toFixed(1).padStart(6)} %   ${noticed} of ${total}`)
  return score
}

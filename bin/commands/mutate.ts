import { existsSync } from "node:fs"
import { availableParallelism } from "node:os"
import path from "node:path"
import { Stryker } from "../../instruments/stryker.ts"
import { giveUp, OperatorProblem, say } from "../operator.ts"

// Mutation testing: a surviving mutant is a rule no test protects.

const defaultFolders = ["domain", "isomorphic"]

/** Percent. */
const requiredScore = 95

try {
  process.exit((await mutate(process.argv.slice(2))) >= requiredScore ? 0 : 1)
} catch (error) {
  giveUp(error)
}

async function mutate(places: readonly string[]): Promise<number> {
  const missing = places.find((place) => !existsSync(place))
  if (missing) throw new OperatorProblem(`There is no “${missing}”. Use: npm run mutate -- domain/pricing`)
  const mutants = await new Stryker({
    mutate: [...patterns(places.length > 0 ? places : defaultFolders), "!**/*.{test,fixture}.ts"],
    testRunner: "vitest",
    // Unit tests only: rules must be covered by their own examples.
    vitest: { configFile: "tests/harness/rules-only.vitest.ts" },
    plugins: ["@stryker-mutator/vitest-runner"],
    ignorePatterns: [
      "/*",
      ...[...defaultFolders, "app/styles", "tests/harness/rules-only.vitest.ts", "package.json"].map(
        (entry) => `!/${entry}`,
      ),
    ],
    // TypeScript 7 has no programming interface, so Stryker must leave our configuration alone.
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
  return printScores(mutants)
}

function patterns(places: readonly string[]): string[] {
  return places.map((place) => (/\.ts(:\d|$)/.test(place) ? place : `${place.replace(/\/+$/, "")}/**/*.ts`))
}

type Mutants = Awaited<ReturnType<Stryker["runMutationTest"]>>

function printScores(mutants: Mutants): number {
  const folders = Map.groupBy(mutants, ({ fileName }) => path.relative(process.cwd(), path.dirname(fileName)))
  for (const [folder, folderMutants] of [...folders].toSorted()) printScore(folder, folderMutants)
  return printScore("all", mutants)
}

function printScore(name: string, mutants: Mutants): number {
  const count = (...statuses: string[]) => mutants.filter(({ status }) => statuses.includes(status)).length
  const detected = count("Killed", "Timeout")
  const total = detected + count("Survived", "NoCoverage")
  const score = total === 0 ? 100 : (100 * detected) / total
  say(`${name.padEnd(24)} ${score.toFixed(1).padStart(6)} %   ${detected} of ${total}`)
  return score
}

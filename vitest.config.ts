import { availableParallelism } from "node:os"
import { defineConfig } from "vitest/config"
import { ownThread } from "./tests/harness/own-thread.ts"
import { WaitingFirst } from "./tests/harness/waiting-first.ts"

/** Packages of hundreds of small files, which each test file would load anew: each is made one file first, and kept. */
const manyFiles = ["drizzle-orm", "drizzle-orm/node-postgres", "drizzle-orm/pg-core"]
/** What they share with the product: its settings hold for both (pg), or it must be one (React). */
const oneCopy = ["pg", "react", "react-dom"]
const integration = "{server,seed,tests}/**/*.test.ts"
/** What posts a form knows the failures of the database (server/platform/unavailable.ts). */
const posting = "app/http/forms.server.test.ts"
const elsewhere = ["server/platform/geocoding/**", "tests/{architecture,words,harness}/**"]
const alone = ownThread(integration)
const withDatabase = {
  globalSetup: ["tests/harness/cluster-for-run.ts"],
  deps: { optimizer: { ssr: { enabled: true, include: manyFiles, exclude: oneCopy } } },
}

export default defineConfig({
  test: {
    // One more than there are cores, as long as some wait.
    maxWorkers: Math.min(availableParallelism(), 4) + 1,
    sequence: { sequencer: WaitingFirst },
    // A thread starts with half the work of a process, and has its own modules and environment as well.
    pool: "threads",
    // Generous, so that a busy machine fails no test that only needs longer: what computes for two seconds took twenty there.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    // A line logged by a test that passes is noise.
    silent: "passed-only",
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          // Nothing that these tests ask keeps anything: they share the modules, which most of the time went into loading.
          isolate: false,
          include: [
            "domain/**/*.test.ts",
            "isomorphic/**/*.test.ts",
            "app/**/*.test.{ts,tsx}",
            "server/platform/geocoding/**/*.test.ts",
            "tests/{architecture,words,harness}/*.test.ts",
            "{bench,bin}/**/*.test.ts",
          ],
          exclude: [posting],
        },
      },
      {
        extends: true,
        test: {
          name: "integration",
          // A thread loads the server once; each file has a database and a data folder as new all the same.
          isolate: false,
          include: [integration, posting],
          exclude: [...elsewhere, ...alone],
          setupFiles: ["tests/harness/database-for-thread.ts"],
          ...withDatabase,
        },
      },
      {
        extends: true,
        test: {
          name: "integration, alone",
          include: alone,
          exclude: elsewhere,
          setupFiles: ["tests/harness/database-for-file.ts"],
          ...withDatabase,
        },
      },
    ],
  },
})

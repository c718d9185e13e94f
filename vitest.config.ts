import { availableParallelism } from "node:os"
import { defineConfig } from "vitest/config"
import { ownThread } from "./tests/harness/own-thread.ts"
import { WaitingFirst } from "./tests/harness/slow-files-first.ts"

/** Prebundled, because each test file would load their hundreds of files anew. */
const prebundledPackages = ["drizzle-orm", "drizzle-orm/node-postgres", "drizzle-orm/pg-core"]
/** Must stay single: pg shares settings with the product, React must be one. */
const sharedPackages = ["pg", "react", "react-dom"]
const integration = "{server,seed,tests}/**/*.test.ts"
/** Posting forms needs the database's error handling (server/platform/unavailable.ts). */
const formsTest = "app/http/forms.server.test.ts"
const unitTestFiles = ["server/platform/geocoding/**", "tests/{architecture,words,harness}/**"]
const isolatedFiles = ownThread(integration)
const withDatabase = {
  globalSetup: ["tests/harness/cluster-for-run.ts"],
  deps: { optimizer: { ssr: { enabled: true, include: prebundledPackages, exclude: sharedPackages } } },
}

export default defineConfig({
  test: {
    // One more than the cores, because some tests wait.
    maxWorkers: Math.min(availableParallelism(), 4) + 1,
    sequence: { sequencer: WaitingFirst },
    // Threads start in half the time of processes.
    pool: "threads",
    // Generous for busy machines, where two seconds can take twenty.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    silent: "passed-only",
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          // These tests keep no state, so they share modules.
          isolate: false,
          include: [
            "domain/**/*.test.ts",
            "isomorphic/**/*.test.ts",
            "app/**/*.test.{ts,tsx}",
            "server/platform/geocoding/**/*.test.ts",
            "tests/{architecture,words,harness}/*.test.ts",
            "{bench,bin}/**/*.test.ts",
          ],
          exclude: [formsTest],
        },
      },
      {
        extends: true,
        test: {
          name: "integration",
          // Each thread loads the server once; every file still gets a fresh database and data folder.
          isolate: false,
          include: [integration, formsTest],
          exclude: [...unitTestFiles, ...isolatedFiles],
          setupFiles: ["tests/harness/database-for-thread.ts"],
          ...withDatabase,
        },
      },
      {
        extends: true,
        test: {
          name: "integration, alone",
          include: isolatedFiles,
          exclude: unitTestFiles,
          setupFiles: ["tests/harness/database-for-file.ts"],
          ...withDatabase,
        },
      },
    ],
  },
})

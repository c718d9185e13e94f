import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    maxWorkers: 2,
    // Generous, so that a busy machine fails no test that only needs longer.
    testTimeout: 20_000,
    hookTimeout: 30_000,
    // A line logged by a test that passes is noise.
    silent: "passed-only",
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: [
            "domain/**/*.test.ts",
            "isomorphic/**/*.test.ts",
            "app/**/*.test.{ts,tsx}",
            "tests/architecture/*.test.ts",
            "bench/**/*.test.ts",
          ],
        },
      },
      {
        extends: true,
        test: {
          name: "integration",
          include: ["server/**/*.test.ts", "seed/**/*.test.ts", "bin/**/*.test.ts", "tests/**/*.test.ts"],
          exclude: ["tests/architecture/**"],
          globalSetup: ["tests/harness/cluster-for-run.ts"],
          setupFiles: ["tests/harness/database-for-file.ts"],
        },
      },
    ],
  },
})

import { defineConfig } from "vitest/config"

// Run by `npm run mutate` for each mutant: unit tests of the rules, without database or server.
export default defineConfig({
  test: { include: ["domain/**/*.test.ts", "isomorphic/**/*.test.ts"], testTimeout: 20_000, reporters: [] },
})

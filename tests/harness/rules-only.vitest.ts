import { defineConfig } from "vitest/config"

// What `npm run mutate` runs for each mutant: the tests beside the rules, which need neither a database nor a server.
export default defineConfig({
  test: { include: ["domain/**/*.test.ts", "isomorphic/**/*.test.ts"], testTimeout: 20_000, reporters: [] },
})

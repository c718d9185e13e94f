import { availableParallelism } from "node:os"
import { defineConfig, devices } from "@playwright/test"
import { findBrowser } from "./tests/harness/browser.ts"

// To see what a failure looked like: `PAINT=1`.
const paints = Boolean(process.env["PAINT"])
const { executablePath, args, env } = await findBrowser({ paints })
const report = process.env["PLAYWRIGHT_JSON_OUTPUT_NAME"]

export default defineConfig({
  testDir: "tests/browser",
  testMatch: "**/*.spec.ts",
  outputDir: "test-results",
  globalSetup: "./tests/harness/shop-for-run.ts",
  fullyParallel: true,
  forbidOnly: Boolean(process.env["CI"]),
  // Each waits for a clock, a file or an animation for a part of its time: one more than there are cores.
  workers: Math.min(availableParallelism(), 4) + 1,
  // Generous, so that a busy machine fails no test that only needs longer: what waits in vain says so much sooner.
  timeout: 600_000,
  retries: 0,
  expect: { timeout: 10_000 },
  reporter: report ? [["list"], ["json"]] : [["list"]],
  use: {
    ...devices["Desktop Chrome"],
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    // Playwright waits until what it presses stands still.
    contextOptions: { reducedMotion: "reduce" },
    locale: "fr-FR",
    timezoneId: "Europe/Paris",
    screenshot: paints ? "only-on-failure" : "off",
    // Recording costs a third of the time: `--trace on` when a failure needs it.
    trace: "off",
    launchOptions: { executablePath, args, env: env },
  },
})

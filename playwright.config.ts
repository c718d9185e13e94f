import { defineConfig, devices } from "@playwright/test"
import { findBrowser } from "./tests/harness/browser.ts"

const { executablePath, args, env } = await findBrowser()
const report = process.env["PLAYWRIGHT_JSON_OUTPUT_NAME"]

export default defineConfig({
  testDir: "tests/browser",
  testMatch: "**/*.spec.ts",
  outputDir: "test-results",
  globalSetup: "./tests/harness/shop-for-run.ts",
  fullyParallel: true,
  forbidOnly: Boolean(process.env["CI"]),
  workers: 2,
  timeout: 60_000,
  // Once more on a machine that had something else to do; the list names what passed only then.
  retries: 1,
  expect: { timeout: 10_000 },
  reporter: report ? [["list"], ["json"]] : [["list"]],
  use: {
    ...devices["Desktop Chrome"],
    locale: "fr-FR",
    timezoneId: "Europe/Paris",
    screenshot: "only-on-failure",
    // Recording costs a third of the time: only what is tried again is recorded.
    trace: "on-first-retry",
    launchOptions: { executablePath, args, env: env },
  },
})

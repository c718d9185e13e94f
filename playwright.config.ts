import { availableParallelism } from "node:os"
import { defineConfig, devices } from "@playwright/test"
import { findBrowser } from "./tests/harness/browser.ts"

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
  // Tests often wait, so use one worker more than cores.
  workers: Math.min(availableParallelism(), 4) + 1,
  // Generous for busy machines: failing waits report sooner.
  timeout: 600_000,
  retries: 0,
  expect: { timeout: 10_000 },
  reporter: report ? [["list"], ["json"]] : [["list"]],
  use: {
    ...devices["Desktop Chrome"],
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    contextOptions: { reducedMotion: "reduce" },
    locale: "fr-FR",
    timezoneId: "Europe/Paris",
    screenshot: paints ? "only-on-failure" : "off",
    // Recording costs a third of the time.
    trace: "off",
    launchOptions: { executablePath, args, env: env },
  },
})

import { defineConfig } from "@playwright/test"
import usual from "../../playwright.config.ts"
import { findBrowser } from "../harness/browser.ts"

export default defineConfig({
  ...usual,
  testDir: ".",
  outputDir: "../../test-results/pictures",
  globalSetup: "../harness/shop-for-run.ts",
  workers: 1,
  retries: 0,
  use: { ...usual.use, launchOptions: await findBrowser({ paints: true }) },
})

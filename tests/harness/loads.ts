import { appendFileSync } from "node:fs"
import type { BrowserContext, TestInfo } from "@playwright/test"

/**
 * With `COUNT_LOADS=file`, a line for each test is added to that file: documents loaded in the test's own window, seconds,
 * title. Windows that a test opens for somebody else (`browser.newContext`) are not counted.
 */
export function countLoads(context: BrowserContext, testInfo: TestInfo): () => void {
  const file = process.env["COUNT_LOADS"]
  if (!file) return () => undefined
  let loads = 0
  const started = Date.now()
  context.on("request", (request) => {
    if (request.isNavigationRequest() && request.frame().parentFrame() === null) loads++
  })
  return () => {
    const seconds = ((Date.now() - started) / 1000).toFixed(1)
    appendFileSync(file, `${loads}\t${seconds}\t${testInfo.titlePath.join(" › ")}\n`)
  }
}

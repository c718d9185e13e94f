import { appendFileSync } from "node:fs"
import type { Page, TestInfo } from "@playwright/test"

export function countLoads(testInfo: TestInfo): { of(page: Page): void; write(): void } {
  const file = process.env["COUNT_LOADS"]
  if (!file) return { of: () => undefined, write: () => undefined }
  let loads = 0
  const started = Date.now()
  return {
    of(page) {
      page.context().on("request", (request) => {
        if (request.isNavigationRequest() && request.frame().parentFrame() === null) loads++
      })
    },
    write() {
      const seconds = ((Date.now() - started) / 1000).toFixed(1)
      appendFileSync(file, `${loads}\t${seconds}\t${testInfo.titlePath.join(" › ")}\n`)
    },
  }
}

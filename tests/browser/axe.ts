import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import type { Page } from "@playwright/test"
import type Axe from "axe-core"
import type { RunOptions } from "axe-core"
import { expect } from "../harness/shop.ts"

const source = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8")

const narrow = { width: 320, height: 800 }
export const desktop = { width: 1280, height: 900 }

/** Each rule with its offenders. Includes targets below 24 pixels. */
async function findViolations(page: Page, within?: string): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(source)
  return page.evaluate(runAxe, within)
}

/** Runs in the page. */
async function runAxe(within: string | undefined): Promise<string[]> {
  const { axe } = globalThis as unknown as { axe: typeof Axe }
  // A colour in transition from light to dark has no contrast of its own.
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  const transitions = document.getAnimations().filter((each) => each instanceof CSSTransition)
  await Promise.allSettled(transitions.map((each) => each.finished))
  const options: RunOptions = { resultTypes: ["violations"], rules: { "target-size": { enabled: true } } }
  const { violations } = await axe.run(within ?? document, options)
  return violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map(({ html, failureSummary }) => `${html.slice(0, 150)} (${failureSummary})`).join(" | ")}`,
  )
}

export async function expectAccessible(page: Page, within?: string): Promise<void> {
  expect(await findViolations(page, within)).toEqual([])
}

/** Narrow and light, then wide and dark. */
export async function violationsEverywhere(page: Page, askNarrow?: () => Promise<void>): Promise<string[]> {
  // A link that waits for its page is dimmed.
  await page.waitForFunction(() => document.querySelector("a[data-pending]") === null)
  await page.setViewportSize(narrow)
  const violations = (await findViolations(page)).map((each) => `320 px, ${each}`)
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  if (width > narrow.width) violations.push(`320 px, scrolls sideways: ${width}`)
  await askNarrow?.()
  await page.setViewportSize(desktop)
  await page.emulateMedia({ colorScheme: "dark" })
  violations.push(...(await findViolations(page)).map((each) => `desktop dark, ${each}`))
  await page.emulateMedia({ colorScheme: "light" })
  return violations
}

export async function expectAccessibleEverywhere(
  page: Page,
  name: string,
  askNarrow?: () => Promise<void>,
): Promise<void> {
  expect.soft(await violationsEverywhere(page, askNarrow), name).toEqual([])
}

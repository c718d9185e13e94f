import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import type { Page } from "@playwright/test"
import type { AxeResults, RunOptions } from "axe-core"
import { expect } from "../harness/shop.ts"

// The very axe of @axe-core/playwright, whose own builder loads it anew, one and a half megabytes, for each question. The
// minified one, in letters of one byte, is in the page at half the cost.
const requireOfBuilder = createRequire(createRequire(import.meta.url).resolve("@axe-core/playwright"))
const source = readFileSync(requireOfBuilder.resolve("axe-core/axe.min.js"), "utf8").replaceAll(
  /[\u0080-\uffff]/g,
  (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`,
)

/** Half of axe's time goes into the contrast of each text on its own: it is asked of one for each look that a page has. */
const LOOK = "data-look"
const contrastOfMarked = `${source}; axe.configure({ rules: [{ id: "color-contrast", selector: "[${LOOK}]" }] })`

const narrow = { width: 320, height: 800 }
export const desktop = { width: 1280, height: 900 }

type Question = { runOnly?: string[]; within?: string }

/** What axe finds wrong with the page as it is now: each rule, with what breaks it. Targets of 24 pixels included. */
async function violationsOf(page: Page, { runOnly, within }: Question = {}): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(contrastOfMarked)
  await page.evaluate(settled)
  await page.evaluate(markLooks, LOOK)
  const options: RunOptions = {
    resultTypes: ["violations"],
    // Only a rule that is off here (the orientation of the screen) reads the style sheets, which takes as long as a rule.
    preload: { assets: ["media"] },
    ...(runOnly ? { runOnly } : { rules: { "target-size": { enabled: true } } }),
  }
  const { violations } = await page.evaluate(
    async ({ place, asked }) => {
      const { axe } = globalThis as unknown as {
        axe: { run(place: Document | string, asked: RunOptions): Promise<AxeResults> }
      }
      return axe.run(place ?? document, asked)
    },
    { place: within, asked: options },
  )
  return violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map(({ target, any }) => `${target.join(" ")} (${any.map(({ message }) => message).join(" ")})`).join(" | ")}`,
  )
}

/**
 * Runs in the page: marks one element for each way in which text looks, which is what its contrast depends on: its
 * colour, size and weight, and what every element around it paints, fades or places elsewhere.
 */
function markLooks(mark: string): void {
  const isSeen = (element: Element): boolean => {
    const { left, right, width } = element.getBoundingClientRect()
    return width > 1 && right > 0 && left < innerWidth && element.checkVisibility({ visibilityProperty: true })
  }
  const looks = new Set<string>()
  const painted = new Map<Element | null, string>([[null, ""]])
  for (const element of document.querySelectorAll("*")) {
    const own = getComputedStyle(element)
    const { backgroundColor, backgroundImage, opacity, position, filter, mixBlendMode } = own
    const paint = [backgroundColor, backgroundImage, opacity, position, filter, mixBlendMode].join()
    const around = painted.get(element.parentElement) ?? ""
    const here = paint === "rgba(0, 0, 0, 0),none,1,static,none,normal" ? around : `${around}/${paint}`
    painted.set(element, here)
    const { color, fontSize, fontWeight, textShadow } = own
    const look = [here, element.localName, color, fontSize, fontWeight, textShadow].join()
    const hasText = [...element.childNodes].some((node) => node instanceof Text && node.data.trim() !== "")
    const isNew = (hasText || "value" in element) && !looks.has(look) && isSeen(element)
    element.toggleAttribute(mark, isNew)
    if (isNew) looks.add(look)
  }
}

/** A colour on its way from light to dark has no contrast of its own. */
async function settled(): Promise<void> {
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  const moving = document.getAnimations().filter((each) => each instanceof CSSTransition)
  await Promise.allSettled(moving.map((each) => each.finished))
}

/** As the page is now, or the part of it that a selector names. */
export async function expectAccessible(page: Page, within?: string): Promise<void> {
  expect(await violationsOf(page, within === undefined ? {} : { within })).toEqual([])
}

async function lookOver(page: Page, what: string): Promise<void> {
  expect.soft(await violationsOf(page), what).toEqual([])
}

/** On the narrowest screen and on a desk, light and dark. Colours are all that the dark changes. */
export async function expectAccessibleEverywhere(page: Page, what: string): Promise<void> {
  await page.setViewportSize(narrow)
  await lookOver(page, `${what}, 320 px`)
  expect
    .soft(await page.evaluate(() => document.documentElement.scrollWidth), `${what} scrolls sideways`)
    .toBeLessThanOrEqual(narrow.width)
  await page.setViewportSize(desktop)
  await lookOver(page, `${what}, desktop`)
  await page.emulateMedia({ colorScheme: "dark" })
  expect.soft(await violationsOf(page, { runOnly: ["color-contrast"] }), `${what}, dark`).toEqual([])
  await page.emulateMedia({ colorScheme: "light" })
}

import { appendFileSync, readFileSync } from "node:fs"
import { createRequire } from "node:module"
import path from "node:path"
import type { Page } from "@playwright/test"
import type { RunOptions } from "axe-core"
import { expect, test } from "../harness/shop.ts"

// The builder of @axe-core/playwright reloads its 1.5 MB for each check; the minified build costs half.
const requireOfBuilder = createRequire(createRequire(import.meta.url).resolve("@axe-core/playwright"))
const source = readFileSync(requireOfBuilder.resolve("axe-core/axe.min.js"), "utf8").replaceAll(
  /[\u0080-\uffff]/g,
  (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`,
)

/**
 * Contrast, target sizes and links take most of axe's time: each distinct look is checked once, and only targets that
 * may be small.
 */
const [TEXT, LINK, TARGET] = ["data-text-look", "data-link-look", "data-target"]
const rules = [
  { id: "color-contrast", selector: `[${TEXT}]` },
  { id: "link-in-text-block", selector: `[${LINK}]` },
  { id: "target-size", selector: `[${TARGET}]` },
]
// Passing rules are not described, which saves a sixth of axe's time.
const reporter = "axe.addReporter('found', (found, asked, say) => say(found))"
const configured = `${source}; axe.configure(${JSON.stringify({ noHtml: true, rules })}); ${reporter}`

type CheckedNode = { node: { element: Element }; any: { message: string }[] }
type Result = { id: string; violations: CheckedNode[]; passes: CheckedNode[] }

/** Looks already checked in this run, across pages and workers: Playwright empties the folder before a run. */
const checkedLooksFile = () => path.join(test.info().project.outputDir, "looks-seen")

const narrow = { width: 320, height: 800 }
export const desktop = { width: 1280, height: 900 }

type Question = { contrastAlone?: boolean; within?: string }

/** Each rule with its offenders. Includes targets below 24 pixels. */
export async function findViolations(page: Page, { contrastAlone = false, within }: Question = {}): Promise<string[]> {
  const cachedLooks = readFileSync(checkedLooksFile(), { encoding: "utf8", flag: "a+" })
  const options = { contrastAlone, within, cachedLooks, marks: [TEXT, LINK, TARGET] as const }
  let answer = await page.evaluate(look, options)
  if (answer === null) {
    await page.evaluate(configured)
    answer = await page.evaluate(look, options)
  }
  if (answer === null) throw new Error("axe did not come into the page")
  // Only clean looks are remembered, so that every page with an offence reports it.
  if (answer.violations.length === 0)
    appendFileSync(checkedLooksFile(), answer.looks.map((each) => `${each}\n`).join(""))
  return answer.violations
}

/** Runs in the page; null where axe is not loaded yet. */
async function look(options: {
  contrastAlone: boolean
  within: string | undefined
  cachedLooks: string
  marks: readonly [string, string, string]
}): Promise<{ violations: string[]; looks: string[] } | null> {
  const { axe } = globalThis as unknown as {
    axe?: { run(place: Document | string, options: RunOptions): Promise<Result[]> }
  }
  if (!axe) return null
  // A colour in transition from light to dark has no contrast of its own.
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  const moving = document.getAnimations().filter((each) => each instanceof CSSTransition)
  await Promise.allSettled(moving.map((each) => each.finished))

  const clean = new Set(options.cachedLooks.split("\n"))
  const looks = new Set<string>()
  const [text, link, target] = options.marks
  for (const mark of options.marks)
    for (const element of document.querySelectorAll(`[${mark}]`)) element.removeAttribute(mark)

  const isSeen = (element: Element): boolean => {
    const { left, right, width } = element.getBoundingClientRect()
    return width > 1 && right > 0 && left < innerWidth && element.checkVisibility({ visibilityProperty: true })
  }
  /** Everything painted behind a text, up to the first opaque layer, and what fades it. */
  type Paint = { behind: string; fading: string }
  const painted = new Map<Element | null, Paint>([[null, { behind: "", fading: "" }]])
  const paintOf = (element: Element | null): Paint => {
    const before = painted.get(element)
    if (before || !element) return before ?? { behind: "", fading: "" }
    const parentPaint = paintOf(element.parentElement)
    const { backgroundColor, backgroundImage, opacity, position, filter, mixBlendMode } = getComputedStyle(element)
    const own = [backgroundColor, backgroundImage, position].join()
    const opaque = !/^rgba|\//.test(backgroundColor)
    const clear = own === "rgba(0, 0, 0, 0),none,static"
    const fade = [opacity, filter, mixBlendMode].join()
    const paint = {
      behind: clear ? parentPaint.behind : opaque ? own : `${parentPaint.behind}/${own}`,
      fading: fade === "1,none,normal" ? parentPaint.fading : `${parentPaint.fading}/${fade}`,
    }
    painted.set(element, paint)
    return paint
  }
  const paintedAs = (element: Element): string => Object.values(paintOf(element)).join()
  const outOfLine = /^(block|list-item|flex|grid|table-.*|inline-block|inline-flex|inline-grid)$/
  const lines = new Map<Element | null, string>([[null, ""]])
  const lineOf = (element: Element | null): string => {
    const before = lines.get(element)
    if (before !== undefined || !element) return before ?? ""
    const style = getComputedStyle(element)
    const { color, fontFamily, fontSize, fontStyle, fontWeight, textDecorationLine, borderBottom } = style
    const line = [color, fontFamily, fontSize, fontStyle, fontWeight, textDecorationLine, borderBottom].join()
    lines.set(element, line)
    return line
  }
  /** Contrast depends on whether letters are large (WCAG 1.4.3). */
  const lettersOf = (element: Element): string => {
    const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element)
    const size = Number.parseFloat(fontSize)
    return [color, size >= 24 || (size >= 18.66 && Number(fontWeight) >= 700), textShadow].join()
  }
  const shortened = (words: string): string => {
    let [one, two] = [7, 11]
    for (let at = 0; at < words.length; at++) {
      one = (Math.imul(one, 31) + words.charCodeAt(at)) | 0
      two = (Math.imul(two, 131) + words.charCodeAt(at)) | 0
    }
    return `${(one >>> 0).toString(36)}.${(two >>> 0).toString(36)}`
  }
  const markNew = (element: Element, mark: string, key: string): void => {
    if (clean.has(key) || looks.has(key) || !isSeen(element)) return
    looks.add(key)
    element.setAttribute(mark, "")
  }

  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const holders = new Set<Element>(document.querySelectorAll("input, textarea, select, button"))
  while (texts.nextNode()) {
    const { parentElement } = texts.currentNode
    if (parentElement && texts.currentNode.nodeValue?.trim()) holders.add(parentElement)
  }
  // Enough contrast for a look is enough in any element; where axe cannot decide, each kind of element is checked.
  const looksOfTexts = new Map<Element, string>()
  for (const element of holders) {
    const key = shortened([text, paintedAs(element), lettersOf(element)].join())
    if (clean.has(key)) continue
    looksOfTexts.set(element, key)
    markNew(element, text, shortened(key + element.localName))
  }

  if (!options.contrastAlone) {
    for (const element of document.querySelectorAll("a[href]")) {
      // axe ignores links outside a line of text.
      if (outOfLine.test(getComputedStyle(element).display)) continue
      const { parentElement, firstElementChild } = element
      const line = [element, parentElement, firstElementChild].map(lineOf)
      markNew(element, link, shortened([link, paintedAs(element), ...line].join()))
    }
    // Small targets, or covered ones: axe decides which of them may be so.
    const roles = "button link checkbox radio switch tab menuitem option slider spinbutton textbox searchbox combobox"
    const ofRole = roles.split(" ").map((role) => `[role^=${role}]`)
    const widgets = ["a[href]", "area[href]", "button", "input", "select", "textarea", "summary", ...ofRole].join()
    const placed = [...document.querySelectorAll(widgets)]
      .map((element) => ({ element, at: element.getBoundingClientRect() }))
      .filter(
        ({ element, at }) => at.width > 0 && at.height > 0 && element.checkVisibility({ visibilityProperty: true }),
      )
      .toSorted((one, other) => one.at.top - other.at.top)
    for (const [index, { element, at }] of placed.entries()) {
      if (at.width < 24.5 || at.height < 24.5) element.setAttribute(target, "")
      for (let next = index + 1; next < placed.length; next++) {
        const other = placed[next]
        if (!other || other.at.top >= at.bottom) break
        if (other.at.left >= at.right || other.at.right <= at.left) continue
        element.setAttribute(target, "")
        other.element.setAttribute(target, "")
      }
    }
  } else if (looks.size === 0) return { violations: [], looks: [] }

  const results = await axe.run(options.within ?? document, {
    reporter: "found",
    selectors: false,
    // Only a disabled rule (orientation) reads the style sheets, which takes as long as a rule.
    preload: { assets: ["media"] },
    ...(options.contrastAlone ? { runOnly: ["color-contrast"] } : { rules: { "target-size": { enabled: true } } }),
  })
  for (const { node } of results.find(({ id }) => id === "color-contrast")?.passes ?? []) {
    const key = looksOfTexts.get(node.element)
    if (key) looks.add(key)
  }
  return {
    violations: results
      .filter(({ violations }) => violations.length > 0)
      .map(({ id, violations }) => {
        const faults = violations.map(
          ({ node, any }) => `${node.element.outerHTML.slice(0, 150)} (${any.map(({ message }) => message).join(" ")})`,
        )
        return `${id}: ${faults.join(" | ")}`
      }),
    looks: [...looks],
  }
}

export async function expectAccessible(page: Page, within?: string): Promise<void> {
  expect(await findViolations(page, within === undefined ? {} : { within })).toEqual([])
}

/** Each resize costs a layout, so `askNarrow` runs in between. */
export async function violationsEverywhere(page: Page, askNarrow?: () => Promise<void>): Promise<string[]> {
  const violations: string[] = []
  // A link that waits for its page is dimmed.
  await page.waitForFunction(() => document.querySelector("a[data-pending]") === null)
  const lookOver = async (what: string, question: Question = {}) => {
    for (const violation of await findViolations(page, question)) violations.push(`${what}, ${violation}`)
  }
  await page.setViewportSize(narrow)
  await lookOver("320 px")
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  if (width > narrow.width) violations.push(`320 px, scrolls sideways: ${width}`)
  await askNarrow?.()
  await page.setViewportSize(desktop)
  await page.emulateMedia({ colorScheme: "dark" })
  await lookOver("desktop dark")
  await page.emulateMedia({ colorScheme: "light" })
  await lookOver("desktop", { contrastAlone: true })
  return violations
}

export async function expectAccessibleEverywhere(
  page: Page,
  what: string,
  askNarrow?: () => Promise<void>,
): Promise<void> {
  expect.soft(await violationsEverywhere(page, askNarrow), what).toEqual([])
}

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

/**
 * Half of axe's time goes into the contrast of each text on its own, a quarter into the size of each target, a tenth into
 * each link among words. It is asked of one for each look, wherever that look comes again, and of targets that may be small.
 */
const [TEXT, LINK, TARGET] = ["data-text-look", "data-link-look", "data-target"]
const rules = [
  { id: "color-contrast", selector: `[${TEXT}]` },
  { id: "link-in-text-block", selector: `[${LINK}]` },
  { id: "target-size", selector: `[${TARGET}]` },
]
const configured = `${source}; axe.configure(${JSON.stringify({ noHtml: true, rules })})`

/** The looks that axe has seen in this worker, whatever the page. */
const seen = new Set<string>()

const narrow = { width: 320, height: 800 }
export const desktop = { width: 1280, height: 900 }

type Question = { contrastAlone?: boolean; within?: string }

/** What axe finds wrong with the page as it is now: each rule, with what breaks it. Targets of 24 pixels included. */
export async function violationsOf(page: Page, { contrastAlone = false, within }: Question = {}): Promise<string[]> {
  const asked = { contrastAlone, within, known: [...seen].join(" "), marks: [TEXT, LINK, TARGET] as const }
  let answer = await page.evaluate(look, asked)
  if (answer === null) {
    await page.evaluate(configured)
    answer = await page.evaluate(look, asked)
  }
  if (answer === null) throw new Error("axe did not come into the page")
  // What is wrong is said of every page that has it.
  if (answer.violations.length === 0) for (const each of answer.looks) seen.add(each)
  return answer.violations
}

/** Runs in the page; null where axe is not there yet. */
async function look(asked: {
  contrastAlone: boolean
  within: string | undefined
  known: string
  marks: readonly [string, string, string]
}): Promise<{ violations: string[]; looks: string[] } | null> {
  const { axe } = globalThis as unknown as {
    axe?: { run(place: Document | string, asked: RunOptions): Promise<AxeResults> }
  }
  if (!axe) return null
  // A colour on its way from light to dark has no contrast of its own.
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  const moving = document.getAnimations().filter((each) => each instanceof CSSTransition)
  await Promise.allSettled(moving.map((each) => each.finished))

  const known = new Set(asked.known.split(" "))
  const looks = new Set<string>()
  const [text, link, target] = asked.marks
  for (const mark of asked.marks)
    for (const element of document.querySelectorAll(`[${mark}]`)) element.removeAttribute(mark)

  const isSeen = (element: Element): boolean => {
    const { left, right, width } = element.getBoundingClientRect()
    return width > 1 && right > 0 && left < innerWidth && element.checkVisibility({ visibilityProperty: true })
  }
  /** What an element and all around it paint, fade or place elsewhere. */
  const painted = new Map<Element | null, string>([[null, ""]])
  const paintOf = (element: Element): string => {
    const before = painted.get(element)
    if (before !== undefined) return before
    const around = element.parentElement ? paintOf(element.parentElement) : ""
    const { backgroundColor, backgroundImage, opacity, position, filter, mixBlendMode } = getComputedStyle(element)
    const own = [backgroundColor, backgroundImage, opacity, position, filter, mixBlendMode].join()
    const paint = own === "rgba(0, 0, 0, 0),none,1,static,none,normal" ? around : `${around}/${own}`
    painted.set(element, paint)
    return paint
  }
  const styleOf = (element: Element | null, properties: readonly string[]): string => {
    if (!element) return ""
    const style = getComputedStyle(element)
    return properties.map((property) => style.getPropertyValue(property)).join()
  }
  /** Of its size and weight, contrast asks whether they are large (WCAG 1.4.3). */
  const lettersOf = (element: Element): string => {
    const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element)
    const size = Number.parseFloat(fontSize)
    return [color, size >= 24 || (size >= 18.66 && Number(fontWeight) >= 700), textShadow, element.localName].join()
  }
  const shortened = (words: string): string => {
    let [one, two] = [7, 11]
    for (let at = 0; at < words.length; at++) {
      one = (Math.imul(one, 31) + words.charCodeAt(at)) | 0
      two = (Math.imul(two, 131) + words.charCodeAt(at)) | 0
    }
    return `${(one >>> 0).toString(36)}.${(two >>> 0).toString(36)}`
  }
  /** Marks the first one that looks so, unless it was seen before. */
  const markNew = (element: Element, mark: string, ...words: readonly string[]): void => {
    const key = shortened([mark, ...words].join())
    if (known.has(key) || looks.has(key) || !isSeen(element)) return
    looks.add(key)
    element.setAttribute(mark, "")
  }

  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const holders = new Set<Element>(document.querySelectorAll("input, textarea, select, button"))
  while (texts.nextNode()) {
    const { parentElement } = texts.currentNode
    if (parentElement && texts.currentNode.nodeValue?.trim()) holders.add(parentElement)
  }
  for (const element of holders) markNew(element, text, paintOf(element), lettersOf(element))

  if (!asked.contrastAlone) {
    const letters = ["color", "font", "text-decoration-line", "border-bottom"]
    for (const element of document.querySelectorAll("a[href]")) {
      const { parentElement, firstElementChild } = element
      const around = [styleOf(parentElement, letters), styleOf(firstElementChild, letters)]
      markNew(element, link, paintOf(element), styleOf(element, letters), ...around)
    }
    // Small, or beside one that covers a part of it: axe knows which of them may be so.
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

  const { violations } = await axe.run(asked.within ?? document, {
    resultTypes: ["violations"],
    reporter: "no-passes",
    // What breaks a rule is named here; to name all that breaks none takes axe a sixth of its time.
    selectors: false,
    elementRef: true,
    // Only a rule that is off here (the orientation of the screen) reads the style sheets, which takes as long as a rule.
    preload: { assets: ["media"] },
    ...(asked.contrastAlone ? { runOnly: ["color-contrast"] } : { rules: { "target-size": { enabled: true } } }),
  })
  return {
    violations: violations.map(({ id, nodes }) => {
      const faults = nodes.map(
        ({ element, any }) => `${element?.outerHTML.slice(0, 150)} (${any.map(({ message }) => message).join(" ")})`,
      )
      return `${id}: ${faults.join(" | ")}`
    }),
    looks: [...looks],
  }
}

/** As the page is now, or the part of it that a selector names. */
export async function expectAccessible(page: Page, within?: string): Promise<void> {
  expect(await violationsOf(page, within === undefined ? {} : { within })).toEqual([])
}

async function lookOver(page: Page, what: string): Promise<void> {
  expect.soft(await violationsOf(page), what).toEqual([])
}

/** On the narrowest screen, light, and on a desk, dark; then the colours that only a light desk has. */
export async function expectAccessibleEverywhere(page: Page, what: string): Promise<void> {
  await page.setViewportSize(narrow)
  await lookOver(page, `${what}, 320 px`)
  expect
    .soft(await page.evaluate(() => document.documentElement.scrollWidth), `${what} scrolls sideways`)
    .toBeLessThanOrEqual(narrow.width)
  await page.setViewportSize(desktop)
  await page.emulateMedia({ colorScheme: "dark" })
  await lookOver(page, `${what}, desktop, dark`)
  await page.emulateMedia({ colorScheme: "light" })
  expect.soft(await violationsOf(page, { contrastAlone: true }), `${what}, desktop`).toEqual([])
}

import type { Page } from "@playwright/test"
import { expect } from "../harness/shop.ts"

/**
 * The pages audited in docs/rgaa.md, with their automatic checks; manual ones are dated there. accessibility.spec.ts
 * and admin-screens.spec.ts run these, so that no page loads twice.
 */

/** Addresses from public-addresses.ts. */
export const gridForEverybody = (product: string): readonly string[] => [
  "/",
  "/contact",
  "/legal/mentions-legales",
  "/legal/accessibility",
  "/legal/privacy",
  "/legal/cookies",
  "/faq",
  "/sitemap",
  "/connexion",
  "/inscription",
  "/mot-de-passe-oublie",
  "/catalog",
  "/catalog?date=2031-06-14",
  "/?q=licorne",
  `/product/${product}`,
  `/manual/${product}`,
  "/book",
  `/book/${product}`,
  "/cart",
  "/newsletter",
  "/nulle-part/du-tout",
]

/** Addresses from admin-addresses.ts. */
export const gridForOwner = (product: string): readonly string[] => [
  "/admin/aujourdhui",
  "/admin/bookings",
  "/admin/bookings/liste",
  "/admin/bookings/liste?q=introuvable",
  "/admin/availability",
  "/admin/products",
  `/admin/options?produit=${product}`,
  "/admin/site-config",
  "/admin/finance",
  "/admin/statistiques",
  "/admin/journal",
  "/admin/users",
]

/** One line for each violation of a criterion. */
function structureProblems(): string[] {
  const problems: string[] = []
  const say = (criterion: string, what: string, element?: Element) =>
    problems.push(`${criterion} ${what}${element ? `: ${element.outerHTML.slice(0, 120)}` : ""}`)
  const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)]
  const isVisible = (element: Element) => element.checkVisibility()

  for (const image of all("img:not([alt])")) say("1.1", "an image without alternative", image)
  for (const drawing of all("svg:not([aria-hidden=true], [role=img])"))
    if (!drawing.closest("[aria-hidden=true]")) say("1.2", "a drawing that is neither named nor hidden", drawing)
  for (const frame of all("iframe:not([title])")) say("2.1", "a frame without title", frame)
  for (const media of all("video, audio, object, embed")) say("4", "a medium that nobody looked at", media)
  for (const table of all("table"))
    if (!table.querySelector("caption") && !table.hasAttribute("aria-labelledby") && !table.hasAttribute("aria-label"))
      say("5.4", "a table without title", table)
  for (const head of all("thead th:not([scope])")) say("5.7", "a header without scope", head)
  for (const link of all("a[href]")) {
    const name = (link.getAttribute("aria-label") ?? link.textContent).trim()
    const picture = link.querySelector("img[alt]:not([alt=''])")
    if (name === "" && !picture && isVisible(link)) say("6.2", "a link without name", link)
    if (link.getAttribute("target") === "_blank" && !/nouvel/i.test(`${name} ${link.getAttribute("aria-label")}`))
      say("13.2", "a window that opens without a word", link)
  }
  if (document.doctype?.name !== "html") say("8.1", "no doctype")
  if (document.documentElement.lang !== "fr") say("8.3", "no language")
  if (document.title.trim() === "") say("8.5", "no title")
  const ids = all("[id]").map(({ id }) => id)
  for (const id of new Set(ids.filter((id, index) => ids.indexOf(id) !== index))) say("8.2", `the id ${id} twice`)

  const headings = all("h1, h2, h3, h4, h5, h6").filter((each) => isVisible(each) && each.closest("main"))
  const levels = headings.map(({ tagName }) => Number(tagName[1]))
  if (levels.filter((level) => level === 1).length !== 1)
    say("9.1", `${levels.filter((l) => l === 1).length} first headings`)
  for (const [index, level] of levels.entries())
    if (index > 0 && level > (levels[index - 1] ?? 0) + 1) say("9.1", "a level left out", headings[index])
  // A section's heading is above the other headings inside it.
  for (const part of all("section[aria-labelledby]")) {
    const own = document.getElementById(part.getAttribute("aria-labelledby") ?? "")
    if (!own || !/^H\d$/.test(own.tagName) || !part.contains(own)) continue
    for (const inner of part.querySelectorAll<HTMLElement>(own.tagName))
      if (inner !== own && isVisible(inner) && inner.closest("section[aria-labelledby], dialog, article") === part)
        say("9.1", `a heading under one of its own level, ${own.textContent}`, inner)
  }
  for (const [what, count] of [
    ["main", all("main").filter(isVisible).length],
    ["banner", all("body > header, .admin > header").filter(isVisible).length],
  ] as const)
    if (count !== 1) say("9.2", `${count} times ${what}`)
  const navigations = all("nav").filter(isVisible)
  if (navigations.some((each) => !each.hasAttribute("aria-label") && !each.hasAttribute("aria-labelledby")))
    say("12.6", "a navigation without name")
  for (const item of all("li"))
    if (!item.parentElement?.matches("ul, ol, menu")) say("9.3", "an item outside a list", item)

  for (const element of all("[tabindex]")) if (element.tabIndex > 0) say("12.8", "an order of its own", element)
  if (!document.querySelector("a[href='#contenu']")) say("12.7", "no way to the content")
  for (const field of all("input:not([type=hidden], [type=submit]), select, textarea") as HTMLInputElement[]) {
    if (!isVisible(field)) continue
    const named = field.labels?.length || field.ariaLabel || field.getAttribute("aria-labelledby")
    if (!named) say("11.1", "a field without label", field)
    const patterns: Readonly<Record<string, RegExp>> = {
      email: /^(email|username|off)$/,
      tel: /^(tel|off)$/,
      password: /^(current-password|new-password)$/,
    }
    const rule = patterns[field.type]
    if (rule && !field.readOnly && !rule.test(field.autocomplete))
      say("11.13", "a field that cannot be filled by the browser", field)
  }
  for (const group of all("fieldset")) if (!group.querySelector("legend")) say("11.6", "a group without legend", group)
  if (document.querySelector("meta[http-equiv=refresh]")) say("13.1", "the page leaves by itself")
  return problems
}

/** Clipped text, and elements beyond the window's side. */
function clippedTexts(): string[] {
  const clipped: string[] = []
  if (document.documentElement.scrollWidth > innerWidth + 1)
    clipped.push(`sideways: ${document.documentElement.scrollWidth} > ${innerWidth}`)
  for (const element of document.querySelectorAll<HTMLElement>("body *")) {
    const own = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim())
    if (!own || element.clientWidth < 4) continue
    const { overflowX, overflowY, clipPath, textOverflow } = getComputedStyle(element)
    if (clipPath !== "none" || textOverflow === "ellipsis" || !element.checkVisibility()) continue
    const hidden = (value: string) => value === "hidden" || value === "clip"
    if (
      (hidden(overflowX) && element.scrollWidth > element.clientWidth + 2) ||
      (hidden(overflowY) && element.scrollHeight > element.clientHeight + 2)
    )
      clipped.push(`cut off: ${element.outerHTML.slice(0, 120)}`)
  }
  return clipped
}

const spacing =
  "* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }"

/** Adds the style by script, which the content policy allows. */
async function clippedTextsWith(page: Page, css: string): Promise<string[]> {
  await page.evaluate(async (text) => {
    const sheet = new CSSStyleSheet()
    await sheet.replace(text)
    document.adoptedStyleSheets = [sheet]
  }, css)
  const clipped = await page.evaluate(clippedTexts)
  await page.evaluate(() => void (document.adoptedStyleSheets = []))
  return clipped
}

/**
 * Checks the page as it is, spaced as 1.4.12 says, at 200 % zoom (for the public also text alone), and at 320 by 256.
 */
export async function expectGrid(page: Page, what: string, textAlone = true): Promise<void> {
  const window = async (width: number, height: number) => {
    await page.setViewportSize({ width, height })
    expect.soft(await page.evaluate(clippedTexts), `${what}, window of ${width} by ${height}`).toEqual([])
  }
  await page.setViewportSize({ width: 1280, height: 1024 })
  expect.soft(await page.evaluate(structureProblems), what).toEqual([])
  expect.soft(await clippedTextsWith(page, spacing), `${what}, text spacing`).toEqual([])
  if (textAlone)
    expect
      .soft(await clippedTextsWith(page, "html { font-size: 200% !important }"), `${what}, text at 200 %`)
      .toEqual([])
  await window(640, 512)
  await window(320, 256)
}

export async function expectEveryStopMarked(page: Page, what: string): Promise<void> {
  const names = new Set<string>()
  for (let stop = 0; stop < 60; stop++) {
    await page.keyboard.press("Tab")
    const { name, marked } = await page.evaluate(() => {
      const active = document.activeElement
      if (!active || active === document.body) return { name: "", marked: true }
      // A drawn box may mark the focus of its hidden field.
      const looks = [active, active.closest("label, summary"), active.parentElement].filter((each) => each !== null)
      return {
        name: active.outerHTML.slice(0, 100),
        marked: looks.some((each) => {
          const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(each)
          return (outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2) || boxShadow !== "none"
        }),
      }
    })
    if (name === "" || names.has(name)) continue
    names.add(name)
    expect.soft(marked, `${what}: ${name}`).toBe(true)
  }
  expect(names.size, what).toBeGreaterThan(5)
}

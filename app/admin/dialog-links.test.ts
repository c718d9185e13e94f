import { globSync, readFileSync } from "node:fs"
import { expect, test } from "vitest"

const opening = [
  /bookingPageHref\([^()]*(?:\([^()]*\)[^()]*)*, "/,
  /bookingsHref\([^()]*, \{[^}]*\b(?:booking|refusing|cancelling|edit)\b(?!: null)/,
  /refusingHref\(/,
  /removeHref\(/,
  /\?supprimer=/,
  /\?confirmer=/,
]

function linksIn(text: string): string[] {
  const tags: string[] = []
  for (const { index } of text.matchAll(/<(?:Link|ButtonLink|MenuLink|IconLink)\b/g)) {
    let depth = 0
    for (let at = index; at < text.length; at++) {
      if (text[at] === "{") depth++
      if (text[at] === "}") depth--
      if (text[at] === ">" && depth === 0) {
        tags.push(text.slice(index, at))
        break
      }
    }
  }
  return tags
}

const opens = (tag: string) => {
  const to = /\bto=(\{(?:[^{}]|\{[^{}]*\})*\}|"[^"]*")/.exec(tag)?.[1] ?? ""
  return opening.some((pattern) => pattern.test(to))
}

test("a link that opens a dialog announces it", () => {
  const silent = globSync("app/admin/**/*.tsx").flatMap((file) =>
    linksIn(readFileSync(file, "utf8"))
      .filter((tag) => opens(tag) && !tag.includes('aria-haspopup="dialog"'))
      .map((tag) => `${file}: ${tag.replace(/\s+/g, " ")}`),
  )
  expect(silent).toEqual([])
})

test("the rule finds a link that does not announce its dialog", () => {
  const [tag = ""] = linksIn(
    '<p><Link className="x" to={bookingPageHref(number, "prix")} preventScrollReset>Prix</Link></p>',
  )
  expect([opens(tag), tag.includes("aria-haspopup")]).toEqual([true, false])
  expect(opens("<Link to={bookingPageHref(number)}")).toBe(false)
})

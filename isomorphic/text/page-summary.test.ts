import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { pageSummary } from "./page-summary.ts"

const first = "Nous posons la machine, nous réglons la lumière et nous revenons la chercher quand tout le monde dort."
const second = "Vous dansez, vous mangez, vous ne pensez à rien d’autre, et c’est très bien ainsi."

describe("the meta description of a page", () => {
  test("the description is the page's own text, from the first word", () => {
    expect(pageSummary("Nous livrons à l’heure.")).toBe("Nous livrons à l’heure.")
    expect(pageSummary(" On danse.\n\nOn mange. ")).toBe("On danse. On mange.")
    expect(pageSummary("Dès 1\u202f200\u00a0€, \u202f livré.")).toBe("Dès 1\u202f200\u00a0€, livré.")
    for (const most of ["a".repeat(155), `${"a".repeat(154)}.`]) expect(pageSummary(most)).toBe(most)
  })

  test("the description is as many whole sentences as fit", () => {
    expect(pageSummary(`${first} ${second}`)).toBe(first)
    expect(pageSummary(`Bonsoir. ${first} ${second}`)).toBe(`Bonsoir. ${first}`)
    expect(pageSummary(`Elle dit «\u00a0Dansons.\u00a0» ${first} ${second}`)).toBe(
      `Elle dit «\u00a0Dansons.\u00a0» ${first}`,
    )
  })

  test("the description ends after the quotation or bracket that closes its last sentence", () => {
    for (const ending of ['Elle dit "Dansons."', "Elle dit «\u00a0Dansons.\u00a0»", "Elle danse (et chante\u202f!)"])
      expect(pageSummary(`${first} ${ending} ${second}`)).toBe(`${first} ${ending}`)
    expect(pageSummary(`${"a".repeat(154)}. ${second}`)).toBe(`${"a".repeat(154)}.`)
  })

  test("the description is cut after a word only where the first sentence is too long", () => {
    const long = `Nous louons ${"lampions, ".repeat(30)}et photomatons.`
    expect(pageSummary(long)).toMatch(/^Nous louons lampions, .*lampions…$/u)
    expect(pageSummary(`Au bord de l’eau, on danse encore. ${long}`)).toBe("Au bord de l’eau, on danse encore.")
    expect(pageSummary(`${"lampion ".repeat(18)}– ${"b".repeat(100)}`)).toMatch(/lampion…$/)
    expect(pageSummary("a".repeat(400))).toBe(`${"a".repeat(154)}…`)
  })

  test("a page without text has no description", () => {
    for (const text of ["", " \n\n "]) expect(pageSummary(text)).toBeNull()
  })

  test("the description never exceeds its limit, and is cut in a sentence only if there is no other way", () => {
    fc.assert(
      fc.property(fc.lorem({ maxCount: 12, mode: "sentences" }), (text) => {
        const summary = pageSummary(text) ?? ""
        expect(summary.length).toBeLessThanOrEqual(155)
        const whole = summary.replace(/…$/u, "")
        expect(text.startsWith(whole) && /^(?:[\s,.;]|$)/.test(text.slice(whole.length))).toBe(true)
        if (text.indexOf(".") < 155) expect(summary).toMatch(/\.$/)
      }),
    )
  })
})

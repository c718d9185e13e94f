import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { pageSummary } from "./page-summary.ts"

describe("What a page says of itself to search engines", () => {
  test("begins with the company's name, unless its own words say it", () => {
    expect(pageSummary("Nous livrons à l’heure.", "Le Bal perdu")).toBe("Le Bal perdu\u00a0: Nous livrons à l’heure.")
    expect(pageSummary("Chez Le Bal perdu, on danse.", "Le Bal perdu")).toBe("Chez Le Bal perdu, on danse.")
    expect(pageSummary("On danse.", " ")).toBe("On danse.")
  })

  test("is whole sentences where they fill the place", () => {
    const [first, second] = ["Nous posons la machine, nous réglons la lumière et nous revenons la chercher quand tout le monde dort.", "Vous dansez, vous mangez, vous ne pensez à rien d’autre, et c’est très bien ainsi."]
    expect(pageSummary(`${first} ${second}`, "Bal")).toBe(`Bal\u00a0: ${first}`)
  })

  test("is cut after a word where one sentence is too long or too short", () => {
    const long = `Nous louons ${"lampions, ".repeat(30)}et photomatons.`
    const told = pageSummary(long, "Bal") ?? ""
    expect(told).toMatch(/^Bal\u00a0: Nous louons lampions, .*lampions…$/u)
    expect(pageSummary(`Bonsoir. ${long}`, "Bal")).toMatch(/^Bal\u00a0: Bonsoir\. Nous louons .*lampions…$/u)
    // Nothing of it is a place to stop at.
    expect(pageSummary("a".repeat(400), "")).toBe(`${"a".repeat(154)}…`)
  })

  test("is nothing where there is no text", () => {
    for (const text of ["", " \n\n "]) expect(pageSummary(text, "Bal")).toBeNull()
  })

  test("never exceeds the place, and never ends inside a word", () => {
    fc.assert(
      fc.property(fc.lorem({ maxCount: 60 }), fc.constantFrom("", "Bal", "Le Bal perdu"), (text, name) => {
        const told = pageSummary(text, name) ?? ""
        expect(told.length).toBeLessThanOrEqual(155)
        const whole = told.replace(/…$/u, "").slice(told.startsWith(name) && name !== "" && !text.startsWith(name) ? name.length + 3 : 0)
        expect(`${text} `.startsWith(whole) && /^[\s,.;]/.test(`${text} `.slice(whole.length))).toBe(true)
      }),
    )
  })
})

import { expect, test } from "vitest"
import { changedParagraphs } from "./changed-paragraphs.ts"

const before = "# Conditions\n\nLe prix est **ferme**.\n\n- Sept jours avant : rien.\n- Après : tout.\n\nFin."

test("The same terms, set otherwise or in another order, have not changed", () => {
  expect(changedParagraphs(before, before)).toEqual({ added: [], removed: [] })
  expect(
    changedParagraphs(
      before,
      "Fin.\n\n## Conditions\n\nLe prix\nest ferme.\n\n* Sept jours avant : rien.\n* Après : tout.",
    ),
  ).toEqual({ added: [], removed: [] })
})

test("A sentence that changed is told as it was and as it is, without its marks", () => {
  const after = before
    .replace("- Après : tout.", "- Après : [la moitié](/legal/cgv).")
    .replace("Fin.", "Fin.\n\nEncore.")
  expect(changedParagraphs(before, after)).toEqual({
    added: ["Après : la moitié.", "Encore."],
    removed: ["Après : tout."],
  })
})

test("A text that was written for the first time, or emptied, has no paragraph of nothing", () => {
  expect(changedParagraphs("", "Fin.")).toEqual({ added: ["Fin."], removed: [] })
  expect(changedParagraphs("Fin.", "\n")).toEqual({ added: [], removed: ["Fin."] })
})

test("Every mark is none of the text: numbers of any length, items inside items, quotes, spaces", () => {
  const told = (after: string) => changedParagraphs("", after).added
  expect(told("Liste :\n10. Dixième.\n  - Dedans.\n  11.  Onzième.")).toEqual([
    "Liste :",
    "Dixième.",
    "Dedans.",
    "Onzième.",
  ])
  expect(told("> Cité.\n \t\nUn   mot\tet un autre.\n")).toEqual(["Cité.", "Un mot et un autre."])
  // A mark is one at the beginning of a line, and before a space.
  expect(told("Prix - remise, n°5. fin, #1")).toEqual(["Prix - remise, n°5. fin, #1"])
  expect(told("Fin\n-aussi")).toEqual(["Fin -aussi"])
})

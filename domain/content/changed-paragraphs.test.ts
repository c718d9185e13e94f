import { expect, test } from "vitest"
import { changedParagraphs } from "./changed-paragraphs.ts"

const before = "# Conditions\n\nLe prix est **ferme**.\n\n- Sept jours avant : rien.\n- Après : tout.\n\nFin."

test("the same terms, reformatted or reordered, have no changes", () => {
  expect(changedParagraphs(before, before)).toEqual({ added: [], removed: [] })
  expect(
    changedParagraphs(
      before,
      "Fin.\n\n## Conditions\n\nLe prix\nest ferme.\n\n* Sept jours avant : rien.\n* Après : tout.",
    ),
  ).toEqual({ added: [], removed: [] })
})

test("a changed sentence appears before and after, without its Markdown", () => {
  const after = before
    .replace("- Après : tout.", "- Après : [la moitié](/legal/cgv).")
    .replace("Fin.", "Fin.\n\nEncore.")
  expect(changedParagraphs(before, after)).toEqual({
    added: ["Après : la moitié.", "Encore."],
    removed: ["Après : tout."],
  })
})

test("a new or an emptied text has no empty paragraph", () => {
  expect(changedParagraphs("", "Fin.")).toEqual({ added: ["Fin."], removed: [] })
  expect(changedParagraphs("Fin.", "\n")).toEqual({ added: [], removed: ["Fin."] })
})

test("all Markdown is ignored: numbers of any length, nested items, quotes, spaces", () => {
  const addedParagraphs = (after: string) => changedParagraphs("", after).added
  expect(addedParagraphs("Liste :\n10. Dixième.\n  - Dedans.\n  11.  Onzième.")).toEqual([
    "Liste :",
    "Dixième.",
    "Dedans.",
    "Onzième.",
  ])
  expect(addedParagraphs("> Cité.\n \t\nUn   mot\tet un autre.\n")).toEqual(["Cité.", "Un mot et un autre."])
  // Markdown marks only count at the start of a line and before a space.
  expect(addedParagraphs("Prix - remise, n°5. fin, #1")).toEqual(["Prix - remise, n°5. fin, #1"])
  expect(addedParagraphs("Fin\n-aussi")).toEqual(["Fin -aussi"])
})

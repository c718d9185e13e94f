import { describe, expect, test } from "vitest"
import { type MarkdownAct, markdownEdit } from "./markdown-edit.ts"

/** The marks in "une ‹fête›" enclose the selection, before and after. */
function edited(act: MarkdownAct, marked: string): string {
  const [start, end] = [marked.indexOf("‹"), marked.indexOf("›") - 1]
  const text = marked.replace("‹", "").replace("›", "")
  const edit = markdownEdit(act, { text, start, end })
  const made = text.slice(0, edit.from) + edit.insert + text.slice(edit.to)
  return `${made.slice(0, edit.start)}‹${made.slice(edit.start, edit.end)}›${made.slice(edit.end)}`
}

describe("marks around words", () => {
  test.each<[MarkdownAct, string, string]>([
    ["bold", "une ‹belle› fête", "une **‹belle›** fête"],
    ["bold", "une **‹belle›** fête", "une ‹belle› fête"],
    ["bold", "une ‹belle ›fête", "une **‹belle›** fête"],
    ["bold", "une ‹›fête", "une **‹texte›**fête"],
    ["italic", "une ‹belle› fête", "une *‹belle›* fête"],
    ["italic", "une *‹belle›* fête", "une ‹belle› fête"],
    ["italic", "une **‹belle›** fête", "une ***‹belle›*** fête"],
  ])("the %s mark is applied: %s", (act, before, after) => {
    expect(edited(act, before)).toBe(after)
  })
})

describe("marks before lines", () => {
  test.each<[MarkdownAct, string, string]>([
    ["heading", "Un\nLe ‹pri›x\nDeux", "Un\n## Le ‹pri›x\nDeux"],
    ["heading", "## Le ‹pri›x", "Le ‹pri›x"],
    ["list", "Un\n‹pain\n\nvin›\nDeux", "Un\n‹- pain\n\n- vin›\nDeux"],
    ["list", "‹- pain\n- vin›", "‹pain\nvin›"],
    ["list", "‹- pain\nvin›", "‹- pain\n- vin›"],
    ["list", "‹›", "- ‹›"],
    ["heading", "‹›## Prix", "‹›Prix"],
  ])("the %s mark is applied: %s", (act, before, after) => {
    expect(edited(act, before)).toBe(after)
  })
})

describe("links", () => {
  test.each<[string, string]>([
    ["voir ‹ici›", "voir [ici](‹https://›)"],
    ["voir ‹›", "voir [texte du lien](‹https://›)"],
    ["voir ‹https://a.example/b›", "voir [‹texte du lien›](https://a.example/b)"],
  ])("a selection becomes a link: %s", (before, after) => {
    expect(edited("link", before)).toBe(after)
  })
})

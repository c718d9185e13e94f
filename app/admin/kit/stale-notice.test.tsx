import { renderToStaticMarkup } from "react-dom/server"
import { expect, test } from "vitest"
import { StaleNotice } from "./stale-notice.tsx"

const shown = renderToStaticMarkup(
  <StaleNotice
    stale={{
      by: "Nora",
      when: "il y a 2 min",
      thing: "option",
      changed: [
        { label: "Prix", stored: "30", mine: "25" },
        { label: "Unité", stored: "", mine: "jour" },
        { label: "Description", stored: "Une ligne\nune autre", mine: "Une ligne" },
        { label: "Sections", stored: "Montage" },
      ],
    }}
  />,
)

test("a stale form names what was changed, and by whom", () => {
  expect(shown).toContain("Nora a modifié cette option il y a 2 min")
})

test("short fields stand side by side, what was typed and what is stored", () => {
  const [table = ""] = /<table[\s\S]*<\/table>/.exec(shown) ?? []
  const cells = table.replaceAll(/<[^>]*>/g, " ")
  expect(cells).toMatch(/Prix +25 +30 /)
  expect(cells).toMatch(/Unité +jour +\(vide\)/)
  expect(cells).not.toContain("Description")
})

test("long texts, and what is typed in many fields, stay folded", () => {
  expect([...shown.matchAll(/<summary>([^<]*)/g)].map(([, summary]) => summary)).toEqual([
    "Description\u00a0: lire ce qui est enregistré",
    "Sections\u00a0: lire ce qui est enregistré",
  ])
})

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
        { name: "price", label: "Prix", stored: "30", mine: "25" },
        { name: "unit", label: "Unité", stored: "", mine: "jour" },
        { name: "description", label: "Description", stored: "Une ligne\nune autre", mine: "Une ligne" },
        { label: "Version 3", stored: "Montage" },
      ],
    }}
  />,
)
const words = shown.replaceAll(/<[^>]*>/g, " ").replaceAll(/ +/g, " ")

test("a stale form names what was changed, and by whom", () => {
  expect(shown).toContain("Nora a modifié cette option il y a 2 min")
})

test("each field asks whose text it gets, with both versions", () => {
  expect(words).toMatch(/Prix Garder votre saisie 25 Garder ce qui est enregistré 30 /)
  expect(words).toMatch(/Unité Garder votre saisie jour Garder ce qui est enregistré \(vide\) /)
  const choices = [...shown.matchAll(/<input type="radio"[^>]*>/g)].map(([input]) => input)
  expect(choices).toHaveLength(6)
  for (const input of choices) {
    expect(input).toContain('required=""')
    expect(input).not.toContain("checked")
  }
})

test("long texts stay folded, and what cannot be chosen for is only shown", () => {
  expect([...shown.matchAll(/<summary>([^<]*)/g)].map(([, summary]) => summary)).toEqual([
    "Description\u00a0: lire ce qui est enregistré",
    "Version 3\u00a0: lire ce qui est enregistré",
  ])
})

import { renderToStaticMarkup } from "react-dom/server"
import { expect, test } from "vitest"
import { StaleFields } from "./stale-notice.tsx"

const refusal = {
  errors: {},
  values: {},
  lists: {},
  stale: {
    by: "Nora",
    when: "il y a 2 min",
    thing: "option" as const,
    version: "newer",
    changed: [
      { name: "price", label: "Prix", stored: "30", mine: "25" },
      { name: "unit", label: "Unité", stored: "", mine: "jour" },
      { name: "description", label: "Description", stored: "Une ligne\nune autre", mine: "Une ligne" },
    ],
  },
}
const html = renderToStaticMarkup(<StaleFields refusal={refusal} />)
const words = html.replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ")

test("a stale form names who saved another version", () => {
  expect(html).toContain("Nora a modifié cette option il y a 2 min")
})

test("each conflicting field asks for a choice, with both versions", () => {
  expect(words).toMatch(/Prix Garder la mienne 25 Reprendre la sienne 30 /)
  expect(words).toMatch(/Unité Garder la mienne jour Reprendre la sienne \(vide\) /)
  const choices = [...html.matchAll(/<input type="radio"[^>]*>/g)].map(([input]) => input)
  expect(choices).toHaveLength(6)
  for (const input of choices) {
    expect(input).toContain('required=""')
    expect(input).not.toContain("checked")
  }
})

test("longer texts are folded", () => {
  expect(words).toMatch(/Description : lire les deux versions La mienne Une ligne La sienne Une ligne une autre/)
})

test("choices are sent again when the form was refused for another reason", () => {
  const [name, version] = ["garder.price", "2027-01-02T08:00:00.000Z"]
  const again = renderToStaticMarkup(
    <StaleFields
      refusal={{
        errors: { price: "Indiquez un prix." },
        values: { [name]: "", vu: "older" },
        lists: { [name]: ["", "stored"], vu: ["older", version] },
      }}
    />,
  )
  expect(again).toBe(
    `<input type="hidden" name="garder.price" value="stored"/><input type="hidden" name="vu" value="${version}"/>`,
  )
})

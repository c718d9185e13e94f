import { renderToStaticMarkup } from "react-dom/server"
import { expect, test } from "vitest"
import { type WizardChoice } from "../../domain/booking/choice.ts"
import { readChoice } from "../../domain/booking/read-choice.ts"
import { OptionsStep } from "./options-step.tsx"

const bench = {
  id: "bench",
  parentId: null,
  name: "Banc",
  description: "",
  price: 3_000,
  unit: "unit",
  quantityStep: 1,
  minQuantity: 1,
  maxQuantity: 20,
  isOnce: false,
  choiceGroup: "",
} as const
const tariff = { name: "Photomaton", dailyPrice: 25_000, photoPackPrice: 1_400, photoPackQuantity: 18 }

function fieldOf(name: string, choice: Partial<WizardChoice>, errors: Record<string, string> = {}) {
  const html = renderToStaticMarkup(
    <OptionsStep
      view={{ offers: [bench], tariff }}
      choice={{ ...readChoice(new URLSearchParams()), ...choice }}
      onChoice={() => undefined}
      errors={errors}
    />,
  )
  const field = new RegExp(`<input[^>]*name="${name.replace(".", "\\.")}"[^>]*>`).exec(html)?.[0] ?? ""
  return { html, field }
}

test("an unavailable quantity is reported beside its field at once, with the available one", () => {
  for (const quantity of [99, -2]) {
    const { html, field } = fieldOf("o.bench", { options: [{ optionId: "bench", quantity }] })
    expect(field).toContain('aria-invalid="true"')
    expect(field).toContain(`value="${quantity}"`)
    expect(html).toContain(`${quantity} n’est pas possible. Choisissez 0, ou de 1 à 20.`)
  }
  for (const photoPacks of [5_000, -2]) {
    const { html, field } = fieldOf("packs", { photoPacks })
    expect(field).toMatch(/id="packs".*aria-invalid="true"|aria-invalid="true".*id="packs"/)
    expect(field).toContain('aria-describedby="packs-error"')
    expect(html).toContain("Choisissez entre 0 et 999 packs photo.")
    expect(html).not.toContain("90\u202f000 photos")
  }
  expect(fieldOf("packs", { photoPacks: 3 }).field).not.toContain("aria-invalid")
})

test("the server's refusal stands at its field too", () => {
  const { html, field } = fieldOf("packs", {}, { packs: "Refusé." })
  expect(field).toContain('aria-invalid="true"')
  expect(html).toContain("Refusé.")
})

test("alternatives are radio buttons, with none chosen beforehand", () => {
  const offers = ["séquins", "blanc"].map((name) => ({ ...bench, id: name, name, choiceGroup: "Fond" }))
  const html = renderToStaticMarkup(
    <OptionsStep
      view={{ offers, tariff }}
      choice={readChoice(new URLSearchParams())}
      onChoice={() => undefined}
      errors={{}}
    />,
  )
  const radios = [...html.matchAll(/<input type="radio"[^>]*>/g)].map(([input]) => input)
  expect(radios.map((input) => input.includes("checked"))).toEqual([true, false, false])
  expect(new Set(radios.map((input) => /name="([^"]*)"/.exec(input)?.[1]))).toEqual(new Set(["choix..Fond"]))
  expect(html).toMatch(/<legend[^>]*>Fond<\/legend>.*Aucun.*Séquins.*Blanc/)
})

test("an option whose accessories are all rented cannot be chosen", () => {
  const gone = { ...bench, left: 0 }
  const offers = [gone, { ...gone, id: "gold", name: "doré", choiceGroup: "Fond" }, { ...bench, id: "rest", left: 2 }]
  const choice = { ...readChoice(new URLSearchParams()), options: [{ optionId: "rest", quantity: 3 }] }
  const html = renderToStaticMarkup(
    <OptionsStep view={{ offers, tariff }} choice={choice} onChoice={() => undefined} errors={{}} />,
  )
  expect(html.match(/plus disponible ce jour-là/g)).toHaveLength(2)
  expect(html).not.toContain('name="o.bench"')
  expect(html).toMatch(/<input type="radio"[^>]*disabled[^>]*value="gold"|value="gold"[^>]*disabled/)
  expect(html).toContain("3 n’est pas possible. Choisissez 0, 1 ou 2.")
})

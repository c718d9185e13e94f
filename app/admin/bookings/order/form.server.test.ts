import { expect, test } from "vitest"
import { optionsView, parsePostedOrder } from "./form.server.ts"

test("the numbers of an order come back as typed, to be refused beside their fields (D77)", () => {
  const { choice, place } = parsePostedOrder(
    new URLSearchParams({ packs: "2.5", "option-a": "-1", distance: "24 km aller-retour" }),
  )
  expect(place.distance).toBe("24 km aller-retour")
  const product = { offers: [] } as unknown as Parameters<typeof optionsView>[0]
  const booked = [{ id: "a", name: "Cadres", price: 300, unit: "unit", quantity: 2, parentId: null }] as const
  const packs = { photoPackPrice: 700, photoPackQuantity: 18 }
  const view = optionsView(product, booked, { ...choice, options: [{ optionId: "a", quantity: -1.5 }] }, packs)
  expect(view.photoPacks).toBe(2.5)
  expect(view.options[0]?.quantity).toBe(-1.5)
})

test("two options agreed before they became a choice show apart, so that saving loses neither", () => {
  const offers = ["gold", "white", "roses"].map((id) => ({
    id,
    name: id,
    parentId: null,
    price: 1,
    choiceGroup: "Fond",
  }))
  const product = { offers } as unknown as Parameters<typeof optionsView>[0]
  const choices = (...ids: string[]) => ({ options: ids.map((optionId) => ({ optionId, quantity: 1 })), photoPacks: 0 })
  const groups = (...ids: string[]) =>
    optionsView(product, [], choices(...ids), { photoPackPrice: 700, photoPackQuantity: 18 }).options.map(
      ({ choiceGroup }) => choiceGroup,
    )
  expect(groups("gold")).toEqual(["Fond", "Fond", "Fond"])
  expect(groups("gold", "white")).toEqual(["", "", "Fond"])
})

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

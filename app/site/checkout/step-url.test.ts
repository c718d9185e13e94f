import { expect, test } from "vitest"
import { readDeliveryMode, modeSearch, readStep } from "./step-url.ts"

test("the ticked boxes are read back from the address", () => {
  for (const isDelivery of [true, false]) {
    const url = `https://guinguette.example/cart/valider${modeSearch(isDelivery)}`
    expect([readStep(url), readDeliveryMode(url)]).toEqual(["delivery", isDelivery])
  }
  expect(readDeliveryMode("https://guinguette.example/cart/valider?step=delivery")).toBeNull()
  expect(readDeliveryMode("https://guinguette.example/cart/valider?step=delivery&mode=x")).toBeNull()
})

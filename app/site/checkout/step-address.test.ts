import { expect, test } from "vitest"
import { modeIn, modeSearch, stepIn } from "./step-address.ts"

test("what was ticked is read from the address as it was written there", () => {
  for (const isDelivery of [true, false]) {
    const url = `https://guinguette.example/cart/valider${modeSearch(isDelivery)}`
    expect([stepIn(url), modeIn(url)]).toEqual(["delivery", isDelivery])
  }
  expect(modeIn("https://guinguette.example/cart/valider?step=delivery")).toBeNull()
  expect(modeIn("https://guinguette.example/cart/valider?step=delivery&mode=x")).toBeNull()
})

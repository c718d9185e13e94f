import { expect, test } from "vitest"
import { makeOption, makeProduct } from "../../tests/factories.ts"
import { productForRent, productWithOffers } from "./queries.ts"

test("a product is found by its id alone where a booking may outlive its place in the catalogue, with its options and sub-options @C-products-any", async () => {
  const { id } = await makeProduct({ isActive: false })
  const top = await makeOption(id)
  const sub = await makeOption(id, { parentOptionId: top.id })
  expect(await productForRent(id)).toBeNull()
  expect(await productWithOffers(id)).toMatchObject({
    id,
    isActive: false,
    offers: [
      { id: top.id, parentId: null },
      { id: sub.id, parentId: top.id },
    ],
  })
  expect(await productWithOffers("00000000-0000-4000-8000-000000000000")).toBeNull()
})

import { expect, test } from "vitest"
import { makeOption, makeProduct } from "../../tests/factories.ts"
import { freshDatabase } from "../../tests/harness/database.ts"
import { productForRent, productWithOffers, productsToNarrowBy } from "./queries.ts"

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

test("a list is narrowed to any product by name, and in a shop of very many to the one that is chosen", async () => {
  await freshDatabase()
  const made = await Promise.all(Array.from({ length: 100 }, (_, nth) => makeProduct({ name: `Produit ${100 + nth}` })))
  const chosen = made[42]?.id ?? ""
  expect((await productsToNarrowBy(chosen)).map(({ name }) => name)).toEqual(
    Array.from({ length: 100 }, (_, nth) => `Produit ${100 + nth}`),
  )
  await makeProduct()
  expect(await productsToNarrowBy(chosen)).toEqual([{ id: chosen, name: "Produit 142" }])
  expect(await productsToNarrowBy("")).toEqual([])
})

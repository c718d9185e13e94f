import { expect, test } from "vitest"
import { makeOption, makeProduct } from "../../tests/factories.ts"
import { freshDatabase } from "../../tests/harness/database.ts"
import { productChoice, productChoices, productForRent, productWithOffers, productsToNarrowBy } from "./queries.ts"

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

test("one chooses among all products by name, and of very many among the first that have the name one looks for", async () => {
  await freshDatabase()
  const names = Array.from({ length: 100 }, (_, nth) => `Produit ${100 + nth}`)
  await Promise.all(names.map((name) => makeProduct({ name })))
  const all = await productChoices("décor")
  expect([all.products.map(({ name }) => name), all.many]).toEqual([names, false])
  const archived = await makeProduct({ name: "Archivé", isActive: false, archivedAt: new Date() })
  const decor = await makeProduct({ name: "Décor" })
  const cut = await productChoices("")
  expect([cut.products.length, cut.products[0]?.id, cut.found, cut.many]).toEqual([100, decor.id, 101, true])
  expect(await productChoices("decor")).toMatchObject({ products: [{ id: decor.id }], found: 1, many: true })
  expect(await productChoices("produit 19")).toMatchObject({ found: 11 })
  expect(await productChoices("archivé")).toMatchObject({ products: [], found: 0 })
  expect(await productChoice(decor.id)).toMatchObject({ name: "Décor" })
  expect([await productChoice(archived.id), await productChoice("décor")]).toEqual([null, null])
})

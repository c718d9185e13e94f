import { expect, test } from "vitest"
import { makeOption, makeProduct } from "../../tests/factories.ts"
import { freshDatabase } from "../../tests/harness/database.ts"
import {
  readProductChoice,
  readProductChoices,
  readProductForRent,
  readProductWithOffers,
  listFilterProducts,
} from "./queries.ts"

test("a product is found by id, with its options, even outside the catalogue where a booking needs it @C-products-any", async () => {
  const { id } = await makeProduct({ isActive: false })
  const top = await makeOption(id)
  const sub = await makeOption(id, { parentOptionId: top.id })
  expect(await readProductForRent(id)).toBeNull()
  expect(await readProductWithOffers(id)).toMatchObject({
    id,
    isActive: false,
    offers: [
      { id: top.id, parentId: null },
      { id: sub.id, parentId: top.id },
    ],
  })
  expect(await readProductWithOffers("00000000-0000-4000-8000-000000000000")).toBeNull()
})

test("a list can be filtered by any product's name, and offers only the selected one in a large shop", async () => {
  await freshDatabase()
  const made = await Promise.all(Array.from({ length: 100 }, (_, nth) => makeProduct({ name: `Produit ${100 + nth}` })))
  const chosen = made[42]?.id ?? ""
  expect((await listFilterProducts(chosen)).map(({ name }) => name)).toEqual(
    Array.from({ length: 100 }, (_, nth) => `Produit ${100 + nth}`),
  )
  await makeProduct()
  expect(await listFilterProducts(chosen)).toEqual([{ id: chosen, name: "Produit 142" }])
  expect(await listFilterProducts("")).toEqual([])
})

test("the product menu lists all names, or the first matches in a large shop", async () => {
  await freshDatabase()
  const names = Array.from({ length: 100 }, (_, nth) => `Produit ${100 + nth}`)
  await Promise.all(names.map((name) => makeProduct({ name })))
  const all = await readProductChoices("décor")
  expect([all.products.map(({ name }) => name), all.many]).toEqual([names, false])
  const archived = await makeProduct({ name: "Archivé", isActive: false, archivedAt: new Date() })
  const decor = await makeProduct({ name: "Décor" })
  const cut = await readProductChoices("")
  expect([cut.products.length, cut.products[0]?.id, cut.matchCount, cut.many]).toEqual([100, decor.id, 101, true])
  expect(await readProductChoices("decor")).toMatchObject({ products: [{ id: decor.id }], matchCount: 1, many: true })
  expect(await readProductChoices("produit 19")).toMatchObject({ matchCount: 11 })
  expect(await readProductChoices("archivé")).toMatchObject({ products: [], matchCount: 0 })
  expect(await readProductChoice(decor.id)).toMatchObject({ name: "Décor" })
  expect([await readProductChoice(archived.id), await readProductChoice("décor")]).toEqual([null, null])
})

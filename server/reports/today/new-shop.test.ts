import { beforeEach, expect, test } from "vitest"
import { makePlan, makeProduct } from "../../../tests/factories.ts"
import { freshDatabase } from "../../../tests/harness/database.ts"
import { findHiddenProduct } from "./new-shop.ts"

beforeEach(freshDatabase)

test("the first step goes from nothing to an unpriced product, then to one with a plan's price", async () => {
  expect(await findHiddenProduct()).toBeNull()
  const product = await makeProduct({ name: "Borne", price: 0, isActive: false })
  expect(await findHiddenProduct()).toEqual({ id: product.id, name: "Borne", hasPrice: false })
  await makePlan(product.id)
  expect(await findHiddenProduct()).toMatchObject({ hasPrice: true })
})

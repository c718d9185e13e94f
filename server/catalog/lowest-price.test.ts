import { eq, sql } from "drizzle-orm"
import { expect, test } from "vitest"
import type { Cents } from "../../domain/money.ts"
import { makePlan, makeProduct } from "../../tests/factories.ts"
import { db } from "../platform/database.server.ts"
import { products, ratePlans } from "../platform/schema/catalog.ts"
import { planPrices } from "../platform/schema/pricing.ts"
import { lowestPriceOfLastDays } from "./lowest-price.ts"

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000)

async function moveHistory(productId: string, days: number) {
  await db.execute(
    sql`update plan_prices set since = since - make_interval(days => ${days}) where product_id = ${productId}`,
  )
}

test("the lowest price of a product is that of the last thirty days, whatever wrote it", async () => {
  const { id } = await makeProduct({ price: 30_000 })
  const lowest = (at: Date): Promise<Cents | null> => lowestPriceOfLastDays({ product: id, plan: null }, at)
  const setPrice = (price: Cents) => db.update(products).set({ price }).where(eq(products.id, id))
  expect(await lowest(inDays(0))).toBe(30_000)
  await moveHistory(id, 50)
  await setPrice(20_000)
  await moveHistory(id, 10)
  await setPrice(25_000)
  expect(await lowest(inDays(0))).toBe(20_000)
  expect(await lowest(inDays(31))).toBe(25_000)
})

test("a plan has its own lowest price, and one that began before the history has none", async () => {
  const { id } = await makeProduct()
  const plan = await makePlan(id)
  await db.update(ratePlans).set({ price: 49_000 }).where(eq(ratePlans.id, plan.id))
  expect(await lowestPriceOfLastDays({ product: id, plan: plan.id }, inDays(0))).toBe(49_000)
  await db.update(planPrices).set({ isFirst: false }).where(eq(planPrices.planId, plan.id))
  expect(await lowestPriceOfLastDays({ product: id, plan: plan.id }, inDays(0))).toBeNull()
  expect(await lowestPriceOfLastDays({ product: id, plan: plan.id }, inDays(31))).toBe(49_000)
})

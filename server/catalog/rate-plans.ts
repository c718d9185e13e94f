import { asc, inArray } from "drizzle-orm"
import type { Id, ProductId } from "../../domain/id.ts"
import type { Cents } from "../../domain/money.ts"
import { type PriceRule, isForPlan, seasonMinimums } from "../../domain/pricing/price-rule.ts"
import { type RatePlan, plansOnSale } from "../../domain/pricing/rate-plan.ts"
import { type Executor, type Transaction, db } from "../platform/database.server.ts"
import { ratePlans } from "../platform/schema/catalog.ts"
import { listActiveRules } from "./price-rules.ts"

export type Priced = { plans: RatePlan[]; rules: PriceRule[] }

export type StoredPlan = RatePlan & { id: Id; isActive: boolean; updatedAt: Date }
type RatePlanRow = typeof ratePlans.$inferSelect

async function listRatePlans(
  productIds: readonly ProductId[],
  executor: Executor = db,
): Promise<Map<ProductId, RatePlanRow[]>> {
  if (productIds.length === 0) return new Map()
  const rows = await executor
    .select()
    .from(ratePlans)
    .where(inArray(ratePlans.productId, [...productIds]))
    .orderBy(asc(ratePlans.order), asc(ratePlans.createdAt), asc(ratePlans.id))
  return Map.groupBy(rows, ({ productId }) => productId)
}

/** The owner's, whether they are on sale or not. */
export async function readPlans(productId: ProductId, executor: Executor = db): Promise<StoredPlan[]> {
  const rows = (await listRatePlans([productId], executor)).get(productId) ?? []
  return rows.map((row) => ({ ...toRatePlan(row), id: row.id, isActive: row.isActive, updatedAt: row.updatedAt }))
}

/** D50, D63. */
export async function isForRent(tx: Transaction, { id, price }: { id: ProductId; price: Cents }): Promise<boolean> {
  return plansOnSale(await readPlans(id, tx), price).length > 0
}

/** The ways in which each product can be booked now, and the rules on their prices. */
export async function withPlans<Row extends { id: ProductId }>(
  products: readonly Row[],
  dailyPriceOf: (product: Row) => Cents,
  executor: Executor = db,
): Promise<(Row & Priced)[]> {
  if (products.length === 0) return []
  const active = await listActiveRules(executor)
  const rows = await listRatePlans(
    products.map(({ id }) => id),
    executor,
  )
  return products.map((product) => {
    const plans = (rows.get(product.id) ?? []).map((row) => ({ ...toRatePlan(row), isActive: row.isActive }))
    const sold = plansOnSale(plans, dailyPriceOf(product))
    const rules = active.filter((rule) => sold.some((plan) => isForPlan(rule, { productId: product.id, plan })))
    return { ...product, plans: sold.map((plan) => withSeasons(plan, product.id, rules)), rules }
  })
}

function withSeasons(plan: RatePlan, productId: ProductId, rules: readonly PriceRule[]): RatePlan {
  const seasons = seasonMinimums(rules, { productId, plan })
  return plan.kind === "day" && seasons.length > 0 ? { ...plan, seasons } : plan
}

/** A constraint of the table holds the fields of each kind. */
function toRatePlan(row: RatePlanRow): RatePlan {
  const { id, name, sentence, includes, weekdays, minimumNotice } = row
  const terms = { id, name, sentence, includes, weekdays, minimumNotice }
  if (row.kind === "day")
    return {
      ...terms,
      kind: "day",
      steps: row.steps ?? [100],
      minimumDays: row.minimumDays ?? 1,
      maximumDays: row.maximumDays,
    }
  const price = row.price ?? 0
  if (row.kind === "fixed") return { ...terms, kind: "fixed", days: row.days ?? 1, price }
  return {
    ...terms,
    kind: "hours",
    hours: row.hours ?? 1,
    price,
    startTimes: row.startTimes ?? [],
    extraHourPrice: row.extraHourPrice ?? 0,
    maximumExtraHours: row.maximumExtraHours ?? 0,
    setUpMinutes: row.setUpMinutes ?? 0,
    takeDownMinutes: row.takeDownMinutes ?? 0,
  }
}

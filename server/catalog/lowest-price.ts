import { and, asc, eq } from "drizzle-orm"
import type { Id, ProductId } from "../../domain/id.ts"
import type { Cents } from "../../domain/money.ts"
import type { RatePlan } from "../../domain/pricing/rate-plan.ts"
import { db } from "../platform/database.server.ts"
import { planPrices } from "../platform/schema/pricing.ts"

/** `plan` is null by the day. */
export type LowestPrice = { plan: Id | null; price: Cents }

/** Without the plans whose price is not known for 30 days. */
export async function listLowestPrices(
  { id, plans }: { id: ProductId; plans: readonly RatePlan[] },
  at: Date,
): Promise<LowestPrice[]> {
  const prices: LowestPrice[] = []
  for (const rated of plans) {
    const plan = rated.kind === "day" ? null : rated.id
    const price = await lowestPriceOfLastDays({ product: id, plan }, at)
    if (price !== null) prices.push({ plan, price })
  }
  return prices
}

const DAYS = 30
const DAY_MS = 86_400_000

/**
 * Before rules; `plan` is null by the day. null when the shop cannot know it: then no reduction may be announced
 * (D64, article L112-1-1).
 */
export async function lowestPriceOfLastDays(
  { product, plan }: { product: ProductId; plan: Id | null },
  at: Date,
): Promise<Cents | null> {
  const rows = await db
    .select()
    .from(planPrices)
    .where(and(eq(planPrices.productId, product), eq(planPrices.planId, plan ?? product)))
    .orderBy(asc(planPrices.since), asc(planPrices.id))
  const from = new Date(at.getTime() - DAYS * DAY_MS)
  const first = rows[0]
  if (!first || (first.since > from && !first.isFirst)) return null
  const before = rows.findLastIndex(({ since }) => since <= from)
  const prices = rows
    .slice(Math.max(0, before))
    .flatMap(({ price, since }) => (price === null || since > at ? [] : [price]))
  return prices.length > 0 ? Math.min(...prices) : null
}

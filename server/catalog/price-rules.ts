import { eq } from "drizzle-orm"
import { dayInParis } from "../../domain/day.ts"
import type { PriceRule, Tariff } from "../../domain/pricing/price-rule.ts"
import { type Executor, db } from "../platform/database.server.ts"
import { priceRules } from "../platform/schema/pricing.ts"

export type PriceRuleRow = typeof priceRules.$inferSelect

/** The rules in force, for a request of this moment. */
export async function readTariff(requestedAt: Date): Promise<Tariff> {
  return { rules: await listActiveRules(), requestedOn: dayInParis(requestedAt) }
}

export async function listActiveRules(executor: Executor = db): Promise<PriceRule[]> {
  return (await executor.select().from(priceRules).where(eq(priceRules.isActive, true))).map(toPriceRule)
}

/** A constraint of the table holds the fields of each kind. */
export function toPriceRule(row: PriceRuleRow): PriceRule {
  const { id, name, changeUnit: unit, changeValue: value, ruledProducts, ruledPlans, priority } = row
  const targets = ruledProducts && { products: ruledProducts, plans: ruledPlans ?? [] }
  const terms = { id, name, unit, value, targets, priority, createdAt: row.createdAt.toISOString() }
  switch (row.kind) {
    case "season": {
      const { seasonFrom: from, seasonTo: to, isYearly, minimumDays } = row
      if (!from || !to) throw new Error("A season has its days")
      return { ...terms, kind: "season", from, to, isYearly: isYearly ?? false, minimumDays }
    }
    case "day":
      return { ...terms, kind: "day", weekdays: row.ruledWeekdays ?? [], onHolidays: row.onHolidays ?? false }
    case "lead-time":
      return { ...terms, kind: "lead-time", atLeast: row.atLeast, atMost: row.atMost }
  }
}

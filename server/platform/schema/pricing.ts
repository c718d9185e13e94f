import { boolean, integer, pgTable, smallint, text, uuid } from "drizzle-orm/pg-core"
import type { Id, ProductId } from "../../../domain/id.ts"
import { priceRuleKinds } from "../../../domain/pricing/price-rule.ts"
import { createdAt, day, randomId, updatedAt } from "./columns.ts"

export const priceRules = pgTable("price_rules", {
  id: randomId(),
  kind: text("kind", { enum: priceRuleKinds }).notNull(),
  name: text("name").notNull(),
  unit: text("unit", { enum: ["percent", "euros"] }).notNull(),
  value: integer("value").notNull(),
  productIds: uuid("product_ids").array().$type<ProductId[]>(),
  planIds: uuid("plan_ids").array().$type<Id[]>(),
  priority: smallint("priority").notNull().default(0),
  isActive: boolean("is_active").notNull().default(true),
  from: day("from_day"),
  to: day("to_day"),
  isYearly: boolean("is_yearly"),
  minimumDays: smallint("minimum_days"),
  weekdays: smallint("weekdays").array(),
  onHolidays: boolean("on_holidays"),
  atLeast: smallint("at_least"),
  atMost: smallint("at_most"),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
})

import { boolean, integer, pgTable, smallint, text, uuid } from "drizzle-orm/pg-core"
import type { Kilometres } from "../../../domain/delivery/delivery.ts"
import { zoneKinds } from "../../../domain/delivery/zone.ts"
import type { Id, ProductId } from "../../../domain/id.ts"
import { priceRuleKinds } from "../../../domain/pricing/price-rule.ts"
import { cents, createdAt, day, id, instant, randomId, updatedAt } from "./columns.ts"

export const priceRules = pgTable("price_rules", {
  id: randomId(),
  kind: text("kind", { enum: priceRuleKinds }).notNull(),
  name: text("name").notNull(),
  changeUnit: text("unit", { enum: ["percent", "euros"] }).notNull(),
  changeValue: integer("value").notNull(),
  ruledProducts: uuid("product_ids").array().$type<ProductId[]>(),
  ruledPlans: uuid("plan_ids").array().$type<Id[]>(),
  priority: smallint("priority").notNull().default(0),
  isActive: boolean("is_active").notNull().default(true),
  seasonFrom: day("from_day"),
  seasonTo: day("to_day"),
  isYearly: boolean("is_yearly"),
  minimumDays: smallint("minimum_days"),
  ruledWeekdays: smallint("weekdays").array(),
  onHolidays: boolean("on_holidays"),
  atLeast: smallint("at_least"),
  atMost: smallint("at_most"),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
})

export const deliveryZones = pgTable("delivery_zones", {
  id: randomId(),
  kind: text("kind", { enum: zoneKinds }).notNull(),
  name: text("name").notNull(),
  fee: cents("fee").notNull(),
  codes: text("codes").array(),
  fromKm: integer("from_km").$type<Kilometres>(),
  toKm: integer("to_km").$type<Kilometres>(),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
})

/** Written by triggers. */
export const planPrices = pgTable("plan_prices", {
  id: integer("id").primaryKey().generatedAlwaysAsIdentity(),
  productId: id<ProductId>("product_id").notNull(),
  planId: id<Id>("plan_id").notNull(),
  price: cents("price"),
  since: instant("since").notNull().defaultNow(),
  isFirst: boolean("is_first").notNull().default(false),
})

import { integer, pgTable, smallint, text } from "drizzle-orm/pg-core"
import { conditionReports } from "./condition-reports.ts"
import { cents, day, id, instant, randomId } from "./columns.ts"
import type { ProductId } from "../../../domain/id.ts"

const unit = () => ({
  productId: id<ProductId>("product_id").notNull(),
  unitNumber: smallint("unit_number").notNull(),
})

export const unitIncidents = pgTable("unit_incidents", {
  id: randomId(),
  ...unit(),
  day: day("day").notNull(),
  words: text("words").notNull(),
  cost: cents("cost"),
  reportId: id("report_id").references(() => conditionReports.id, { onDelete: "set null" }),
  photoKeys: text("photo_keys").array().notNull().default([]),
})

export const unitChecks = pgTable("unit_checks", {
  id: randomId(),
  ...unit(),
  name: text("name").notNull(),
  everyRentals: smallint("every_rentals"),
  everyMonths: smallint("every_months"),
  lastDone: day("last_done").notNull(),
})

/** Paper and ribbon, in prints. */
export const unitSupplies = pgTable("unit_supplies", {
  id: randomId(),
  ...unit(),
  notedAt: instant("noted_at").notNull(),
  kind: text("kind", { enum: ["bought", "counted"] }).notNull(),
  prints: integer("prints").notNull(),
})

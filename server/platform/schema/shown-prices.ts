import { jsonb, pgTable, text } from "drizzle-orm/pg-core"
import type { ShownDelivery, ShownRow } from "../../../domain/booking/shown-price.ts"
import type { ProfileId } from "../../../domain/id.ts"
import { profiles } from "./accounts.ts"
import { id, instant, randomId } from "./columns.ts"

/** Nothing is booked; the price is honoured for the same choice until `honouredUntil` (D66). */
export const shownPrices = pgTable("shown_prices", {
  id: randomId(),
  digest: text("digest").notNull().unique(),
  rows: jsonb("rows").$type<ShownRow[]>().notNull(),
  delivery: jsonb("delivery").$type<ShownDelivery>(),
  firstName: text("first_name").notNull().default(""),
  email: text("email").notNull().default(""),
  userId: id<ProfileId>("user_id").references(() => profiles.id, { onDelete: "cascade" }),
  madeAt: instant("made_at").notNull(),
  honouredUntil: instant("honoured_until").notNull(),
})

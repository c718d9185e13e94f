import { boolean, integer, pgTable, smallint, text } from "drizzle-orm/pg-core"
import type { BookingId, Id, ProductId } from "../../../domain/id.ts"
import { bookings } from "./bookings.ts"
import { cents, createdAt, day, id, randomId, updatedAt } from "./columns.ts"

export const promoCodes = pgTable("promo_codes", {
  id: randomId(),
  code: text("code").notNull(),
  unit: text("unit", { enum: ["percent", "euros"] }).notNull(),
  value: integer("value").notNull(),
  bookedFrom: day("booked_from"),
  bookedTo: day("booked_to"),
  eventFrom: day("event_from"),
  eventTo: day("event_to"),
  /** null for all. */
  productIds: id("product_ids").array().$type<ProductId[]>(),
  minimumTotal: cents("minimum_total"),
  maximumUses: smallint("maximum_uses"),
  maximumUsesEach: smallint("maximum_uses_each"),
  isPublished: boolean("is_published").notNull().default(false),
  isActive: boolean("is_active").notNull().default(true),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
})

export const promoCodeUses = pgTable("promo_code_uses", {
  bookingId: id<BookingId>("booking_id")
    .primaryKey()
    .references(() => bookings.id, { onDelete: "cascade" }),
  codeId: id<Id>("code_id")
    .notNull()
    .references(() => promoCodes.id),
})

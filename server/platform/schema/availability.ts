import type { BookingId, CartId, CartItemId, ProductId } from "../../../domain/id.ts"
import { boolean, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core"
import { bookings, cartItems, carts } from "./bookings.ts"
import { products } from "./catalog.ts"
import { day, id, instant, updatedAt } from "./columns.ts"
import { outsideEvents } from "./outside-calendars.ts"

export const availableDates = pgTable(
  "available_dates",
  {
    productId: id<ProductId>("product_id")
      .notNull()
      .references(() => products.id, { onDelete: "cascade" }),
    date: day("date").notNull(),
    isAvailable: boolean("is_available").notNull(),
    reason: text("reason"),
    updatedAt: updatedAt(),
  },
  (table) => [primaryKey({ columns: [table.productId, table.date] })],
)

/** The primary key allows one occupant per unit and day (D7). */
export const occupancy = pgTable(
  "occupancy",
  {
    productId: id<ProductId>("product_id")
      .notNull()
      .references(() => products.id),
    unit: integer("unit").notNull(),
    day: day("day").notNull(),
    kind: text("kind", { enum: ["hold", "booking", "block", "outside"] }).notNull(),
    role: text("role", { enum: ["rental", "preparation"] })
      .notNull()
      .default("rental"),
    cartId: id<CartId>("cart_id").references(() => carts.id, { onDelete: "cascade" }),
    cartItemId: id<CartItemId>("cart_item_id").references(() => cartItems.id, { onDelete: "cascade" }),
    bookingId: id<BookingId>("booking_id").references(() => bookings.id),
    holdEndsAt: instant("hold_ends_at"),
    outsideEventId: id("outside_event_id").references(() => outsideEvents.id, { onDelete: "cascade" }),
  },
  (table) => [primaryKey({ name: "occupancy_one_occupant", columns: [table.productId, table.day, table.unit] })],
)

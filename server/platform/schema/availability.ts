import type { BookingId, CartId, CartItemId, ProductId, ProfileId, QuoteId } from "../../../domain/id.ts"
import { bigint, boolean, integer, pgTable, primaryKey, smallint, text } from "drizzle-orm/pg-core"
import { bookings, cartItems, carts } from "./bookings.ts"
import { products } from "./catalog.ts"
import { day, id, instant, range, updatedAt } from "./columns.ts"
import { outsideEvents } from "./outside-calendars.ts"
import { quotes } from "./quotes.ts"

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

export const units = pgTable("units", {
  id: integer("id").primaryKey().generatedAlwaysAsIdentity(),
  productId: id<ProductId>("product_id")
    .notNull()
    .references(() => products.id, { onDelete: "cascade" }),
  number: smallint("number").notNull(),
  label: text("label"),
  serialNumber: text("serial_number"),
  acquiredOn: day("acquired_on"),
  retiredOn: day("retired_on"),
  /** An accessory may be a person, whose days off take it out of service. */
  personId: id<ProfileId>("person_id"),
  updatedAt: updatedAt(),
})

/** An exclusion constraint allows one occupant per unit and moment (D7). */
export const occupancy = pgTable("occupancy", {
  id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  /** null for a rental whose machine left service (D62). */
  unitId: integer("unit_id").references(() => units.id),
  productId: id<ProductId>("product_id")
    .notNull()
    .references(() => products.id),
  /** With the preparation days. */
  during: range("during").notNull(),
  rented: range("rented"),
  kind: text("kind", { enum: ["hold", "booking", "quote", "outside", "repair"] }).notNull(),
  cartId: id<CartId>("cart_id").references(() => carts.id, { onDelete: "cascade" }),
  cartItemId: id<CartItemId>("cart_item_id").references(() => cartItems.id, { onDelete: "cascade" }),
  bookingId: id<BookingId>("booking_id").references(() => bookings.id),
  /** Position of the rental. */
  rental: smallint("rental"),
  /** A hold or days kept for a quote end then. */
  holdEndsAt: instant("hold_ends_at"),
  quoteId: id<QuoteId>("quote_id").references(() => quotes.id),
  outsideEventId: id("outside_event_id").references(() => outsideEvents.id, { onDelete: "cascade" }),
})

import { pgTable, text, uuid } from "drizzle-orm/pg-core"
import type { BookingId } from "../../domain/id.ts"
import { bookings } from "./bookings.ts"
import { cents, id, instant, randomId } from "./columns.ts"
import { payments } from "./money.ts"

/** A try to pay by card; at most one of a booking is open. `paid` has its payment, `closed` never will. */
export const cardPayments = pgTable("card_payments", {
  id: randomId(),
  bookingId: id<BookingId>("booking_id")
    .notNull()
    .references(() => bookings.id),
  provider: text("provider", { enum: ["stripe", "demo"] }).notNull(),
  amount: cents("amount").notNull(),
  /** What had been paid when it was asked for: it covers the cents of the total after these. */
  coversFrom: cents("covers_from").notNull(),
  madeAt: instant("made_at").notNull(),
  /** opening: the provider was not asked yet, or has not answered. */
  status: text("status", { enum: ["opening", "open", "paid", "closed"] })
    .notNull()
    .default("opening"),
  sessionId: text("session_id"),
  url: text("url"),
  endsAt: instant("ends_at"),
  settledAt: instant("settled_at"),
  /** Why the last card was refused, in the provider's own code. */
  failure: text("failure"),
  paymentId: id("payment_id").references(() => payments.id),
})

/** What a real provider would know: the demonstration's own side. */
export const demoCardSessions = pgTable("demo_card_sessions", {
  id: uuid("id").primaryKey(),
  amount: cents("amount").notNull(),
  url: text("url").notNull(),
  state: text("state", { enum: ["open", "paid", "expired"] })
    .notNull()
    .default("open"),
  madeAt: instant("made_at").notNull(),
  failure: text("failure"),
})

export const demoCardRefunds = pgTable("demo_card_refunds", {
  id: uuid("id").primaryKey(),
  sessionId: uuid("session_id")
    .notNull()
    .references(() => demoCardSessions.id),
  amount: cents("amount").notNull(),
})

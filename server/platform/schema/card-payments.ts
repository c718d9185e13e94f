import { boolean, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core"
import { disputeStages } from "../../../domain/finance/dispute.ts"
import type { BookingId } from "../../../domain/id.ts"
import { bookings } from "./bookings.ts"
import { cents, id, instant, randomId } from "./columns.ts"
import { depositTries } from "./deposits.ts"
import { payments } from "./money.ts"

export const cardPayments = pgTable("card_payments", {
  id: randomId(),
  bookingId: id<BookingId>("booking_id")
    .notNull()
    .references(() => bookings.id),
  provider: text("provider", { enum: ["stripe", "demo"] }).notNull(),
  amount: cents("amount").notNull(),
  coversFrom: cents("covers_from").notNull(),
  madeAt: instant("made_at").notNull(),
  status: text("status", { enum: ["opening", "open", "paid", "closed"] })
    .notNull()
    .default("opening"),
  sessionId: text("session_id"),
  url: text("url"),
  endsAt: instant("ends_at"),
  settledAt: instant("settled_at"),
  failure: text("failure"),
  paymentId: id("payment_id").references(() => payments.id),
  lookedAt: instant("looked_at"),
  savesCard: boolean("saves_card").notNull().default(false),
})

export const demoCardSessions = pgTable("demo_card_sessions", {
  id: uuid("id").primaryKey(),
  amount: cents("amount").notNull(),
  url: text("url").notNull(),
  state: text("state", { enum: ["open", "paid", "expired"] })
    .notNull()
    .default("open"),
  madeAt: instant("made_at").notNull(),
  failure: text("failure"),
  kind: text("kind", { enum: ["payment", "save", "on-session"] })
    .notNull()
    .default("payment"),
})

export const demoCardRefunds = pgTable("demo_card_refunds", {
  id: uuid("id").primaryKey(),
  sessionId: uuid("session_id")
    .notNull()
    .references(() => demoCardSessions.id),
  amount: cents("amount").notNull(),
})

/** Hints only: the state is read from the provider. */
export const providerEvents = pgTable(
  "provider_events",
  {
    provider: text("provider", { enum: ["stripe"] }).notNull(),
    eventId: text("event_id").notNull(),
    kind: text("kind").notNull(),
    objectId: text("object_id").notNull(),
    receivedAt: instant("received_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.provider, table.eventId] })],
)

export const cardDisputes = pgTable(
  "card_disputes",
  {
    provider: text("provider", { enum: ["stripe"] }).notNull(),
    providerId: text("provider_id").notNull(),
    bookingId: id<BookingId>("booking_id")
      .notNull()
      .references(() => bookings.id),
    paymentId: id("payment_id").references(() => payments.id),
    depositTryId: id("deposit_try_id").references(() => depositTries.id),
    amount: cents("amount").notNull(),
    reason: text("reason").notNull(),
    stage: text("stage", { enum: disputeStages }).notNull(),
    answerBy: instant("answer_by"),
    openedAt: instant("opened_at").notNull(),
    lookedAt: instant("looked_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.provider, table.providerId] })],
)

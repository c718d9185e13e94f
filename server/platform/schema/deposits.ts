import { pgTable, text, uuid } from "drizzle-orm/pg-core"
import type { BookingId, Id, ProfileId } from "../../../domain/id.ts"
import { profiles } from "./accounts.ts"
import { bookings } from "./bookings.ts"
import { conditionReports } from "./condition-reports.ts"
import { cents, day, id, instant, randomId } from "./columns.ts"

/** A rental's security deposit, once its contract is signed (decision 37). */
export const deposits = pgTable("deposits", {
  bookingId: id<BookingId>("booking_id")
    .primaryKey()
    .references(() => bookings.id),
  amount: cents("amount").notNull(),
  openedAt: instant("opened_at").notNull(),
  means: text("means", { enum: ["card", "cheque", "transfer"] }),
  provider: text("provider", { enum: ["stripe", "demo"] }),
  /** The provider's own names of the person who saved the card, and of the card; forgotten once the deposit is settled. */
  customerRef: text("customer_ref"),
  methodRef: text("method_ref"),
  cardLabel: text("card_label"),
  savedAt: instant("saved_at"),
  /** What its holder agreed to, word for word. */
  consent: text("consent"),
  /** Why the bank last refused to authorise it, in the provider's code. */
  failure: text("failure"),
  failedAt: instant("failed_at"),
  receivedOn: day("received_on"),
  receivedBy: id<ProfileId>("received_by").references(() => profiles.id),
  announcedAt: instant("announced_at"),
  announcedBy: id<ProfileId>("announced_by").references(() => profiles.id),
  announcedAmount: cents("announced_amount"),
  /** The mail that says it; null where none was ordered. */
  announcedMail: id<Id>("announced_mail"),
  /** When that mail was delivered, or the owner handed it over. */
  toldAt: instant("told_at"),
  /** What the equipment was like when it came back, as it was noted when that was announced. */
  reportId: id<Id>("report_id").references(() => conditionReports.id, { onDelete: "set null" }),
  /** Typed freely: erasable. */
  reason: text("reason"),
  /** The customer's, typed freely: erasable. */
  answer: text("answer"),
  answeredAt: instant("answered_at"),
  closedAt: instant("closed_at"),
  closedBy: id<ProfileId>("closed_by").references(() => profiles.id),
  kept: cents("kept"),
  /** The provider has done what was decided. */
  settledAt: instant("settled_at"),
  /** The provider could not take what was to be kept. */
  trouble: text("trouble"),
  /** The owner has seen to that otherwise. */
  troubleSeenAt: instant("trouble_seen_at"),
})

/** A page of the provider's that saves or authorises a card, or an authorisation of the one that was saved. */
export const depositTries = pgTable("deposit_tries", {
  id: randomId(),
  bookingId: id<BookingId>("booking_id")
    .notNull()
    .references(() => deposits.bookingId),
  provider: text("provider", { enum: ["stripe", "demo"] }).notNull(),
  kind: text("kind", { enum: ["save", "on-session", "off-session"] }).notNull(),
  amount: cents("amount").notNull(),
  madeAt: instant("made_at").notNull(),
  status: text("status", {
    enum: ["opening", "open", "saved", "held", "captured", "released", "refused", "closed"],
  })
    .notNull()
    .default("opening"),
  sessionId: text("session_id"),
  url: text("url"),
  endsAt: instant("ends_at"),
  holdId: text("hold_id"),
  captureBefore: instant("capture_before"),
  captured: cents("captured"),
  failure: text("failure"),
  settledAt: instant("settled_at"),
  lookedAt: instant("looked_at"),
})

/** The demonstration's authorisations. */
export const demoCardHolds = pgTable("demo_card_holds", {
  id: uuid("id").primaryKey(),
  amount: cents("amount").notNull(),
  state: text("state", { enum: ["held", "captured", "released"] })
    .notNull()
    .default("held"),
  captured: cents("captured"),
  madeAt: instant("made_at").notNull(),
})

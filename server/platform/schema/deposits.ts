import { pgTable, text, uuid } from "drizzle-orm/pg-core"
import type { BookingId, Id, ProfileId } from "../../../domain/id.ts"
import { profiles } from "./accounts.ts"
import { bookings } from "./bookings.ts"
import { conditionReports } from "./condition-reports.ts"
import { cents, day, id, instant, randomId } from "./columns.ts"

export const deposits = pgTable("deposits", {
  bookingId: id<BookingId>("booking_id")
    .primaryKey()
    .references(() => bookings.id),
  amount: cents("amount").notNull(),
  openedAt: instant("opened_at").notNull(),
  means: text("means", { enum: ["card", "cheque", "transfer"] }),
  provider: text("provider", { enum: ["stripe", "demo"] }),
  /** Removed once the deposit is settled. */
  customerRef: text("customer_ref"),
  methodRef: text("method_ref"),
  cardLabel: text("card_label"),
  savedAt: instant("saved_at"),
  consent: text("consent"),
  failure: text("failure"),
  failedAt: instant("failed_at"),
  receivedOn: day("received_on"),
  receivedBy: id<ProfileId>("received_by").references(() => profiles.id),
  announcedAt: instant("announced_at"),
  announcedBy: id<ProfileId>("announced_by").references(() => profiles.id),
  announcedAmount: cents("announced_amount"),
  announcedMail: id<Id>("announced_mail"),
  /** When that mail was delivered, or the owner handed it over. */
  toldAt: instant("told_at"),
  reportId: id<Id>("report_id").references(() => conditionReports.id, { onDelete: "set null" }),
  /** Free text: erasable. */
  reason: text("reason"),
  /** Free text: erasable. */
  answer: text("answer"),
  answeredAt: instant("answered_at"),
  closedAt: instant("closed_at"),
  closedBy: id<ProfileId>("closed_by").references(() => profiles.id),
  kept: cents("kept"),
  settledAt: instant("settled_at"),
  trouble: text("trouble"),
  troubleSeenAt: instant("trouble_seen_at"),
})

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

export const demoCardHolds = pgTable("demo_card_holds", {
  id: uuid("id").primaryKey(),
  amount: cents("amount").notNull(),
  state: text("state", { enum: ["held", "captured", "released"] })
    .notNull()
    .default("held"),
  captured: cents("captured"),
  madeAt: instant("made_at").notNull(),
})

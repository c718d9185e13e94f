import type { BookingId, ProfileId } from "../../../domain/id.ts"
import { boolean, pgTable, smallint, text } from "drizzle-orm/pg-core"
import { bookingEndKinds, dateChangeStatuses } from "../../../domain/booking/booking-end.ts"
import { profiles } from "./accounts.ts"
import { bookings } from "./bookings.ts"
import { cents, day, days, id, instant, randomId } from "./columns.ts"

/** At most one per booking is not undone (D43, D53). */
export const bookingEnds = pgTable("booking_ends", {
  id: randomId(),
  bookingId: id<BookingId>("booking_id")
    .notNull()
    .references(() => bookings.id),
  kind: text("kind", { enum: bookingEndKinds }).notNull(),
  at: instant("at").notNull(),
  /** null when the system ended the booking. */
  by: id<ProfileId>("by").references(() => profiles.id),
  sharePercent: smallint("share_percent"),
  kept: cents("kept").notNull().default(0),
  refund: cents("refund").notNull().default(0),
  indemnity: cents("indemnity").notNull().default(0),
  forceMajeure: boolean("force_majeure").notNull().default(false),
  /** Free text: erasable. */
  reason: text("reason"),
  undoneAt: instant("undone_at"),
  noticedOn: day("noticed_on"),
})

export const dateChangeRequests = pgTable("date_change_requests", {
  id: randomId(),
  bookingId: id<BookingId>("booking_id")
    .notNull()
    .references(() => bookings.id),
  dates: days("dates").notNull(),
  /** null: all rentals move together. */
  rental: smallint("rental"),
  note: text("note"),
  askedAt: instant("asked_at").notNull(),
  askedBy: id<ProfileId>("asked_by").references(() => profiles.id),
  status: text("status", { enum: dateChangeStatuses }).notNull().default("open"),
  answeredAt: instant("answered_at"),
  answeredBy: id<ProfileId>("answered_by").references(() => profiles.id),
  answer: text("answer"),
})

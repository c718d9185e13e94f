import type { BookingId, Id, ProfileId, QuoteId } from "../../../domain/id.ts"
import { type AnyPgColumn, bigint, integer, jsonb, pgTable, primaryKey, smallint, text } from "drizzle-orm/pg-core"
import { certificateTypes } from "../../../domain/booking/insurance.ts"
import type { Terms } from "../../../domain/booking/agreement.ts"
import type { Rental } from "../../../domain/rental/rental.ts"
import type { QuoteBuyer } from "../../../domain/quotes/buyer.ts"
import type { QuoteExtra } from "../../../domain/quotes/extras.ts"
import { declineReasons, quoteStates } from "../../../domain/quotes/state.ts"
import type { QuoteOffer } from "../documents/contract-page.ts"
import { profiles } from "./accounts.ts"
import { bookings } from "./bookings.ts"
import { createdAt, day, id, instant, randomId, updatedAt } from "./columns.ts"
import { leads } from "./leads.ts"

/** The columns of the booking that acceptance makes. */
export type QuotedRow = Pick<
  typeof bookings.$inferInsert,
  | "productId"
  | "productName"
  | "dates"
  | "firstDay"
  | "lastDay"
  | "returnsOn"
  | "total"
  | "priceLines"
  | "isDelivery"
  | "address"
> &
  Pick<
    typeof bookings.$inferSelect,
    "options" | "distance" | "distanceToConfirm" | "addressPrecision" | "addressCentre" | "deliveryFee"
  > & {
    rentals: Rental[]
    /** Counted in the price. */
    promoCode?: string | null
  }

export const quotes = pgTable("quotes", {
  id: randomId<QuoteId>(),
  number: text("number").notNull().unique(),
  state: text("state", { enum: quoteStates }).notNull().default("draft"),
  /** null for a prospect, who has `name` instead. */
  userId: id<ProfileId>("user_id").references(() => profiles.id),
  name: text("name"),
  email: text("email"),
  phone: text("phone"),
  leadId: id("lead_id").references(() => leads.id, { onDelete: "set null" }),
  copiedFrom: id<QuoteId>("copied_from").references((): AnyPgColumn => quotes.id, { onDelete: "set null" }),
  createdBy: id<ProfileId>("created_by").references(() => profiles.id),
  firstOpenedAt: instant("first_opened_at"),
  changeWords: text("change_words"),
  /** null again once a new version answers. */
  changeRequestedAt: instant("change_requested_at"),
  /** A signed order as a file, served only to the owner. */
  orderKey: text("order_key"),
  orderType: text("order_type", { enum: certificateTypes }),
  orderReceivedAt: instant("order_received_at"),
  answeredAt: instant("answered_at"),
  declineReason: text("decline_reason", { enum: declineReasons }),
  declineWords: text("decline_words"),
  bookingId: id<BookingId>("booking_id").references(() => bookings.id),
  /** Typed by the reader before the signature. */
  buyer: jsonb("buyer").$type<QuoteBuyer>().notNull().default({}),
  /** The number that the contract's text names before its booking is made. */
  bookingNumber: bigint("booking_number", { mode: "number" }),
  /** The contract prints it. */
  annex: jsonb("annex").$type<QuoteOffer>(),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
})

export const quoteCounters = pgTable("quote_counters", {
  year: smallint("year").primaryKey(),
  last: integer("last").notNull(),
})

/** A trigger freezes what was sent. */
export const quoteVersions = pgTable(
  "quote_versions",
  {
    quoteId: id<QuoteId>("quote_id")
      .notNull()
      .references(() => quotes.id, { onDelete: "cascade" }),
    version: smallint("version").notNull(),
    row: jsonb("row").$type<QuotedRow>().notNull(),
    extras: jsonb("extras").$type<readonly QuoteExtra[]>().notNull().default([]),
    message: text("message").notNull().default(""),
    validUntil: instant("valid_until").notNull(),
    keepUntil: day("keep_until"),
    /** null before it is sent. */
    terms: jsonb("terms").$type<Terms>(),
    createdAt: createdAt(),
    sentAt: instant("sent_at"),
    sentBy: id<ProfileId>("sent_by").references(() => profiles.id),
    /** The last reminder. */
    remindedAt: instant("reminded_at"),
    updatedAt: updatedAt(),
  },
  (table) => [primaryKey({ columns: [table.quoteId, table.version] })],
)

/** `accept` is mailed; `show` hides the place and acts on nothing (D66). */
export const quoteLinks = pgTable("quote_links", {
  id: id<Id>("id").primaryKey().defaultRandom(),
  quoteId: id<QuoteId>("quote_id")
    .notNull()
    .references(() => quotes.id, { onDelete: "cascade" }),
  purpose: text("purpose", { enum: ["accept", "show"] }).notNull(),
  digest: text("digest").notNull().unique(),
  madeAt: instant("made_at").notNull(),
  endsAt: instant("ends_at").notNull(),
  usedAt: instant("used_at"),
})

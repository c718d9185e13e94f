import type { ContractId, BookingId, ProfileId } from "../../../domain/id.ts"
import { boolean, pgTable, smallint, text } from "drizzle-orm/pg-core"
import { instalmentKinds, paymentMeans, refundKinds, refundReasons } from "../../../domain/finance/payment.ts"
import { profiles } from "./accounts.ts"
import { bookings, contracts } from "./bookings.ts"
import { cents, createdAt, day, id, instant, randomId } from "./columns.ts"

/** Append-only: what a version of the contract asks for. Those of the version in force count (`instalments_in_force`). */
export const instalments = pgTable("instalments", {
  id: randomId(),
  bookingId: id<BookingId>("booking_id")
    .notNull()
    .references(() => bookings.id),
  /** Null for what was confirmed before contracts were kept. */
  contractId: id<ContractId>("contract_id").references(() => contracts.id),
  /** From 1, in the order of their days. */
  position: smallint("position").notNull(),
  kind: text("kind", { enum: instalmentKinds }).notNull(),
  amount: cents("amount").notNull(),
  /** Null: when the contract is signed. */
  dueOn: day("due_on"),
  createdAt: createdAt(),
})

/** Append-only: what arrived. A counter-entry is below zero and says which payment it takes back. */
export const payments = pgTable("payments", {
  id: randomId(),
  bookingId: id<BookingId>("booking_id")
    .notNull()
    .references(() => bookings.id),
  means: text("means", { enum: paymentMeans }).notNull(),
  amount: cents("amount").notNull(),
  receivedOn: day("received_on").notNull(),
  recordedAt: instant("recorded_at").notNull().defaultNow(),
  recordedBy: id<ProfileId>("recorded_by").references(() => profiles.id),
  /** Typed freely: erasable. */
  note: text("note"),
  corrects: id("corrects"),
  provider: text("provider"),
  providerId: text("provider_id"),
  /** Of cash above what residents may pay: whoever noted it has seen the proof (D74). */
  payerLivesAbroad: boolean("payer_lives_abroad").notNull().default(false),
})

/** What is to be given back, until it is noted how it was (D57). A trigger keeps their sum below what was paid. */
export const refunds = pgTable("refunds", {
  id: randomId(),
  bookingId: id<BookingId>("booking_id")
    .notNull()
    .references(() => bookings.id),
  kind: text("kind", { enum: refundKinds }).notNull().default("refund"),
  reason: text("reason", { enum: refundReasons }).notNull(),
  amount: cents("amount").notNull(),
  /** The legal date. */
  dueOn: day("due_on").notNull(),
  createdAt: createdAt(),
  createdBy: id<ProfileId>("created_by").references(() => profiles.id),
  madeOn: day("made_on"),
  madeMeans: text("made_means", { enum: paymentMeans }),
  madeAt: instant("made_at"),
  madeBy: id<ProfileId>("made_by").references(() => profiles.id),
  note: text("note"),
  provider: text("provider"),
  providerId: text("provider_id"),
  /** It is not owed any more: what caused it was taken back. */
  droppedAt: instant("dropped_at"),
  /** The card payment that a job gives it back of; null where somebody does it by hand. */
  paymentId: id("payment_id").references(() => payments.id),
  /** The provider was asked: it is not dropped any more. */
  begunAt: instant("begun_at"),
  /** The provider could not: it is to be given back by hand. */
  failedAt: instant("failed_at"),
  failure: text("failure"),
})

/**
 * What each booking is still to pay, what it has paid too much, and whether nobody has signed it: kept by the triggers that
 * settle it (decision 76), a row for those that have any of it.
 */
export const openMatters = pgTable("open_matters", {
  bookingId: id<BookingId>("booking_id")
    .primaryKey()
    .references(() => bookings.id, { onDelete: "cascade" }),
  /** What is open of the first instalment that is not covered. */
  paymentAmount: cents("payment_amount"),
  paymentPosition: smallint("payment_position"),
  /** Its day; null also for what is due at once. */
  paymentDueOn: day("payment_due_on"),
  /** The first day of all that is open. */
  paymentLateAfter: day("payment_late_after"),
  overpaid: cents("overpaid"),
  overpaidAt: instant("overpaid_at"),
  isUnsigned: boolean("is_unsigned").notNull(),
  /** More was paid than is invoiced; false of an example. */
  isUninvoiced: boolean("is_uninvoiced").notNull(),
  /** Its last day, after which the invoice of the rest is to be made; null once it is, and of an example. */
  finalInvoiceAfter: day("final_invoice_after"),
})

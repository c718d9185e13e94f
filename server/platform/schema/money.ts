import type { ContractId, BookingId, ProfileId } from "../../../domain/id.ts"
import { boolean, pgTable, smallint, text } from "drizzle-orm/pg-core"
import { instalmentKinds, paymentMeans, refundKinds, refundReasons } from "../../../domain/finance/payment.ts"
import { profiles } from "./accounts.ts"
import { bookings, contracts } from "./bookings.ts"
import { cents, createdAt, day, id, instant, randomId } from "./columns.ts"

/** Append-only; only the version in force counts (`instalments_in_force`). */
export const instalments = pgTable("instalments", {
  id: randomId(),
  bookingId: id<BookingId>("booking_id")
    .notNull()
    .references(() => bookings.id),
  contractId: id<ContractId>("contract_id").references(() => contracts.id),
  position: smallint("position").notNull(),
  kind: text("kind", { enum: instalmentKinds }).notNull(),
  amount: cents("amount").notNull(),
  /** null when due at signing. */
  dueOn: day("due_on"),
  createdAt: createdAt(),
})

/** Append-only; a counter-entry is negative. */
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
  /** Free text: erasable. */
  note: text("note"),
  corrects: id("corrects"),
  provider: text("provider"),
  providerId: text("provider_id"),
  /** The owner has checked the proof that allows cash above the residents' limit (D74). */
  payerLivesAbroad: boolean("payer_lives_abroad").notNull().default(false),
})

/** A trigger keeps the sum within what was paid (D57). */
export const refunds = pgTable("refunds", {
  id: randomId(),
  bookingId: id<BookingId>("booking_id")
    .notNull()
    .references(() => bookings.id),
  kind: text("kind", { enum: refundKinds }).notNull().default("refund"),
  reason: text("reason", { enum: refundReasons }).notNull(),
  amount: cents("amount").notNull(),
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
  droppedAt: instant("dropped_at"),
  /** null when refunded by hand. */
  paymentId: id("payment_id").references(() => payments.id),
  /** From then on it cannot be dropped. */
  begunAt: instant("begun_at"),
  /** Must be refunded by hand. */
  failedAt: instant("failed_at"),
  failure: text("failure"),
})

/** Maintained by triggers (decision 76). */
export const openMatters = pgTable("open_matters", {
  bookingId: id<BookingId>("booking_id")
    .primaryKey()
    .references(() => bookings.id, { onDelete: "cascade" }),
  paymentAmount: cents("payment_amount"),
  paymentPosition: smallint("payment_position"),
  paymentDueOn: day("payment_due_on"),
  paymentLateAfter: day("payment_late_after"),
  overpaid: cents("overpaid"),
  overpaidAt: instant("overpaid_at"),
  isUnsigned: boolean("is_unsigned").notNull(),
  isUninvoiced: boolean("is_uninvoiced").notNull(),
  finalInvoiceAfter: day("final_invoice_after"),
})

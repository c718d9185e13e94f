import { bigint, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core"
import { paymentMeans } from "../../../domain/finance/payment.ts"
import { type TakingFinding, closingPeriods } from "../../../domain/finance/takings.ts"
import { cents, day, instant } from "./columns.ts"

const whole = (name: string) => bigint(name, { mode: "number" })

/** Append-only: the register of what moved, one line for each payment, counter-entry and refund made. */
export const takings = pgTable("takings", {
  number: whole("number").primaryKey(),
  kind: text("kind", { enum: ["payment", "refund"] }).notNull(),
  sourceId: uuid("source_id").notNull(),
  bookingNumber: whole("booking_number").notNull(),
  means: text("means", { enum: paymentMeans }).notNull(),
  amount: cents("amount").notNull(),
  movedOn: day("moved_on").notNull(),
  recordedAt: instant("recorded_at").notNull(),
  corrects: whole("corrects"),
  /** Of the register. */
  day: day("day").notNull(),
  previousHash: text("previous_hash").notNull(),
  hash: text("hash").notNull(),
})

/** Append-only: the same of play money, apart and without hashes (D73). */
export const demonstrationTakings = pgTable("demonstration_takings", {
  number: whole("number").primaryKey(),
  kind: text("kind", { enum: ["payment", "refund"] }).notNull(),
  sourceId: uuid("source_id").notNull(),
  bookingNumber: whole("booking_number").notNull(),
  means: text("means", { enum: paymentMeans }).notNull(),
  amount: cents("amount").notNull(),
  movedOn: day("moved_on").notNull(),
  recordedAt: instant("recorded_at").notNull(),
  corrects: whole("corrects"),
})

/** Append-only: a day, a month or a year that is over, with what it brought and all since the beginning. Cents. */
export const takingsClosings = pgTable("takings_closings", {
  number: whole("number").primaryKey(),
  period: text("period", { enum: closingPeriods }).notNull(),
  firstDay: day("first_day").notNull(),
  lastDay: day("last_day").notNull(),
  firstTaking: whole("first_taking"),
  lastTaking: whole("last_taking"),
  entries: integer("entries").notNull(),
  received: whole("received").notNull(),
  refunded: whole("refunded").notNull(),
  byMeans: jsonb("by_means").$type<Readonly<Record<string, number>>>().notNull(),
  perpetualEntries: whole("perpetual_entries").notNull(),
  perpetualReceived: whole("perpetual_received").notNull(),
  perpetualRefunded: whole("perpetual_refunded").notNull(),
  lastHash: text("last_hash").notNull(),
  previousHash: text("previous_hash").notNull(),
  hash: text("hash").notNull(),
  seal: text("seal").notNull(),
  closedAt: instant("closed_at").notNull(),
})

export const takingsChecks = pgTable("takings_checks", {
  id: whole("id").primaryKey().generatedAlwaysAsIdentity(),
  at: instant("at").notNull(),
  entries: whole("entries").notNull(),
  closings: whole("closings").notNull(),
  findings: jsonb("findings").$type<readonly TakingFinding[]>().notNull(),
  found: integer("found").notNull(),
})

import { bigint, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core"
import { paymentMeans } from "../../../domain/finance/payment.ts"
import { type TakingFinding, closingPeriods } from "../../../domain/finance/takings.ts"
import { cents, day, instant } from "./columns.ts"

const bigintNumber = (name: string) => bigint(name, { mode: "number" })

/** Append-only */
export const takings = pgTable("takings", {
  number: bigintNumber("number").primaryKey(),
  kind: text("kind", { enum: ["payment", "refund"] }).notNull(),
  sourceId: uuid("source_id").notNull(),
  bookingNumber: bigintNumber("booking_number").notNull(),
  means: text("means", { enum: paymentMeans }).notNull(),
  amount: cents("amount").notNull(),
  movedOn: day("moved_on").notNull(),
  recordedAt: instant("recorded_at").notNull(),
  corrects: bigintNumber("corrects"),
  day: day("day").notNull(),
  previousHash: text("previous_hash").notNull(),
  hash: text("hash").notNull(),
})

/** Append-only; play money, without hashes (D73). */
export const demonstrationTakings = pgTable("demonstration_takings", {
  number: bigintNumber("number").primaryKey(),
  kind: text("kind", { enum: ["payment", "refund"] }).notNull(),
  sourceId: uuid("source_id").notNull(),
  bookingNumber: bigintNumber("booking_number").notNull(),
  means: text("means", { enum: paymentMeans }).notNull(),
  amount: cents("amount").notNull(),
  movedOn: day("moved_on").notNull(),
  recordedAt: instant("recorded_at").notNull(),
  corrects: bigintNumber("corrects"),
})

/** Append-only; amounts in cents. */
export const takingsClosings = pgTable("takings_closings", {
  number: bigintNumber("number").primaryKey(),
  period: text("period", { enum: closingPeriods }).notNull(),
  firstDay: day("first_day").notNull(),
  lastDay: day("last_day").notNull(),
  firstTaking: bigintNumber("first_taking"),
  lastTaking: bigintNumber("last_taking"),
  entries: integer("entries").notNull(),
  received: bigintNumber("received").notNull(),
  refunded: bigintNumber("refunded").notNull(),
  byMeans: jsonb("by_means").$type<Readonly<Record<string, number>>>().notNull(),
  perpetualEntries: bigintNumber("perpetual_entries").notNull(),
  perpetualReceived: bigintNumber("perpetual_received").notNull(),
  perpetualRefunded: bigintNumber("perpetual_refunded").notNull(),
  lastHash: text("last_hash").notNull(),
  previousHash: text("previous_hash").notNull(),
  hash: text("hash").notNull(),
  seal: text("seal").notNull(),
  closedAt: instant("closed_at").notNull(),
})

export const takingsChecks = pgTable("takings_checks", {
  id: bigintNumber("id").primaryKey().generatedAlwaysAsIdentity(),
  at: instant("at").notNull(),
  entries: bigintNumber("entries").notNull(),
  closings: bigintNumber("closings").notNull(),
  findings: jsonb("findings").$type<readonly TakingFinding[]>().notNull(),
  found: integer("found").notNull(),
})

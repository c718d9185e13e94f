import { boolean, integer, jsonb, pgTable, pgView, text } from "drizzle-orm/pg-core"
import { type CsvColumns, bankLineStates, statementFormats } from "../../../domain/finance/bank-statement.ts"
import type { ProfileId } from "../../../domain/id.ts"
import { profiles } from "./accounts.ts"
import { cents, day, id, instant, randomId } from "./columns.ts"
import { payments, refunds } from "./money.ts"

export const bankStatements = pgTable("bank_statements", {
  id: randomId(),
  format: text("format", { enum: statementFormats }).notNull(),
  account: text("account"),
  headerSha256: text("header_sha256"),
  importedAt: instant("imported_at").notNull(),
  importedBy: id<ProfileId>("imported_by")
    .notNull()
    .references(() => profiles.id),
  fresh: integer("fresh").notNull(),
  known: integer("known").notNull(),
  aside: integer("aside").notNull(),
})

export const bankCsvLayouts = pgTable("bank_csv_layouts", {
  headerSha256: text("header_sha256").primaryKey(),
  columns: jsonb("columns").$type<CsvColumns>().notNull(),
  chosenAt: instant("chosen_at").notNull(),
  chosenBy: id<ProfileId>("chosen_by")
    .notNull()
    .references(() => profiles.id),
})

export const bankTablesWaiting = pgTable("bank_tables_waiting", {
  id: randomId(),
  sha256: text("sha256").notNull(),
  content: text("content").notNull(),
  broughtAt: instant("brought_at").notNull(),
  broughtBy: id<ProfileId>("brought_by")
    .notNull()
    .references(() => profiles.id),
})

export const bankLines = pgTable("bank_lines", {
  id: randomId(),
  statementId: id("statement_id")
    .notNull()
    .references(() => bankStatements.id),
  entryKey: text("entry_key").notNull(),
  bookedOn: day("booked_on").notNull(),
  amount: cents("amount").notNull(),
  label: text("label").notNull(),
  counterparty: text("counterparty"),
  reference: text("reference"),
  paymentId: id("payment_id").references(() => payments.id),
  recorded: boolean("recorded").notNull().default(false),
  refundId: id("refund_id").references(() => refunds.id),
  dismissedAt: instant("dismissed_at"),
  decidedAt: instant("decided_at"),
  decidedBy: id<ProfileId>("decided_by").references(() => profiles.id),
  reversal: boolean("reversal").notNull().default(false),
})

export const bankLinesNow = pgView("bank_lines_now", {
  id: id("id").notNull(),
  statementId: id("statement_id").notNull(),
  bookedOn: day("booked_on").notNull(),
  amount: cents("amount").notNull(),
  label: text("label").notNull(),
  counterparty: text("counterparty"),
  reference: text("reference"),
  paymentId: id("payment_id"),
  recorded: boolean("recorded").notNull(),
  refundId: id("refund_id"),
  reversal: boolean("reversal").notNull(),
  state: text("state", { enum: bankLineStates }).notNull(),
}).existing()

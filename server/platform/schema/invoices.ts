import { invoiceKinds } from "../../../domain/finance/invoice-kind.ts"
import {
  type AnyPgColumn,
  boolean,
  date,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
} from "drizzle-orm/pg-core"
import type { InvoiceContent } from "../../../domain/invoicing/invoice.ts"
import type { BookingId, ProfileId } from "../../../domain/id.ts"
import type { Day } from "../../../domain/day.ts"
import { profiles } from "./accounts.ts"
import { bookings } from "./bookings.ts"
import { cents, day, id, instant, randomId } from "./columns.ts"

/** Append-only, numbered without a gap per series and year (D30, decision 61). */
export const invoices = pgTable("invoices", {
  id: randomId(),
  bookingId: id<BookingId>("booking_id")
    .notNull()
    .references(() => bookings.id),
  customerId: id<ProfileId>("customer_id")
    .notNull()
    .references(() => profiles.id),
  kind: text("kind", { enum: invoiceKinds }).notNull(),
  series: text("series", { enum: ["F", "A", "DEMO"] }).notNull(),
  year: smallint("year").notNull(),
  sequence: integer("sequence").notNull(),
  number: text("number").notNull(),
  issuedAt: instant("issued_at").notNull(),
  issuedOn: day("issued_on").notNull(),
  total: cents("total").notNull(),
  net: cents("net").notNull(),
  vat: cents("vat").notNull(),
  amount: cents("amount").notNull(),
  content: jsonb("content").$type<InvoiceContent>().notNull(),
  credits: id("credits").references((): AnyPgColumn => invoices.id),
  pdfKey: text("pdf_key"),
  pdfSha256: text("pdf_sha256"),
  erasedAt: instant("erased_at"),
  isExample: boolean("is_example").notNull().default(false),
})

export const invoiceDeductions = pgTable(
  "invoice_deductions",
  {
    invoiceId: id("invoice_id")
      .notNull()
      .references(() => invoices.id),
    deductedId: id("deducted_id")
      .notNull()
      .references(() => invoices.id),
  },
  ({ invoiceId, deductedId }) => [primaryKey({ columns: [invoiceId, deductedId] })],
)

export const invoicingStart = pgTable("invoicing_start", {
  id: smallint("id").primaryKey().default(1),
  day: date("day").$type<Day>().notNull(),
})

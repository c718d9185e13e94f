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

/** Append-only: invoices and credit notes, numbered without a gap for each series and year (D30). The file is noted later, once, and whom it names ends (decision 61). */
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
  /** Of the lines, with VAT. */
  total: cents("total").notNull(),
  net: cents("net").notNull(),
  vat: cents("vat").notNull(),
  /** What it adds to what is owed; what a credit note takes away. */
  amount: cents("amount").notNull(),
  content: jsonb("content").$type<InvoiceContent>().notNull(),
  /** Of a credit note: what it takes back. */
  credits: id("credits").references((): AnyPgColumn => invoices.id),
  /** A file of the storage, and the SHA-256 of its bytes in hexadecimal; null until it is made. */
  pdfKey: text("pdf_key"),
  pdfSha256: text("pdf_sha256"),
  /** When the customer was taken out of it, once its years were over. */
  erasedAt: instant("erased_at"),
  isExample: boolean("is_example").notNull().default(false),
})

/** The down payments that a final invoice takes off. */
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

/** One row: the day from which bookings are invoiced. */
export const invoicingStart = pgTable("invoicing_start", {
  id: smallint("id").primaryKey().default(1),
  day: date("day").$type<Day>().notNull(),
})

import { boolean, integer, jsonb, pgTable, primaryKey, smallint, text } from "drizzle-orm/pg-core"
import { legs } from "../../../domain/booking/route.ts"
import type { MachineReport } from "../../../domain/booking/condition-report.ts"
import type { Signature } from "../../../domain/contracts/evidence.ts"
import type { BookingId, ProfileId } from "../../../domain/id.ts"
import { profiles } from "./accounts.ts"
import { bookings } from "./bookings.ts"
import { id, instant } from "./columns.ts"

/** A trigger forbids changes. */
export const conditionReports = pgTable("condition_reports", {
  id: id("id").primaryKey(),
  bookingId: id<BookingId>("booking_id")
    .notNull()
    .references(() => bookings.id),
  leg: text("leg", { enum: legs }).notNull(),
  damaged: boolean("damaged").notNull(),
  remarks: text("remarks").notNull(),
  /** Empty in reports from before: they are about all machines. */
  machines: jsonb("machines").$type<MachineReport[]>().notNull().default([]),
  clientName: text("client_name").notNull(),
  clientSignature: jsonb("client_signature").$type<Signature>().notNull(),
  companyName: text("company_name").notNull(),
  companySignature: jsonb("company_signature").$type<Signature>().notNull(),
  recordedAt: instant("recorded_at").notNull(),
  recordedBy: id<ProfileId>("recorded_by").references(() => profiles.id),
  pdfKey: text("pdf_key"),
  pdfSha256: text("pdf_sha256"),
})

export const conditionReportPhotos = pgTable(
  "condition_report_photos",
  {
    reportId: id("report_id")
      .notNull()
      .references(() => conditionReports.id),
    position: smallint("position").notNull(),
    /** null in reports from before. */
    rental: smallint("rental"),
    fileKey: text("file_key").notNull(),
    width: integer("width").notNull(),
    height: integer("height").notNull(),
  },
  (table) => [primaryKey({ columns: [table.reportId, table.position] })],
)

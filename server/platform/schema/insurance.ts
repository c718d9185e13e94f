import { boolean, integer, pgTable, text } from "drizzle-orm/pg-core"
import { certificateTypes } from "../../../domain/booking/insurance.ts"
import type { BookingId } from "../../../domain/id.ts"
import { bookings } from "./bookings.ts"
import { id, instant } from "./columns.ts"

export const insuranceCertificates = pgTable("insurance_certificates", {
  bookingId: id<BookingId>("booking_id")
    .primaryKey()
    .references(() => bookings.id),
  /** null when the product's setting applies. */
  asked: boolean("asked"),
  fileKey: text("file_key"),
  contentType: text("content_type", { enum: certificateTypes }),
  size: integer("size"),
  handedInAt: instant("handed_in_at"),
  erasedAt: instant("erased_at"),
})

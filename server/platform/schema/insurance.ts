import { boolean, integer, pgTable, text } from "drizzle-orm/pg-core"
import { certificateTypes } from "../../../domain/booking/insurance.ts"
import type { BookingId } from "../../../domain/id.ts"
import { bookings } from "./bookings.ts"
import { id, instant } from "./columns.ts"

/** The certificate of insurance of a booking (decision 52); no row where nothing was said and nothing was sent. */
export const insuranceCertificates = pgTable("insurance_certificates", {
  bookingId: id<BookingId>("booking_id")
    .primaryKey()
    .references(() => bookings.id),
  /** The owner's own word about this booking; null: what its product says. */
  asked: boolean("asked"),
  fileKey: text("file_key"),
  contentType: text("content_type", { enum: certificateTypes }),
  /** In bytes. */
  size: integer("size"),
  handedInAt: instant("handed_in_at"),
  erasedAt: instant("erased_at"),
})

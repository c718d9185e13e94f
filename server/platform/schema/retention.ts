import type { BookingId } from "../../../domain/id.ts"
import { bigint, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core"
import type { RetentionCategory } from "../../../domain/retention/retention-categories.ts"
import { bookings } from "./bookings.ts"
import { id, instant } from "./columns.ts"

export const bookingNotices = pgTable(
  "booking_notices",
  {
    bookingId: id<BookingId>("booking_id")
      .notNull()
      .references(() => bookings.id),
    kind: text("kind", { enum: ["waiting", "day-before", "thanks", "payment", "deposit", "insurance"] }).notNull(),
    about: text("about").notNull(),
    at: instant("at").notNull(),
  },
  ({ bookingId, kind, about }) => [primaryKey({ columns: [bookingId, kind, about] })],
)

/** Append-only */
export const retentionRuns = pgTable("retention_runs", {
  id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  at: instant("at").notNull(),
  kind: text("kind").$type<RetentionCategory>().notNull(),
  rows: integer("rows").notNull(),
})

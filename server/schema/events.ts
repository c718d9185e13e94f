import { bigint, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core"
import { bookings } from "./bookings.ts"
import { instant } from "./columns.ts"

/** Append-only, by a trigger: who did what to what, when. */
export const events = pgTable("events", {
  id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  at: instant("at").notNull().defaultNow(),
  actorKind: text("actor_kind", { enum: ["customer", "administrator", "system", "visitor"] }).notNull(),
  actorId: uuid("actor_id"),
  actorName: text("actor_name").notNull().default(""),
  action: text("action").notNull(),
  subjectKind: text("subject_kind").notNull(),
  subjectId: text("subject_id").notNull(),
  bookingId: uuid("booking_id").references(() => bookings.id),
  details: jsonb("details").$type<Record<string, unknown>>().notNull().default({}),
})

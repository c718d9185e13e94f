import type { BookingId, ProfileId } from "../../../domain/id.ts"
import type { WebhookKind } from "../../../domain/webhooks/kinds.ts"
import { bigint, boolean, jsonb, pgTable, pgView, text } from "drizzle-orm/pg-core"
import { bookings } from "./bookings.ts"
import { id, instant } from "./columns.ts"

type Details = Record<string, unknown>
const actorKinds = ["customer", "administrator", "system", "visitor"] as const

/** Append-only by a trigger; facts only (D52). */
export const events = pgTable("events", {
  id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  at: instant("at").notNull().defaultNow(),
  actorKind: text("actor_kind", { enum: actorKinds }).notNull(),
  actorId: id<ProfileId>("actor_id"),
  accountId: id<ProfileId>("account_id"),
  action: text("action").notNull(),
  subjectKind: text("subject_kind").notNull(),
  subjectId: text("subject_id").notNull(),
  bookingId: id<BookingId>("booking_id").references(() => bookings.id),
  details: jsonb("details").$type<Details>().notNull().default({}),
})

/** null once erased: a trigger allows nothing else. */
export const eventDetails = pgTable("event_details", {
  eventId: bigint("event_id", { mode: "number" })
    .primaryKey()
    .references(() => events.id),
  actorName: text("actor_name").default(""),
  apiKey: text("api_key"),
  personal: jsonb("personal").$type<Details>().default({}),
  inJournal: boolean("in_journal").notNull().default(true),
})

/** Readers rely on a single order (decision 71). */
export const eventFeed = pgTable("event_feed", {
  eventId: bigint("event_id", { mode: "number" })
    .primaryKey()
    .references(() => events.id),
  kind: text("kind").$type<WebhookKind>().notNull(),
  bookingId: id<BookingId>("booking_id")
    .notNull()
    .references(() => bookings.id),
  at: instant("at").notNull(),
  /** null while an earlier one may still come. */
  place: bigint("place", { mode: "number" }).unique(),
})

export const recordedEvents = pgView("recorded_events", {
  id: bigint("id", { mode: "number" }).notNull(),
  at: instant("at").notNull(),
  actorKind: text("actor_kind", { enum: actorKinds }).notNull(),
  actorId: id<ProfileId>("actor_id"),
  actorName: text("actor_name").notNull(),
  accountId: id<ProfileId>("account_id"),
  action: text("action").notNull(),
  subjectKind: text("subject_kind").notNull(),
  subjectId: text("subject_id").notNull(),
  bookingId: id<BookingId>("booking_id"),
  details: jsonb("details").$type<Details>().notNull(),
  personal: jsonb("personal").$type<Details>().notNull(),
  actorErased: boolean("actor_erased").notNull(),
  personalErased: boolean("personal_erased").notNull(),
  apiKey: text("api_key"),
}).existing()

import type { BookingId, ProfileId } from "../../../domain/id.ts"
import type { WebhookKind } from "../../../domain/webhooks/kinds.ts"
import { bigint, boolean, jsonb, pgTable, pgView, text } from "drizzle-orm/pg-core"
import { bookings } from "./bookings.ts"
import { id, instant } from "./columns.ts"

type Details = Record<string, unknown>
const actorKinds = ["customer", "administrator", "system", "visitor"] as const

/** Append-only, by a trigger: who did what to what, when. Facts alone: ids, days, amounts, names of fields (D52). */
export const events = pgTable("events", {
  id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  at: instant("at").notNull().defaultNow(),
  actorKind: text("actor_kind", { enum: actorKinds }).notNull(),
  actorId: id<ProfileId>("actor_id"),
  /** In whose name it was done; null for what the house does by itself. */
  accountId: id<ProfileId>("account_id"),
  action: text("action").notNull(),
  subjectKind: text("subject_kind").notNull(),
  subjectId: text("subject_id").notNull(),
  bookingId: id<BookingId>("booking_id").references(() => bookings.id),
  details: jsonb("details").$type<Details>().notNull().default({}),
})

/** What names somebody or was typed freely, a row for each event. Null is what was erased: a trigger allows nothing else. */
export const eventDetails = pgTable("event_details", {
  eventId: bigint("event_id", { mode: "number" })
    .primaryKey()
    .references(() => events.id),
  /** As the person who acted was called then. */
  actorName: text("actor_name").default(""),
  /** How the API key was called that they acted by; null for none. */
  apiKey: text("api_key"),
  personal: jsonb("personal").$type<Details>().default({}),
  /** Whether the journal is to find it: an administrator's act. */
  inJournal: boolean("in_journal").notNull().default(true),
})

/** What other programs are told of, each in its place in the one order that they read it in (decision 71). */
export const eventFeed = pgTable("event_feed", {
  eventId: bigint("event_id", { mode: "number" })
    .primaryKey()
    .references(() => events.id),
  kind: text("kind").$type<WebhookKind>().notNull(),
  bookingId: id<BookingId>("booking_id")
    .notNull()
    .references(() => bookings.id),
  at: instant("at").notNull(),
  /** Null until no earlier one can come any more. */
  place: bigint("place", { mode: "number" }).unique(),
})

/** Events with what is left of their personal part: what readers ask. */
export const recordedEvents = pgView("recorded_events", {
  id: bigint("id", { mode: "number" }).notNull(),
  at: instant("at").notNull(),
  actorKind: text("actor_kind", { enum: actorKinds }).notNull(),
  actorId: id<ProfileId>("actor_id"),
  /** Empty for nobody, and for a name that was erased. */
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
  /** Null for what was done by no key of the API, and where its name was erased. */
  apiKey: text("api_key"),
}).existing()

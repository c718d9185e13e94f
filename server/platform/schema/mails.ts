import type { BookingId } from "../../../domain/id.ts"
import { bigint, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core"
import { mailStates } from "../../../domain/content/mail-state.ts"
import { bookings } from "./bookings.ts"
import { id, instant, updatedAt } from "./columns.ts"
import { events } from "./events.ts"

export const mails = pgTable("mails", {
  id: id("id").primaryKey(),
  template: text("template").notNull(),
  messageId: text("message_id").notNull(),
  bookingId: id<BookingId>("booking_id").references(() => bookings.id),
  eventId: bigint("event_id", { mode: "number" }).references(() => events.id),
  orderedAt: instant("ordered_at").notNull(),
  startAfter: instant("start_after"),
  state: text("state", { enum: mailStates }).notNull().default("waiting"),
  tries: integer("tries").notNull().default(0),
  lastTriedAt: instant("last_tried_at"),
  tryingSince: instant("trying_since"),
  settledAt: instant("settled_at"),
  code: integer("code"),
  sentAgainAs: id("sent_again_as"),
})

export const mailDetails = pgTable("mail_details", {
  mailId: id("mail_id")
    .primaryKey()
    .references(() => mails.id, { onDelete: "cascade" }),
  recipients: jsonb("recipients").$type<{ name: string; address: string }[]>().notNull().default([]),
  data: jsonb("data"),
  subject: text("subject"),
  body: text("body"),
  answer: text("answer"),
  words: text("words").notNull().default(""),
})

export const mailSentences = pgTable("mail_sentences", {
  template: text("template").primaryKey(),
  subject: text("subject").notNull(),
  greeting: text("greeting").notNull(),
  intro: text("intro").notNull(),
  closing: text("closing").notNull(),
  version: integer("version").notNull().default(1),
  updatedAt: updatedAt(),
})

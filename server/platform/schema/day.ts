import { boolean, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core"
import type { ClockTime } from "../../../domain/clock.ts"
import { legs } from "../../../domain/booking/route.ts"
import { shiftKinds } from "../../../domain/booking/shift.ts"
import type { BookingId, ProfileId } from "../../../domain/id.ts"
import type { TimeRange } from "../../../domain/rental/rental.ts"
import { profiles } from "./accounts.ts"
import { bookings } from "./bookings.ts"
import { createdAt, day, id, instant, randomId } from "./columns.ts"

/** An occupied range as it was before the return. */
export type FreedRange = { id: number; during: TimeRange; rented: TimeRange }

const clockTime = (name: string) => text(name).$type<ClockTime>()
const bookingReference = () => id<BookingId>("booking_id").references(() => bookings.id, { onDelete: "cascade" })

export const bookingHours = pgTable("booking_hours", {
  bookingId: bookingReference().primaryKey(),
  outFrom: clockTime("out_from"),
  outTo: clockTime("out_to"),
  backFrom: clockTime("back_from"),
  backTo: clockTime("back_to"),
  setAt: instant("set_at").notNull(),
})

export const eventStarts = pgTable("event_starts", {
  bookingId: bookingReference().primaryKey(),
  startsAt: clockTime("starts_at").notNull(),
  toldAt: instant("told_at").notNull(),
})

export const routeStops = pgTable(
  "route_stops",
  {
    day: day("day").notNull(),
    bookingId: bookingReference().notNull(),
    leg: text("leg", { enum: legs }).notNull(),
    position: integer("position").notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.bookingId, table.leg] })],
)

export const stopTimes = pgTable(
  "stop_times",
  {
    bookingId: bookingReference().notNull(),
    day: day("day").notNull(),
    leg: text("leg", { enum: legs }).notNull(),
    left: instant("left_at"),
    arrives: instant("arrives_at"),
    arrived: instant("arrived_at"),
    done: instant("done_at"),
    freed: jsonb("freed").$type<FreedRange[]>().notNull().default([]),
  },
  (table) => [primaryKey({ columns: [table.bookingId, table.day, table.leg] })],
)

export const loadedItems = pgTable(
  "loaded_items",
  {
    day: day("day").notNull(),
    bookingId: bookingReference().notNull(),
    item: text("item").notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.bookingId, table.item] })],
)

export const venueChecklists = pgTable("venue_checklists", {
  bookingId: bookingReference().primaryKey(),
  powerNear: boolean("power_near").notNull(),
  floorFits: boolean("floor_fits").notNull(),
  access: text("access").notNull(),
  stairs: text("stairs").notNull(),
  contactName: text("contact_name").notNull(),
  contactPhone: text("contact_phone").notNull(),
  filledAt: instant("filled_at").notNull(),
})

export const shifts = pgTable("shifts", {
  id: randomId(),
  bookingId: bookingReference().notNull(),
  kind: text("kind", { enum: shiftKinds }).notNull(),
  startsAt: instant("starts_at").notNull(),
  endsAt: instant("ends_at").notNull(),
  personId: id<ProfileId>("person_id")
    .notNull()
    .references(() => profiles.id, { onDelete: "cascade" }),
  answer: text("answer", { enum: ["accepted", "declined"] }),
  answeredAt: instant("answered_at"),
  /** Opens the page that accepts or declines. */
  tokenDigest: text("token_digest").notNull().unique(),
  createdAt: createdAt(),
})

export const daysOff = pgTable("days_off", {
  id: randomId(),
  personId: id<ProfileId>("person_id")
    .notNull()
    .references(() => profiles.id, { onDelete: "cascade" }),
  firstDay: day("first_day").notNull(),
  lastDay: day("last_day").notNull(),
})

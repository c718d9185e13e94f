import { integer, pgTable, text, unique } from "drizzle-orm/pg-core"
import type { OutsideFailure, OutsideEventScope } from "../../../domain/availability/outside.ts"
import type { ProductId } from "../../../domain/id.ts"
import { products } from "./catalog.ts"
import { createdAt, day, id, instant, randomId, range } from "./columns.ts"

export const outsideCalendars = pgTable("outside_calendars", {
  id: randomId(),
  productId: id<ProductId>("product_id")
    .notNull()
    .references(() => products.id, { onDelete: "cascade" }),
  name: text("name").notNull(),
  /** A secret: never log it or display it in full. */
  address: text("address").notNull(),
  takes: text("takes").$type<OutsideEventScope>().notNull(),
  createdAt: createdAt(),
  etag: text("etag"),
  lastModified: text("last_modified"),
  askedAt: instant("asked_at"),
  readAt: instant("read_at"),
  readUntil: day("read_until"),
  unread: integer("unread").notNull().default(0),
  failingSince: instant("failing_since"),
  failure: text("failure").$type<OutsideFailure>(),
})

export const outsideEvents = pgTable(
  "outside_events",
  {
    id: randomId(),
    calendarId: id("calendar_id")
      .notNull()
      .references(() => outsideCalendars.id, { onDelete: "cascade" }),
    key: text("key").notNull(),
    firstDay: day("first_day").notNull(),
    lastDay: day("last_day").notNull(),
    /** null for an all-day event. */
    during: range("during"),
  },
  (table) => [unique().on(table.calendarId, table.key)],
)

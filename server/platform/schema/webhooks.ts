import { bigint, integer, pgTable, text } from "drizzle-orm/pg-core"
import type { BookingId } from "../../../domain/id.ts"
import type { WebhookFailure, WebhookKind } from "../../../domain/webhooks/kinds.ts"
import { createdAt, id, instant, randomId } from "./columns.ts"

export const webhookEndpoints = pgTable("webhook_endpoints", {
  id: randomId(),
  url: text("url").notNull(),
  kinds: text("kinds").array().$type<WebhookKind[]>().notNull(),
  secret: text("secret").notNull(),
  formerSecret: text("former_secret"),
  formerSecretUntil: instant("former_secret_until"),
  createdAt: createdAt(),
  failingSince: instant("failing_since"),
  stoppedAt: instant("stopped_at"),
})

export const webhookMessages = pgTable("webhook_messages", {
  id: randomId(),
  endpointId: id("endpoint_id")
    .notNull()
    .references(() => webhookEndpoints.id, { onDelete: "cascade" }),
  kind: text("kind").notNull(),
  eventId: bigint("event_id", { mode: "number" }),
  bookingId: id<BookingId>("booking_id"),
  at: instant("at").notNull(),
  state: text("state", { enum: ["waiting", "delivered", "given-up"] })
    .notNull()
    .default("waiting"),
  tries: integer("tries").notNull().default(0),
  nextAt: instant("next_at").notNull(),
  triedAt: instant("tried_at"),
  status: integer("status"),
  answer: text("answer"),
  failure: text("failure").$type<WebhookFailure>(),
})

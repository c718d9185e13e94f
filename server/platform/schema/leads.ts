import { pgTable, text } from "drizzle-orm/pg-core"
import type { BookingId, ProfileId } from "../../../domain/id.ts"
import { type LostReason, type WayToUs, leadKinds, leadStates } from "../../../domain/leads/lead.ts"
import { profiles } from "./accounts.ts"
import { bookings } from "./bookings.ts"
import { createdAt, day, id, randomId, updatedAt } from "./columns.ts"
import { contactMessages } from "./content.ts"
import { shownPrices } from "./shown-prices.ts"

/** Stands beside a message, a shown price or a person; `name`, `email` and `phone` are a call's only. */
export const leads = pgTable("leads", {
  id: randomId(),
  kind: text("kind", { enum: leadKinds }).notNull(),
  messageId: id("message_id").references(() => contactMessages.id, { onDelete: "cascade" }),
  userId: id<ProfileId>("user_id").references(() => profiles.id, { onDelete: "cascade" }),
  shownPriceId: id("shown_price_id").references(() => shownPrices.id, { onDelete: "cascade" }),
  name: text("name").notNull().default(""),
  email: text("email").notNull().default(""),
  phone: text("phone").notNull().default(""),
  state: text("state", { enum: leadStates }).notNull().default("new"),
  lostReason: text("lost_reason").notNull().default("").$type<LostReason | "">(),
  heardFrom: text("heard_from").notNull().default("").$type<WayToUs | "">(),
  /** The `utm_source` of the link that brought the visitor. */
  campaign: text("campaign").notNull().default(""),
  nextStep: text("next_step").notNull().default(""),
  nextStepOn: day("next_step_on"),
  note: text("note").notNull().default(""),
  bookingId: id<BookingId>("booking_id").references(() => bookings.id, { onDelete: "set null" }),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
})

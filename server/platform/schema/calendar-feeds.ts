import { boolean, pgTable, text } from "drizzle-orm/pg-core"
import type { FeedPart } from "../../../domain/calendar/feed.ts"
import type { ProductId, ProfileId } from "../../../domain/id.ts"
import { users } from "./accounts.ts"
import { products } from "./catalog.ts"
import { createdAt, id, instant, randomId } from "./columns.ts"

export const calendarFeeds = pgTable("calendar_feeds", {
  id: randomId(),
  tokenDigest: text("token_digest").notNull().unique(),
  userId: id<ProfileId>("user_id")
    .notNull()
    .references(() => users.id, { onDelete: "cascade" }),
  scope: text("scope", { enum: ["account", "shop"] }).notNull(),
  name: text("name").notNull().default(""),
  productId: id<ProductId>("product_id").references(() => products.id, { onDelete: "cascade" }),
  shows: text("shows").array().$type<FeedPart[]>().notNull().default([]),
  namesPeople: boolean("names_people").notNull().default(false),
  createdAt: createdAt(),
  readAt: instant("read_at"),
})

import { pgTable, text, unique } from "drizzle-orm/pg-core"
import type { ProductId, ProfileId } from "../../../domain/id.ts"
import { mailStates } from "../../../domain/content/mail-state.ts"
import { profiles } from "./accounts.ts"
import { id, instant, randomId } from "./columns.ts"
import { newsletterSubscriptions } from "./content.ts"

export const productLetters = pgTable("product_letters", {
  id: randomId(),
  productId: id<ProductId>("product_id").notNull().unique(),
  subject: text("subject").notNull(),
  body: text("body").notNull(),
  orderedBy: id<ProfileId>("ordered_by").references(() => profiles.id, { onDelete: "set null" }),
  orderedAt: instant("ordered_at").notNull(),
  startsAt: instant("starts_at").notNull(),
  spreadAt: instant("spread_at"),
})

/** Maintained by a trigger. */
export const productLetterMails = pgTable(
  "product_letter_mails",
  {
    mailId: id("mail_id").primaryKey(),
    letterId: id("letter_id")
      .notNull()
      .references(() => productLetters.id, { onDelete: "cascade" }),
    subscriptionId: id("subscription_id").references(() => newsletterSubscriptions.id, { onDelete: "set null" }),
    state: text("state", { enum: mailStates }).notNull().default("waiting"),
  },
  ({ letterId, subscriptionId }) => [unique().on(letterId, subscriptionId)],
)

import { integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core"
import { day } from "./columns.ts"

/** Sums only: no visitor is ever recorded (D23). */
export const pageViews = pgTable(
  "page_views",
  {
    day: day("day").notNull(),
    page: text("page").notNull(),
    views: integer("views").notNull(),
  },
  ({ day, page }) => [primaryKey({ columns: [day, page] })],
)

import { pgTable, text } from "drizzle-orm/pg-core"
import type { ApiScope } from "../../domain/api/api-key.ts"
import type { ProfileId } from "../../domain/id.ts"
import { users } from "./accounts.ts"
import { createdAt, id, instant, randomId } from "./columns.ts"

/** Secrets by which other tools of the owner ask the API. */
export const apiKeys = pgTable("api_keys", {
  id: randomId(),
  tokenDigest: text("token_digest").notNull().unique(),
  /** Which administrator made it. */
  userId: id<ProfileId>("user_id")
    .notNull()
    .references(() => users.id, { onDelete: "cascade" }),
  name: text("name").notNull(),
  scopes: text("scopes").array().$type<ApiScope[]>().notNull(),
  createdAt: createdAt(),
  /** Null: until it is revoked. */
  expiresAt: instant("expires_at"),
  /** To the hour. */
  usedAt: instant("used_at"),
})

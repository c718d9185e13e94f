import { integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core"
import type { ApiScope } from "../../../domain/api/api-key.ts"
import type { ProfileId } from "../../../domain/id.ts"
import { users } from "./accounts.ts"
import { createdAt, id, instant, randomId } from "./columns.ts"

export const apiKeys = pgTable("api_keys", {
  id: randomId(),
  tokenDigest: text("token_digest").notNull().unique(),
  userId: id<ProfileId>("user_id")
    .notNull()
    .references(() => users.id, { onDelete: "cascade" }),
  name: text("name").notNull(),
  scopes: text("scopes").array().$type<ApiScope[]>().notNull(),
  createdAt: createdAt(),
  /** null when the key is valid until it is revoked. */
  expiresAt: instant("expires_at"),
  usedAt: instant("used_at"),
})

export const apiAnswers = pgTable(
  "api_answers",
  {
    keyId: id("key_id")
      .notNull()
      .references(() => apiKeys.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    requestDigest: text("request_digest").notNull(),
    /** A different value means that another process has taken the claim over. */
    claim: id("claim").notNull(),
    begunAt: instant("begun_at").notNull(),
    status: integer("status"),
    body: text("body"),
  },
  (table) => [primaryKey({ columns: [table.keyId, table.name] })],
)

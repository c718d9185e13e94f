import { integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core"
import type { ApiScope } from "../../../domain/api/api-key.ts"
import type { ProfileId } from "../../../domain/id.ts"
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

/** What was answered under an Idempotency-Key; without an answer while it is being done. */
export const apiAnswers = pgTable(
  "api_answers",
  {
    keyId: id("key_id")
      .notNull()
      .references(() => apiKeys.id, { onDelete: "cascade" }),
    /** As the program chose it. */
    name: text("name").notNull(),
    /** Of the method, the path and the body. */
    requestDigest: text("request_digest").notNull(),
    /** Who is doing it: who finds another one here has lost it. */
    claim: id("claim").notNull(),
    begunAt: instant("begun_at").notNull(),
    status: integer("status"),
    body: text("body"),
  },
  (table) => [primaryKey({ columns: [table.keyId, table.name] })],
)

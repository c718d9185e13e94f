import { sql } from "drizzle-orm"
import type { ProfileId } from "../../domain/id.ts"
import type { Executor } from "../database.server.ts"
import { preparedSql } from "../database/prepared.ts"
import type { Client } from "./booking-facts.ts"

/** Who is written to, and the `version` of their profile's row, by which `lockProfileAsRead` sees that it is still so. */
export type ReadClient = Client & { version: string }

const client = preparedSql<ReadClient>(
  "client",
  (given) => sql`
    select profiles.name, profiles.email, phone, client_type as "clientType", is_example as "isExample",
      email_verified as "isVerified", profiles.xmin::text as version
    from profiles left join users on users.id = profiles.id
    where profiles.id = ${given("id")}`,
)

/** Null where there is no such customer yet. */
export async function readClient(executor: Executor, id: ProfileId): Promise<ReadClient | null> {
  return (await client(executor).execute({ id })).rows[0] ?? null
}

import { sql } from "drizzle-orm"
import type { ProfileId } from "../../../domain/id.ts"
import type { Transaction } from "../../platform/database.server.ts"

/** null when unproven: anybody can register any address. */
export async function findVerifiedAddress(tx: Transaction, id: ProfileId): Promise<string | null> {
  const { rows } = await tx.execute<{ email: string }>(sql`
    select lower(btrim(person.email)) as email
    from profiles person left join users account on account.id = person.id
    where person.id = ${id} and btrim(person.email) <> '' and case when account.id is null
      then not exists (select from profiles other where other.id <> person.id and lower(other.email) = lower(person.email))
        and not exists (select from users other where lower(other.email) = lower(person.email))
      else account.email_verified and lower(account.email) = lower(person.email) end`)
  return rows[0]?.email ?? null
}

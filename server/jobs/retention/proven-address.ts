import { sql } from "drizzle-orm"
import type { ProfileId } from "../../../domain/id.ts"
import type { Transaction } from "../../platform/database.server.ts"

/**
 * The mail address of a person, where it is known to be theirs: they have confirmed it, or the owner entered it and nobody
 * else is known by it. Null otherwise: anybody's address opens an account, and what was said to or about an address is then
 * not theirs to erase. In small letters.
 */
export async function provenAddress(tx: Transaction, id: ProfileId): Promise<string | null> {
  const { rows } = await tx.execute<{ email: string }>(sql`
    select lower(btrim(person.email)) as email
    from profiles person left join users account on account.id = person.id
    where person.id = ${id} and btrim(person.email) <> '' and case when account.id is null
      then not exists (select from profiles other where other.id <> person.id and lower(other.email) = lower(person.email))
        and not exists (select from users other where lower(other.email) = lower(person.email))
      else account.email_verified and lower(account.email) = lower(person.email) end`)
  return rows[0]?.email ?? null
}

import { type SQL, eq, or, sql } from "drizzle-orm"
import { phoneDigits } from "../../../domain/phone.ts"
import { type ProfileId, isId } from "../../../domain/id.ts"
import { db } from "../../platform/database.server.ts"
import { profiles } from "../../platform/schema/accounts.ts"
import { matchesAllWords, searchPatterns } from "../../platform/text-search.ts"

export type CustomerMatch = {
  id: ProfileId
  name: string
  email: string
  phone: string | null
  city: string | null
  isExample: boolean
  /** An unconfirmed address may be somebody else's. */
  isVerified: boolean
}

const columns = {
  id: profiles.id,
  name: profiles.name,
  email: profiles.email,
  phone: profiles.phone,
  city: profiles.city,
  isExample: profiles.isExample,
  // A subquery per result avoids scanning all accounts.
  isVerified: sql<boolean>`coalesce((select email_verified from users where users.id = profiles.id), true)`,
}
const MAX_RESULTS = 20

export function matchesPerson(search: string): SQL | undefined {
  const words = matchesAllWords(sql`${profiles}."words"`, search)
  return words && or(words, matchesPhone(search))
}

export function matchesPhone(search: string): SQL | undefined {
  const digits = phoneDigits(search)
  return digits === null
    ? undefined
    : sql`(${profiles.phone} is not null and phone_digits(${profiles.phone}) like ${`%${digits}%`})`
}

export async function findCustomers(search: string): Promise<CustomerMatch[]> {
  if (searchPatterns(search).length === 0) return []
  return db
    .select(columns)
    .from(profiles)
    .where(matchesPerson(search))
    .orderBy(profiles.name, profiles.email)
    .limit(MAX_RESULTS)
}

export async function readCustomer(id: string): Promise<CustomerMatch | null> {
  if (!isId(id)) return null
  const [customer] = await db.select(columns).from(profiles).where(eq(profiles.id, id))
  return customer ?? null
}

import { eq, sql } from "drizzle-orm"
import { type ProfileId, isId } from "../../domain/id.ts"
import { db } from "../database.server.ts"
import { profiles } from "../schema/accounts.ts"
import { holdsLabel, searchPatterns, withoutAccents } from "../text-search.ts"

export type FoundCustomer = {
  id: ProfileId
  name: string
  email: string
  phone: string | null
  city: string | null
  isExample: boolean
  /** False for an account whose address nobody has confirmed: it may be somebody else's. */
  isVerified: boolean
}

const columns = {
  id: profiles.id,
  name: profiles.name,
  email: profiles.email,
  phone: profiles.phone,
  city: profiles.city,
  isExample: profiles.isExample,
  isVerified: sql<boolean>`not exists (select from users where users.id = profiles.id and not users.email_verified)`,
}
const MAX_RESULTS = 20

/** What a person is found by. */
export const personWords = withoutAccents(sql`(${profiles.name} || ' ' || ${profiles.email})`)

/** Clients whose name or mail holds every word, whatever its accents and case; the first twenty by name. */
export async function findCustomers(search: string): Promise<FoundCustomer[]> {
  if (searchPatterns(search).length === 0) return []
  return db
    .select(columns)
    .from(profiles)
    .where(holdsLabel(personWords, search))
    .orderBy(profiles.name, profiles.email)
    .limit(MAX_RESULTS)
}

export async function readCustomer(id: string): Promise<FoundCustomer | null> {
  if (!isId(id)) return null
  const [found] = await db.select(columns).from(profiles).where(eq(profiles.id, id))
  return found ?? null
}

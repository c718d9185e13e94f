import { type SQL, eq, or, sql } from "drizzle-orm"
import { phoneDigits } from "../../../domain/printed-numbers.ts"
import { type ProfileId, isId } from "../../../domain/id.ts"
import { db } from "../../platform/database.server.ts"
import { profiles } from "../../platform/schema/accounts.ts"
import { holdsLabel, searchPatterns } from "../../platform/text-search.ts"

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
  // Of those that are answered: whether there is none such, all accounts would be asked at once.
  isVerified: sql<boolean>`coalesce((select email_verified from users where users.id = profiles.id), true)`,
}
const MAX_RESULTS = 20

/** Everybody whose name or mail holds every word that was typed, or whose telephone the digits; undefined for nothing. */
export function peopleFoundBy(search: string): SQL | undefined {
  // Name and mail without their accents, kept in the row.
  const words = holdsLabel(sql`${profiles}."words"`, search)
  return words && or(words, hasPhone(search))
}

/** True of who has a telephone number with the digits that were typed, however either was written. */
export function hasPhone(search: string): SQL | undefined {
  const digits = phoneDigits(search)
  return digits === null
    ? undefined
    : sql`(${profiles.phone} is not null and phone_digits(${profiles.phone}) like ${`%${digits}%`})`
}

/** Clients by name, mail or telephone, whatever accents and case; the first twenty by name. */
export async function findCustomers(search: string): Promise<FoundCustomer[]> {
  if (searchPatterns(search).length === 0) return []
  return db
    .select(columns)
    .from(profiles)
    .where(peopleFoundBy(search))
    .orderBy(profiles.name, profiles.email)
    .limit(MAX_RESULTS)
}

export async function readCustomer(id: string): Promise<FoundCustomer | null> {
  if (!isId(id)) return null
  const [found] = await db.select(columns).from(profiles).where(eq(profiles.id, id))
  return found ?? null
}

import { type SQL, desc, eq, or, sql } from "drizzle-orm"
import { type BookingId, isId } from "../../domain/id.ts"
import { hasPhone } from "../customers/find.ts"
import { db } from "../database.server.ts"
import { profiles } from "../schema/accounts.ts"
import { bookingSearch, bookings } from "../schema/bookings.ts"
import { holdsLabel, numberTyped } from "../text-search.ts"

/**
 * Bookings by every word that was typed: of the client's name and mail, the town, the product and the number, or by
 * the client's telephone; undefined when nothing was. The ids come first, by the index of the words, then the bookings by their ids: whatever is searched
 * for, they are never all read.
 */
export function bookingsFoundBy(search: string): SQL | undefined {
  const holds = holdsLabel(bookingSearch.words, search)
  if (!holds) return undefined
  const calls = hasPhone(search)
  return or(
    sql`${bookings.id} = any(array(select ${bookingSearch.bookingId} from ${bookingSearch} where ${holds}))`,
    calls && sql`${bookings.userId} = any(array(select ${profiles.id} from ${profiles} where ${calls}))`,
  )
}

/** Who types a number means the booking that has it: it comes before those whose words hold its digits. */
export function exactNumberFirst(search: string): SQL[] {
  const number = numberTyped(search)
  return number === null ? [] : [desc(eq(bookings.number, number))]
}

/** The id of the booking of that number, or null. */
export async function bookingIdOf(number: number): Promise<BookingId | null> {
  const [found] = await db.select({ id: bookings.id }).from(bookings).where(eq(bookings.number, number))
  return found?.id ?? null
}

/** The number of the booking with that id, or null. */
export async function bookingNumberOf(id: string): Promise<number | null> {
  if (!isId(id)) return null
  const [found] = await db.select({ number: bookings.number }).from(bookings).where(eq(bookings.id, id))
  return found?.number ?? null
}

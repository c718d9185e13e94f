import { type SQL, desc, eq, or, sql } from "drizzle-orm"
import { type BookingId, isId } from "../../domain/id.ts"
import { hasPhone } from "../accounts/customers/find.ts"
import { db } from "../platform/database.server.ts"
import { profiles } from "../platform/schema/accounts.ts"
import { bookingSearch, bookings } from "../platform/schema/bookings.ts"
import { holdsLabel, numberTyped } from "../platform/text-search.ts"

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

type Part = {
  /** By number, first day, total or instant of `bookings`. */
  order: readonly SQL[]
  size: number
  offset: number
}

/**
 * Selects the `id` of the bookings on one page of what `bookingsFoundBy` finds, and how many that are in `total`. When it
 * finds so many that the page is full before as many have been passed in the order of the list, the list is followed, and of
 * the others nothing is read but their words. Undefined for nothing, and for what may be a telephone number.
 */
export function pageFoundBy(search: string, { order, size, offset }: Part): SQL | undefined {
  const holds = holdsLabel(bookingSearch.words, search)
  if (!holds || hasPhone(search)) return undefined
  const ordered = sql.join([...order], sql`, `)
  const [rows, before] = [sql`${size}::integer`, sql`${offset}::integer`]
  return sql`
    with found as materialized (
      select array(select ${bookingSearch.bookingId} from ${bookingSearch} where ${holds}) as ids
    ), passed as (
      -- Twice as many as would do if what is found were spread evenly.
      select case when cardinality(ids)::float ^ 2 > 2 * (${rows} + ${before}) * reltuples then cardinality(ids) else 0 end as most
      from found, pg_class where oid = 'bookings'::regclass
    ), followed as materialized (
      select id from (select id, number, first_day, total, created_at from bookings order by ${ordered} limit (select most from passed)) bookings
      where (select ${holds} from ${bookingSearch} where ${bookingSearch.bookingId} = bookings.id)
      order by ${ordered} limit ${rows} offset ${before}
    )
    select id, cardinality(ids) as total from followed, found where (select count(*) from followed) = ${rows}
    union all
    (select id, (select cardinality(ids) from found) from bookings
    where (select count(*) from followed) < ${rows} and id = any((select ids from found)::uuid[])
    order by ${ordered} limit ${rows} offset ${before})`
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

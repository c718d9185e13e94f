import { type SQL, desc, eq, or, sql } from "drizzle-orm"
import { type BookingId, isId } from "../../domain/id.ts"
import { matchesPhone } from "../accounts/customers/find-customers.ts"
import { db } from "../platform/database.server.ts"
import { profiles } from "../platform/schema/accounts.ts"
import { bookingSearch, bookings } from "../platform/schema/bookings.ts"
import { matchesAllWords, parseTypedNumber } from "../platform/text-search.ts"

/** Searches the word index, so that no search reads all bookings. */
export function matchesBooking(search: string): SQL | undefined {
  const wordsMatch = matchesAllWords(bookingSearch.words, search)
  if (!wordsMatch) return undefined
  const phoneMatches = matchesPhone(search)
  return or(
    sql`${bookings.id} = any(array(select ${bookingSearch.bookingId} from ${bookingSearch} where ${wordsMatch}))`,
    phoneMatches && sql`${bookings.userId} = any(array(select ${profiles.id} from ${profiles} where ${phoneMatches}))`,
  )
}

export type PageSlice = {
  order: readonly SQL[]
  size: number
  offset: number
}

/** Walks the sorted list when many match. undefined when words may be a telephone number. */
export function selectSearchPage(search: string, { order, size, offset }: PageSlice): SQL | undefined {
  const wordsMatch = matchesAllWords(bookingSearch.words, search)
  if (!wordsMatch || matchesPhone(search)) return undefined
  const ordered = sql.join([...order], sql`, `)
  const [rows, before] = [sql`${size}::integer`, sql`${offset}::integer`]
  return sql`
    with matches as materialized (
      select array(select ${bookingSearch.bookingId} from ${bookingSearch} where ${wordsMatch}) as ids
    ), estimate as (
      -- Twice the rows that would suffice if the matches were spread evenly.
      select case when cardinality(ids)::float ^ 2 > 2 * (${rows} + ${before}) * reltuples then cardinality(ids) else 0 end as most
      from matches, pg_class where oid = 'bookings'::regclass
    ), walked as materialized (
      select id from (select id, number, first_day, total, created_at from bookings order by ${ordered} limit (select most from estimate)) bookings
      where (select ${wordsMatch} from ${bookingSearch} where ${bookingSearch.bookingId} = bookings.id)
      order by ${ordered} limit ${rows} offset ${before}
    )
    select id, cardinality(ids) as total from walked, matches where (select count(*) from walked) = ${rows}
    union all
    (select id, (select cardinality(ids) from matches) from bookings
    where (select count(*) from walked) < ${rows} and id = any((select ids from matches)::uuid[])
    order by ${ordered} limit ${rows} offset ${before})`
}

export function orderByExactNumber(search: string): SQL[] {
  const number = parseTypedNumber(search)
  return number === null ? [] : [desc(eq(bookings.number, number))]
}

export async function findBookingId(number: number): Promise<BookingId | null> {
  const [booking] = await db.select({ id: bookings.id }).from(bookings).where(eq(bookings.number, number))
  return booking?.id ?? null
}

export async function findBookingNumber(id: string): Promise<number | null> {
  if (!isId(id)) return null
  const [booking] = await db.select({ number: bookings.number }).from(bookings).where(eq(bookings.id, id))
  return booking?.number ?? null
}

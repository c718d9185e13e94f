import { and, asc, eq, gte, lte, sql } from "drizzle-orm"
import type { BookingId } from "../../domain/id.ts"
import type { Day } from "../../domain/day.ts"
import { db } from "../database.server.ts"
import { profiles } from "../schema/accounts.ts"
import { bookings } from "../schema/bookings.ts"
import { products } from "../schema/catalogue.ts"

export type OutgoingBooking = {
  id: BookingId
  number: number
  clientName: string
  productName: string
  /** Its product can be rented: its days count in the occupancy. */
  productActive: boolean
  dates: Day[]
  /** Days on which a machine is made ready for it, or after it. */
  preparation: Day[]
  isDelivery: boolean
  address: { street: string; zipCode: string; city: string }
}

/** Confirmed bookings with a rental or preparation day from one day to another (included). */
export async function outgoingBookings(from: Day, to: Day): Promise<OutgoingBooking[]> {
  // A product has at most 14 preparation days on either side.
  const reach = 14
  return db
    .select({
      id: bookings.id,
      number: bookings.number,
      clientName: profiles.name,
      productName: bookings.productName,
      dates: bookings.dates,
      productActive: products.isActive,
      isDelivery: bookings.isDelivery,
      address: bookings.address,
      preparation: sql`array(
        select distinct o.day from occupancy o
        where o.booking_id = ${bookings.id} and o.role = 'preparation' and o.day between ${from} and ${to} order by o.day)`.mapWith(
        bookings.dates,
      ),
    })
    .from(bookings)
    .innerJoin(profiles, eq(profiles.id, bookings.userId))
    .innerJoin(products, eq(products.id, bookings.productId))
    .where(
      and(
        eq(bookings.status, "confirmed"),
        gte(bookings.lastDay, sql`${from}::date - ${reach}::int`),
        lte(bookings.firstDay, sql`${to}::date + ${reach}::int`),
      ),
    )
    .orderBy(asc(bookings.firstDay), asc(bookings.number))
}

export type ShopCounts = {
  /** Machines of the products that can be rented. */
  units: number
  activeProducts: number
  newMessages: number
  /** Mails that were refused, or tried for days and given up. */
  failedMails: number
}

export async function shopCounts(): Promise<ShopCounts> {
  const { rows } = await db.execute<ShopCounts>(sql`
    select coalesce(sum(stock), 0) as "units", count(*) as "activeProducts",
      (select count(*) from contact_messages where status = 'new') as "newMessages",
      (select count(*) from mails where state in ('refused', 'failed') and sent_again_as is null) as "failedMails"
    from products where is_active`)
  const [counts] = rows
  if (!counts) throw new Error("The shop could not be counted")
  return { ...counts, units: Number(counts.units) }
}

/** What waits for the owner, for the badges of the sidebar: asked on every screen, so in one go, from the indexes of the statuses. */
export async function waitingCounts(at: Date): Promise<{ requests: number; messages: number }> {
  const { rows } = await db.execute<{ requests: number; messages: number }>(sql`
    select (select count(*) from bookings where status = 'pending' and (expires_at is null or expires_at > ${at.toISOString()}::timestamptz)) as "requests",
      (select count(*) from contact_messages where status = 'new') as "messages"`)
  return rows[0] ?? { requests: 0, messages: 0 }
}

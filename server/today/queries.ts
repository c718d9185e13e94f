import { and, asc, eq, gte, inArray, lte, sql } from "drizzle-orm"
import type { PaymentStatus } from "../../domain/booking/status.ts"
import type { Day } from "../../domain/day.ts"
import type { Cents } from "../../domain/money.ts"
import { db } from "../database.server.ts"
import { profiles } from "../schema/accounts.ts"
import { bookingContracts, bookings } from "../schema/bookings.ts"
import { products } from "../schema/catalogue.ts"

/** A confirmed booking that is not paid in full. */
export type UnpaidBooking = {
  id: string
  number: number
  clientName: string
  productName: string
  firstDay: Day
  total: Cents
  paymentStatus: PaymentStatus
  confirmedAt: Date | null
  contractDueAt: Date | null
  hasContract: boolean
}

/** More than an owner looks through on one page; the list of bookings has them all. */
const MOST_UNPAID = 1000

/** Confirmed bookings that wait for money: those to come first, the nearest before, then those of the past. */
export async function unpaidBookings(today: Day): Promise<UnpaidBooking[]> {
  return db
    .select({
      id: bookings.id, number: bookings.number, clientName: profiles.name, productName: bookings.productName, firstDay: bookings.firstDay,
      total: bookings.total, paymentStatus: bookings.paymentStatus, confirmedAt: bookings.confirmedAt, contractDueAt: bookings.contractDueAt,
      hasContract: sql<boolean>`${bookingContracts.bookingId} is not null`,
    })
    .from(bookings)
    .innerJoin(profiles, eq(profiles.id, bookings.userId))
    .leftJoin(bookingContracts, eq(bookingContracts.bookingId, bookings.id))
    .where(and(eq(bookings.status, "confirmed"), inArray(bookings.paymentStatus, ["none", "awaiting", "down_payment_paid"])))
    .orderBy(asc(sql`${bookings.firstDay} < ${today}`), asc(bookings.firstDay), asc(bookings.number))
    .limit(MOST_UNPAID)
}

export type OutgoingBooking = {
  id: string
  number: number
  clientName: string
  productName: string
  /** Its product can be rented: its days count in the occupancy. */
  productActive: boolean
  dates: Day[]
  /** Days on which a machine is made ready for it, or after it. */
  preparation: Day[]
  isDelivery: boolean
  address: { zipCode: string; city: string }
}

/** Confirmed bookings with a rental or preparation day from one day to another (included). */
export async function outgoingBookings(from: Day, to: Day): Promise<OutgoingBooking[]> {
  // A product has at most 14 preparation days on either side.
  const reach = 14
  return db
    .select({
      id: bookings.id, number: bookings.number, clientName: profiles.name, productName: bookings.productName, dates: bookings.dates,
      productActive: products.isActive, isDelivery: bookings.isDelivery, address: bookings.address,
      preparation: sql`array(
        select distinct o.day from occupancy o
        where o.booking_id = ${bookings.id} and o.role = 'preparation' and o.day between ${from} and ${to} order by o.day)`.mapWith(bookings.dates),
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
  /** Mails that were tried for days and given up. */
  failedMails: number
}

export async function shopCounts(): Promise<ShopCounts> {
  const { rows } = await db.execute<ShopCounts>(sql`
    select coalesce(sum(stock), 0) as "units", count(*) as "activeProducts",
      (select count(*) from contact_messages where status = 'new') as "newMessages",
      (select count(*) from pgboss.job where name = 'send-mail' and state = 'failed') as "failedMails"
    from products where is_active`)
  const [counts] = rows
  if (!counts) throw new Error("The shop could not be counted")
  return { ...counts, units: Number(counts.units) }
}

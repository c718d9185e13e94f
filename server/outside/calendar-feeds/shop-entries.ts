import { sql } from "drizzle-orm"
import { addressLine, type BookingAddress } from "../../../domain/booking/booking.ts"
import { noHours } from "../../../domain/booking/hours.ts"
import { type BookingStatus, occupiesDays, statusAt } from "../../../domain/booking/status.ts"
import { dayRuns } from "../../../domain/calendar/day-runs.ts"
import type { FeedPart } from "../../../domain/calendar/feed.ts"
import { type Day, addDays, dayInParis } from "../../../domain/day.ts"
import type { BookingId, ProductId } from "../../../domain/id.ts"
import { hoursOf } from "../../booking-record/hours.ts"
import { db } from "../../platform/database.server.ts"
import { ownerBookingUrl } from "../../booking-record/booking-links.ts"
import type { Company } from "../../shop/content/company.ts"
import { bookingEntries } from "./booking-entries.ts"
import { FEED_DAYS_BACK, MAX_FEED_BOOKINGS } from "./bounds.ts"
import type { FeedEntry } from "./file.ts"

type ShopFeed = {
  productId: ProductId | null
  shows: readonly FeedPart[]
  namesPeople: boolean
}

/** The shop's calendar: its bookings, and beside them what the owner wants to see. */
export async function shopEntries(feed: ShopFeed, company: Company, at: Date): Promise<FeedEntry[]> {
  const since = addDays(dayInParis(at), -FEED_DAYS_BACK)
  const beside = await Promise.all(feed.shows.map((part) => besideBookings[part]({ feed, since, at })))
  return [...(await bookingsOf(feed, company, since, at)), ...beside.flat()]
}

type Deadlines = { status: BookingStatus; expires_at: string | null; contract_due_at: string | null }

/** A deadline that has passed has ended it, whatever job ran (D12). */
function holdsItsDays({ status, expires_at, contract_due_at }: Deadlines, at: Date): boolean {
  const instantOf = (text: string | null) => (text === null ? null : new Date(text))
  return occupiesDays(
    statusAt({ status, expiresAt: instantOf(expires_at), contractDueAt: instantOf(contract_due_at) }, at),
  )
}

const ofProduct = (productId: ProductId | null) => sql`(${productId}::uuid is null or product_id = ${productId}::uuid)`

async function bookingsOf(feed: ShopFeed, company: Company, since: Day, at: Date): Promise<FeedEntry[]> {
  const { rows } = await db.execute<
    {
      id: BookingId
      number: number
      dates: Day[]
      first_day: Day
      last_day: Day
      is_delivery: boolean
      product_name: string
      address: BookingAddress
      name: string
      phone: string | null
    } & Deadlines
  >(sql`
    select bookings.id, number, status, to_json(dates) as dates, first_day, last_day, is_delivery, product_name, address,
      profiles.name, profiles.phone, expires_at, contract_due_at
    from bookings join profiles on profiles.id = bookings.user_id
    where ${ofProduct(feed.productId)} and status in ('pending', 'confirmed') and last_day >= ${since}::date
    order by first_day desc, number desc limit ${MAX_FEED_BOOKINGS}`)
  const current = rows.filter((row) => holdsItsDays(row, at))
  const hours = await hoursOf(current.map(({ id }) => id))
  return current.flatMap((row) => {
    const whose = feed.namesPeople ? row.name : `n°\u00a0${row.number}`
    const isPending = row.status === "pending"
    return bookingEntries(
      {
        id: row.id,
        dates: row.dates,
        firstDay: row.first_day,
        lastDay: row.last_day,
        isDelivery: row.is_delivery,
        isPending,
        hours: hours.get(row.id) ?? noHours,
      },
      {
        title: `${row.product_name}, ${whose}${isPending ? " (demande)" : ""}`,
        place: !row.is_delivery ? null : feed.namesPeople ? addressLine(row.address) : row.address.city || null,
        text: [
          `Réservation n°\u00a0${row.number}`,
          row.is_delivery ? "Livraison" : "Retrait au dépôt",
          ...(feed.namesPeople && row.phone ? [row.phone] : []),
        ].join("\n"),
        link: ownerBookingUrl(company, row),
      },
    )
  })
}

/** Closings may reach as far as somebody likes; a calendar shows two years of them. */
const until = (since: Day) => addDays(since, FEED_DAYS_BACK + 2 * 366)

type Asked = { feed: ShopFeed; since: Day; at: Date }

const besideBookings: Record<FeedPart, (asked: Asked) => Promise<FeedEntry[]>> = {
  async holds({ feed, since, at }) {
    const { rows } = await db.execute<{ id: string; name: string; days: Day[] }>(sql`
      select occupancy.product_id || '-' || coalesce(cart_item_id, cart_id) as id, products.name,
        to_json(array_agg(distinct day)) as days
      from occupancy join products on products.id = occupancy.product_id
      where kind = 'hold' and role = 'rental' and hold_ends_at > ${at.toISOString()}::timestamptz
        and day >= ${since}::date and ${ofProduct(feed.productId)}
      group by occupancy.product_id, coalesce(cart_item_id, cart_id), products.name`)
    return rows.flatMap(({ id, name, days }) =>
      dayRuns(days).map((when, index) => ({
        id: `panier-${id}-${index}`,
        title: `Gardé par un panier\u00a0: ${name}`,
        when,
        tentative: true,
      })),
    )
  },

  async preparation({ feed, since, at }) {
    const { rows } = await db.execute<
      {
        id: string
        number: number
        name: string
        days: Day[]
        updated: string
      } & Deadlines
    >(sql`
      select bookings.id, number, product_name as name, to_json(array_agg(distinct day)) as days,
        status, expires_at, contract_due_at
      from occupancy join bookings on bookings.id = occupancy.booking_id
      where role = 'preparation' and day >= ${since}::date and (${feed.productId}::uuid is null or occupancy.product_id = ${feed.productId}::uuid)
      group by bookings.id`)
    const current = rows.filter((row) => holdsItsDays(row, at))
    return current.flatMap(({ id, number, name, days, status }) =>
      dayRuns(days).map((when, index) => ({
        id: `preparation-${id}-${index}`,
        title: `Préparation\u00a0: ${name}, n°\u00a0${number}`,
        when,
        tentative: status === "pending",
      })),
    )
  },

  async blocks({ feed, since }) {
    const { rows } = await db.execute<{
      product_id: ProductId
      name: string
      reason: string
      units: number | null
      days: Day[]
    }>(sql`
      select product_id, products.name, coalesce(reason, '') as reason, null::integer as units,
        to_json(array_agg(date)) as days
      from available_dates join products on products.id = product_id
      where not is_available and date between ${since}::date and ${until(since)}::date and ${ofProduct(feed.productId)}
      group by product_id, products.name, coalesce(reason, '')
      union all
      select product_id, name, '', units, to_json(array_agg(day))
      from (
        select product_id, day, count(*)::integer as units from occupancy
        where kind = 'block' and day between ${since}::date and ${until(since)}::date and ${ofProduct(feed.productId)}
          and not exists (select from available_dates closed
            where closed.product_id = occupancy.product_id and closed.date = day and not closed.is_available)
        group by product_id, day
      ) blocked join products on products.id = product_id
      group by product_id, name, units`)
    return rows.flatMap(({ product_id, name, reason, units, days }) =>
      dayRuns(days).map((when) => ({
        // The days are the name: two blocks of a product never share their first one, but for their number of units.
        id: `bloque-${product_id}-${units ?? "tout"}-${when.first}`,
        title: units === null ? `Fermé\u00a0: ${name}` : `Bloqué\u00a0: ${name} (${units})`,
        when,
        // What an owner writes there may name somebody.
        ...(reason && feed.namesPeople ? { text: reason } : {}),
      })),
    )
  },
}

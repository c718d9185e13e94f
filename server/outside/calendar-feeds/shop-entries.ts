import { sql } from "drizzle-orm"
import { addressLine, type BookingAddress } from "../../../domain/booking/booking.ts"
import { noHours } from "../../../domain/booking/hours.ts"
import { type BookingStatus, occupiesDays, statusAt } from "../../../domain/booking/status.ts"
import { dayRuns } from "../../../domain/calendar/day-runs.ts"
import type { FeedPart } from "../../../domain/calendar/feed.ts"
import { type Day, addDays, dayInParis } from "../../../domain/day.ts"
import type { BookingId, ProductId } from "../../../domain/id.ts"
import { findDaysClosed, findDaysHeld, findDaysInPreparation } from "../../availability/days-for-feeds.ts"
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
    const held = await findDaysHeld({ productId: feed.productId, since }, at)
    return held.flatMap(({ id, name, days }) =>
      dayRuns(days).map((when, index) => ({
        id: `panier-${id}-${index}`,
        title: `Gardé par un panier\u00a0: ${name}`,
        when,
        tentative: true,
      })),
    )
  },

  async preparation({ feed, since, at }) {
    const rows = await findDaysInPreparation({ productId: feed.productId, since })
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
    const closed = await findDaysClosed({ productId: feed.productId, since, until: until(since) })
    return closed.flatMap(({ product_id, name, reason, units, days }) =>
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

import { sql } from "drizzle-orm"
import { addressLine, type BookingAddress } from "../../../domain/booking/booking.ts"
import { noHours } from "../../../domain/booking/hours.ts"
import { type BookingStatus, occupiesDays, effectiveStatus } from "../../../domain/booking/status.ts"
import { dayRuns } from "../../../domain/day-runs.ts"
import type { FeedPart } from "../../../domain/calendar/feed.ts"
import { type Day, addDays, dayInParis } from "../../../domain/day.ts"
import type { BookingId, ProductId } from "../../../domain/id.ts"
import { findClosedFeedDays, findFeedHolds, findBookingsInPreparation } from "../../availability/days-for-feeds.ts"
import { takesProduct } from "../../../domain/rental/parts.ts"
import { addRentals } from "../../booking-record/rentals.ts"
import { readHours } from "../../booking-record/hours.ts"
import { db } from "../../platform/database.server.ts"
import { ownerBookingUrl } from "../../booking-record/booking-links.ts"
import type { Company } from "../../shop/content/company.ts"
import { toFeedEntries } from "./booking-entries.ts"
import { FEED_DAYS_BACK, MAX_FEED_BOOKINGS } from "./bounds.ts"
import type { FeedEntry } from "./file.ts"

type ShopFeed = {
  productId: ProductId | null
  shows: readonly FeedPart[]
  namesPeople: boolean
}

export async function listShopEntries(feed: ShopFeed, company: Company, at: Date): Promise<FeedEntry[]> {
  const since = addDays(dayInParis(at), -FEED_DAYS_BACK)
  const extras = await Promise.all(feed.shows.map((part) => extraEntries[part]({ feed, since, at })))
  return [...(await listBookingEntries(feed, company, since, at)), ...extras.flat()]
}

type Deadlines = { status: BookingStatus; expires_at: string | null; contract_due_at: string | null }

/** A passed deadline counts at once, even before its job ran (D12). */
function holdsItsDays({ status, expires_at, contract_due_at }: Deadlines, at: Date): boolean {
  const toDate = (text: string | null) => (text === null ? null : new Date(text))
  return occupiesDays(
    effectiveStatus({ status, expiresAt: toDate(expires_at), contractDueAt: toDate(contract_due_at) }, at),
  )
}

async function listBookingEntries(feed: ShopFeed, company: Company, since: Day, at: Date): Promise<FeedEntry[]> {
  const { rows } = await db.execute<
    {
      id: BookingId
      number: number
      is_delivery: boolean
      address: BookingAddress
      name: string
      phone: string | null
    } & Deadlines
  >(sql`
    select bookings.id, number, status, is_delivery, address, profiles.name, profiles.phone, expires_at, contract_due_at
    from bookings join profiles on profiles.id = bookings.user_id
    where status in ('pending', 'confirmed') and last_day >= ${since}::date and (${feed.productId}::uuid is null
      or exists (select from rented_products where booking_id = bookings.id and product_id = ${feed.productId}::uuid))
    order by first_day desc, number desc limit ${MAX_FEED_BOOKINGS}`)
  const current = rows.filter((row) => holdsItsDays(row, at))
  const hours = await readHours(current.map(({ id }) => id))
  return (await addRentals(current)).flatMap((row) => {
    const customerLabel = feed.namesPeople ? row.name : `n°\u00a0${row.number}`
    const isPending = row.status === "pending"
    return toFeedEntries(
      {
        id: row.id,
        rentals: row.rentals,
        visibleRentals: row.rentals.filter((rental) => feed.productId === null || takesProduct(rental, feed.productId)),
        isDelivery: row.is_delivery,
        isPending,
        hours: hours.get(row.id) ?? noHours,
      },
      {
        title: (names) => `${names}, ${customerLabel}${isPending ? " (demande)" : ""}`,
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

const lastFeedDay = (since: Day) => addDays(since, FEED_DAYS_BACK + 2 * 366)

type EntriesQuery = { feed: ShopFeed; since: Day; at: Date }

const extraEntries: Record<FeedPart, (query: EntriesQuery) => Promise<FeedEntry[]>> = {
  async holds({ feed, since, at }) {
    const cartHolds = await findFeedHolds({ productId: feed.productId, since }, at)
    return cartHolds.flatMap(({ id, name, days }) =>
      dayRuns(days).map((when, index) => ({
        id: `panier-${id}-${index}`,
        title: `Gardé par un panier\u00a0: ${name}`,
        when,
        tentative: true,
      })),
    )
  },

  async preparation({ feed, since, at }) {
    const rows = await findBookingsInPreparation({ productId: feed.productId, since })
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
    const closed = await findClosedFeedDays({ productId: feed.productId, since, until: lastFeedDay(since) })
    return closed.flatMap(({ product_id, name, reason, days }) =>
      dayRuns(days).map((when) => ({
        id: `bloque-${product_id}-tout-${when.first}`,
        title: `Fermé\u00a0: ${name}`,
        when,
        ...(reason && feed.namesPeople ? { text: reason } : {}),
      })),
    )
  },
}

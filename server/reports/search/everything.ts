import { type SQL, and, asc, desc, eq, gte, isNotNull, lte, or, sql } from "drizzle-orm"
import type { BookingStatus } from "../../../domain/booking/status.ts"
import { type Day, dayInParis } from "../../../domain/day.ts"
import { invoiceNumberTyped } from "../../../domain/invoicing/invoice.ts"
import { type TypedPeriod, typedPeriod } from "../../../domain/typed-period.ts"
import { bookingsFoundBy, exactNumberFirst, pageFoundBy } from "../../booking-record/found-by.ts"
import { statusColumn } from "../../access/status-at.ts"
import { peopleFoundBy } from "../../accounts/customers/find.ts"
import { hasName } from "../../catalog/named.ts"
import { db } from "../../platform/database.server.ts"
import { type InvoiceLine, invoicesNumbered } from "../../money/invoicing/list.ts"
import { profiles } from "../../platform/schema/accounts.ts"
import { bookings } from "../../platform/schema/bookings.ts"
import { products } from "../../platform/schema/catalog.ts"
import { numberTyped } from "../../platform/text-search.ts"

export type FoundThings = {
  bookings: {
    id: string
    number: number
    clientName: string
    productName: string
    city: string
    firstDay: Day
    status: BookingStatus
  }[]
  people: { id: string; name: string; email: string }[]
  products: { id: string; name: string; isActive: boolean; isArchived: boolean }[]
  /** Only of a number that was typed. */
  invoices: Pick<InvoiceLine, "number" | "kind" | "issuedOn" | "bookingNumber" | "clientName">[]
  /** The days that were typed; the bookings are then those of these days first. */
  period: TypedPeriod | null
  /** Of which kinds there are more than were asked for. */
  more: { bookings: boolean; people: boolean; products: boolean; invoices: boolean }
}

const nothing: FoundThings = {
  bookings: [],
  people: [],
  products: [],
  invoices: [],
  period: null,
  more: { bookings: false, people: false, products: false, invoices: false },
}

const newestFirst = [desc(bookings.createdAt), desc(bookings.number)]

/** Whatever the back office has of that name, number, telephone, address, town or date; at most `max` of each kind. */
export async function searchEverything(search: string, max: number, at: Date): Promise<FoundThings> {
  const typed = search.trim().slice(0, 100)
  const person = peopleFoundBy(typed)
  if (!person) return nothing
  const period = typedPeriod(typed, dayInParis(at))
  const then = period ? and(gte(bookings.lastDay, period.from), lte(bookings.firstDay, period.until)) : undefined
  // Nothing of what was typed comes before what was booked last.
  const newest =
    then || numberTyped(typed) !== null
      ? undefined
      : pageFoundBy(typed, { order: newestFirst, size: max + 1, offset: 0 })
  const invoiceNumber = invoiceNumberTyped(typed)
  const [clients, booked, offered, invoiced] = await Promise.all([
    db
      .select({ id: profiles.id, name: profiles.name, email: profiles.email })
      .from(profiles)
      .where(person)
      .orderBy(sql`${profiles.lastSignInAt} desc nulls last`, profiles.id)
      .limit(max + 1),
    db
      .select({
        id: bookings.id,
        number: bookings.number,
        clientName: profiles.name,
        productName: bookings.productName,
        city: sql<string>`${bookings.address} ->> 'city'`,
        firstDay: bookings.firstDay,
        status: statusColumn(at),
      })
      .from(bookings)
      .innerJoin(profiles, eq(profiles.id, bookings.userId))
      // Their ids first, from an index: beside words, days would be looked for in all rows.
      .where(
        newest
          ? sql`${bookings.id} = any(array(select id from (${newest}) newest))`
          : or(
              then && sql`${bookings.id} = any(array(${db.select({ id: bookings.id }).from(bookings).where(then)}))`,
              bookingsFoundBy(typed),
            ),
      )
      .orderBy(...exactNumberFirst(typed), ...(then ? datesFirst(then, at) : []), ...newestFirst)
      .limit(max + 1),
    db
      .select({
        id: products.id,
        name: products.name,
        isActive: products.isActive,
        isArchived: sql<boolean>`${isNotNull(products.archivedAt)}`,
      })
      .from(products)
      .where(hasName(typed))
      // What can still be rented first.
      .orderBy(sql`${products.archivedAt} nulls first`, products.name)
      .limit(max + 1),
    invoiceNumber === null ? [] : invoicesNumbered(invoiceNumber, max + 1),
  ])
  return {
    bookings: booked.slice(0, max),
    people: clients.slice(0, max),
    products: offered.slice(0, max),
    invoices: invoiced.slice(0, max),
    period,
    more: {
      bookings: booked.length > max,
      people: clients.length > max,
      products: offered.length > max,
      invoices: invoiced.length > max,
    },
  }
}

/** What takes place in these days before what only bears their words, and what holds before what has ended. */
function datesFirst(then: SQL, at: Date): SQL[] {
  return [desc(then), desc(sql`${statusColumn(at)} in ('confirmed', 'pending')`), asc(bookings.firstDay)]
}

import { type SQL, and, asc, desc, eq, gte, isNotNull, lte, or, sql } from "drizzle-orm"
import type { BookingStatus } from "../../../domain/booking/status.ts"
import { type Day, dayInParis } from "../../../domain/day.ts"
import { parseInvoiceNumber } from "../../../domain/invoicing/invoice.ts"
import { type ParsedPeriod, parsePeriod } from "../../../domain/parse-period.ts"
import { matchesBooking, orderByExactNumber, selectSearchPage } from "../../booking-record/search-bookings.ts"
import { statusColumn } from "../../access/status-at.ts"
import { matchesPerson } from "../../accounts/customers/find-customers.ts"
import { matchesName } from "../../catalog/match-name.ts"
import { db } from "../../platform/database.server.ts"
import { type InvoiceLine, searchInvoicesByNumber } from "../../money/invoicing/list.ts"
import { profiles } from "../../platform/schema/accounts.ts"
import { bookings } from "../../platform/schema/bookings.ts"
import { products } from "../../platform/schema/catalog.ts"
import { type ListedQuote, searchQuotes } from "../../quotes/list-quotes.ts"
import { parseTypedNumber } from "../../platform/text-search.ts"

export type SearchResults = {
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
  quotes: ListedQuote[]
  invoices: Pick<InvoiceLine, "number" | "kind" | "issuedOn" | "bookingNumber" | "clientName">[]
  period: ParsedPeriod | null
  more: { bookings: boolean; quotes: boolean; people: boolean; products: boolean; invoices: boolean }
}

const noResults: SearchResults = {
  bookings: [],
  quotes: [],
  people: [],
  products: [],
  invoices: [],
  period: null,
  more: { bookings: false, quotes: false, people: false, products: false, invoices: false },
}

const newestFirst = [desc(bookings.createdAt), desc(bookings.number)]

export async function searchEverything(search: string, max: number, at: Date): Promise<SearchResults> {
  const typed = search.trim().slice(0, 100)
  const personCondition = matchesPerson(typed)
  if (!personCondition) return noResults
  const period = parsePeriod(typed, dayInParis(at))
  const periodCondition = period
    ? and(gte(bookings.lastDay, period.from), lte(bookings.firstDay, period.until))
    : undefined
  const newest =
    periodCondition || parseTypedNumber(typed) !== null
      ? undefined
      : selectSearchPage(typed, { order: newestFirst, size: max + 1, offset: 0 })
  const invoiceNumber = parseInvoiceNumber(typed)
  const [clients, bookingRows, productRows, invoiceRows, quoteRows] = await Promise.all([
    db
      .select({ id: profiles.id, name: profiles.name, email: profiles.email })
      .from(profiles)
      .where(personCondition)
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
      // Selects ids by index first: an OR of words and days would scan every row.
      .where(
        newest
          ? sql`${bookings.id} = any(array(select id from (${newest}) newest))`
          : or(
              periodCondition &&
                sql`${bookings.id} = any(array(${db.select({ id: bookings.id }).from(bookings).where(periodCondition)}))`,
              matchesBooking(typed),
            ),
      )
      .orderBy(
        ...orderByExactNumber(typed),
        ...(periodCondition ? datesFirst(periodCondition, at) : []),
        ...newestFirst,
      )
      .limit(max + 1),
    db
      .select({
        id: products.id,
        name: products.name,
        isActive: products.isActive,
        isArchived: sql<boolean>`${isNotNull(products.archivedAt)}`,
      })
      .from(products)
      .where(matchesName(typed))
      .orderBy(sql`${products.archivedAt} nulls first`, products.name)
      .limit(max + 1),
    invoiceNumber === null ? [] : searchInvoicesByNumber(invoiceNumber, max + 1),
    searchQuotes(typed, max + 1, at),
  ])
  return {
    bookings: bookingRows.slice(0, max),
    quotes: quoteRows.slice(0, max),
    people: clients.slice(0, max),
    products: productRows.slice(0, max),
    invoices: invoiceRows.slice(0, max),
    period,
    more: {
      bookings: bookingRows.length > max,
      quotes: quoteRows.length > max,
      people: clients.length > max,
      products: productRows.length > max,
      invoices: invoiceRows.length > max,
    },
  }
}

function datesFirst(periodCondition: SQL, at: Date): SQL[] {
  return [desc(periodCondition), desc(sql`${statusColumn(at)} in ('confirmed', 'pending')`), asc(bookings.firstDay)]
}

import { desc, eq, isNotNull, sql } from "drizzle-orm"
import type { BookingStatus } from "../../domain/booking/status.ts"
import type { Day } from "../../domain/day.ts"
import { bookingsFoundBy, exactNumberFirst } from "../bookings/found-by.ts"
import { statusColumn } from "../bookings/status-at.ts"
import { personWords } from "../customers/find.ts"
import { db } from "../database.server.ts"
import { profiles } from "../schema/accounts.ts"
import { bookings } from "../schema/bookings.ts"
import { products } from "../schema/catalogue.ts"
import { holdsLabel, withoutAccents } from "../text-search.ts"

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
}

const nothing: FoundThings = { bookings: [], people: [], products: [] }

/** Whatever the back office has of that name, number, address or town; at most `most` of each kind. */
export async function searchEverything(search: string, most: number, at: Date): Promise<FoundThings> {
  const typed = search.trim().slice(0, 100)
  const person = holdsLabel(personWords, typed)
  if (!person) return nothing
  const [clients, booked, offered] = await Promise.all([
    db
      .select({ id: profiles.id, name: profiles.name, email: profiles.email })
      .from(profiles)
      .where(person)
      .orderBy(desc(profiles.lastSignInAt), profiles.id)
      .limit(most),
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
      .where(bookingsFoundBy(typed))
      .orderBy(...exactNumberFirst(typed), desc(bookings.createdAt), desc(bookings.number))
      .limit(most),
    db
      .select({
        id: products.id,
        name: products.name,
        isActive: products.isActive,
        isArchived: sql<boolean>`${isNotNull(products.archivedAt)}`,
      })
      .from(products)
      .where(holdsLabel(withoutAccents(products.name), typed))
      // What can still be rented first.
      .orderBy(sql`${products.archivedAt} nulls first`, products.name)
      .limit(most),
  ])
  return { bookings: booked, people: clients, products: offered }
}

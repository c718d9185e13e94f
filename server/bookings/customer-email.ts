import { eq } from "drizzle-orm"
import { isMailed } from "../../domain/correspondence/is-mailed.ts"
import type { BookingId } from "../../domain/id.ts"
import { db } from "../platform/database.server.ts"
import { profiles } from "../platform/schema/accounts.ts"
import { bookings } from "../platform/schema/bookings.ts"

/** null for examples and customers without an address. */
export async function findCustomerEmail(bookingId: BookingId): Promise<string | null> {
  const [customer] = await db
    .select({ email: profiles.email, isExample: profiles.isExample })
    .from(bookings)
    .innerJoin(profiles, eq(profiles.id, bookings.userId))
    .where(eq(bookings.id, bookingId))
  return customer && isMailed(customer) ? customer.email.trim() : null
}

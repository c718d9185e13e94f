import { eq } from "drizzle-orm"
import type { BookingId } from "../../domain/id.ts"
import { type Agreement, agreementFor } from "../../domain/booking/agreement.ts"
import type { Transaction } from "../database.server.ts"
import { readFinanceSettings } from "../finance/queries.ts"
import { bookings } from "../schema/bookings.ts"
import { products } from "../schema/catalogue.ts"

/** What both sides agree on when this booking is confirmed now: the owner's settings and the product's of this moment. */
export async function agreementNow(tx: Transaction, bookingId: BookingId): Promise<Agreement | null> {
  const [booking] = await tx
    .select({ number: bookings.number, securityDeposit: products.securityDeposit })
    .from(bookings)
    .innerJoin(products, eq(products.id, bookings.productId))
    .where(eq(bookings.id, bookingId))
  return booking ? agreementFor(booking, await readFinanceSettings(tx)) : null
}

import { sql } from "drizzle-orm"
import type { BookingId } from "../../domain/id.ts"
import type { Executor } from "../platform/database.server.ts"

export type ClientType = "individual" | "business"

/**
 * As whom the customer of a booking contracts: as they were when the contract that was signed first was made, or the one
 * that waits. What they call themselves afterwards, in their account, gives and takes no right of a consumer. Before
 * there is a contract, as they are.
 */
export async function clientTypeOf(executor: Executor, bookingId: BookingId): Promise<ClientType> {
  const { rows } = await executor.execute<{ client_type: ClientType | null }>(sql`
    select coalesce(
      (select client_type from contracts where booking_id = ${bookingId} and status in ('signed', 'sent', 'prepared')
        order by status = 'signed' desc, version limit 1),
      (select client_type from profiles join bookings on user_id = profiles.id where bookings.id = ${bookingId})
    ) as client_type`)
  return rows[0]?.client_type ?? "individual"
}

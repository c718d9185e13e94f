import { sql } from "drizzle-orm"
import type { ClientType } from "../../domain/accounts/business.ts"
import type { BookingId } from "../../domain/id.ts"
import type { Executor } from "../platform/database.server.ts"

/** The first signed contract decides: later account changes must not alter consumer rights. */
export async function readClientType(executor: Executor, bookingId: BookingId): Promise<ClientType> {
  const { rows } = await executor.execute<{ client_type: ClientType | null }>(sql`
    select coalesce(
      (select client_type from contracts where booking_id = ${bookingId} and status in ('signed', 'sent', 'prepared')
        order by status = 'signed' desc, version limit 1),
      (select case when company is null then client_type else 'business' end
        from profiles join bookings on user_id = profiles.id where bookings.id = ${bookingId})
    ) as client_type`)
  return rows[0]?.client_type ?? "individual"
}

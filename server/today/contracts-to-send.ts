import { sql } from "drizzle-orm"
import { type Day, dayInParis } from "../../domain/day.ts"
import { db } from "../database.server.ts"

/** A confirmed booking that nobody was sent a contract for: "contrat à envoyer" (D12). No deadline runs. */
export type ContractToSend = {
  id: string
  number: number
  clientName: string
  productName: string
  firstDay: Day
  confirmedAt: Date | null
}

/** A contract leaves by a job once its confirmation cannot be undone any more: so long it is on its way. */
const ON_ITS_WAY_MINUTES = 5

/** Those that are still to come, the nearest first; the first of them, and how many there are. */
export async function contractsToSend(at: Date, most: number): Promise<{ shown: ContractToSend[]; count: number }> {
  const now = sql`${at.toISOString()}::timestamptz`
  const { rows } = await db.execute<{
    id: string
    number: string
    client_name: string
    product_name: string
    first_day: Day
    confirmed_at: string | null
    count: number
  }>(sql`
    with to_send as (
      select booking.id, number, user_id, product_name, first_day, confirmed_at from bookings booking
      where status = 'confirmed' and last_day >= ${dayInParis(at)}
        and (confirmed_at is null or confirmed_at <= ${now} - ${ON_ITS_WAY_MINUTES} * interval '1 minute')
        and not exists (select from contracts where booking_id = booking.id and contracts.status in ('sent', 'signed')))
    select to_send.id, number, profiles.name as client_name, product_name, first_day::text, confirmed_at,
      (select count(*)::integer from to_send) as count
    from to_send join profiles on profiles.id = user_id
    order by first_day, number limit ${most}`)
  return {
    shown: rows.map((row) => ({
      id: row.id,
      number: Number(row.number),
      clientName: row.client_name,
      productName: row.product_name,
      firstDay: row.first_day,
      confirmedAt: row.confirmed_at === null ? null : new Date(row.confirmed_at),
    })),
    count: rows[0]?.count ?? 0,
  }
}

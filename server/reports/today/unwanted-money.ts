import { sql } from "drizzle-orm"
import type { BookingId } from "../../../domain/id.ts"
import type { Cents } from "../../../domain/money.ts"
import { db } from "../../platform/database.server.ts"
import { openMatters } from "../../platform/schema/money.ts"

/** Money of a booking that nothing asked for, or that went back without us. */
export type UnwantedMoney = {
  bookingId: BookingId
  number: number
  clientName: string
  amount: Cents
  /**
   * `late`, `double`: a card payment that goes back by itself (D28), with what has become of that. `overpaid`: nobody
   * gives it back yet, and the owner has to. `elsewhere`: it was given back in the provider's own pages; `returned` then
   * says whether it could be written among the refunds.
   */
  kind: "late" | "double" | "overpaid" | "elsewhere"
  /** Of a card payment: whether all of it has gone back. */
  returned: boolean
  at: Date
}

/** A card payment that went back by itself is told for so many days. */
const SHOWN_FOR_DAYS = 14

/** What the owner has to give back first, then what goes back by itself, the latest first. */
export async function unwantedMoney(now: Date, max: number): Promise<{ shown: UnwantedMoney[]; count: number }> {
  const since = (days: number) => sql`${new Date(now.getTime() - days * 86_400_000).toISOString()}::timestamptz`
  const { rows } = await db.execute<{
    booking_id: BookingId
    number: string
    name: string
    amount: string
    kind: UnwantedMoney["kind"]
    returned: boolean
    at: string
    count: string
  }>(sql`
    with found as materialized (
      select booking_id, overpaid as amount, 'overpaid' as kind, false as returned, overpaid_at as at
      from ${openMatters} where overpaid is not null
      union all
      select booking_id, (details ->> 'amount')::bigint,
        case when (details ->> 'ended')::boolean then 'late' else 'double' end,
        not exists (select from refunds where payment_id = (details ->> 'payment')::uuid and made_at is null and dropped_at is null),
        at
      from events where action = 'booking.payment-unwanted' and at >= ${since(SHOWN_FOR_DAYS)}
      union all
      select booking_id, (details ->> 'amount')::bigint, 'elsewhere', (details ->> 'written')::boolean, at
      from events where action = 'booking.refund-noticed' and at >= ${since(SHOWN_FOR_DAYS)}
    )
    select found.*, booking.number, profiles.name, (select count(*) from found) as count
    from found
      -- Looked up for each of the few that there are; so many as are expected would be looked for in all bookings.
      cross join lateral (select number, user_id from bookings where id = found.booking_id offset 0) booking
      join profiles on profiles.id = booking.user_id
    order by kind = 'overpaid' desc, found.at desc, booking.number limit ${max}`)
  return {
    shown: rows.map((row) => ({
      bookingId: row.booking_id,
      number: Number(row.number),
      clientName: row.name,
      amount: Number(row.amount),
      kind: row.kind,
      returned: row.returned,
      at: new Date(row.at),
    })),
    count: Number(rows[0]?.count ?? 0),
  }
}

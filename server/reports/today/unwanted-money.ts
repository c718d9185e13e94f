import { sql } from "drizzle-orm"
import type { BookingId } from "../../../domain/id.ts"
import type { Cents } from "../../../domain/money.ts"
import { db } from "../../platform/database.server.ts"
import { openMatters } from "../../platform/schema/money.ts"

export type UnwantedMoney = {
  bookingId: BookingId
  number: number
  clientName: string
  amount: Cents
  /** `late`, `double`: refunded automatically (D28). `elsewhere`: refunded in the provider's dashboard. */
  kind: "late" | "double" | "overpaid" | "elsewhere"
  returned: boolean
  at: Date
}

const VISIBLE_DAYS = 14

export async function listUnwantedMoney(now: Date, max: number): Promise<{ items: UnwantedMoney[]; count: number }> {
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
      from events where action = 'booking.payment-unwanted' and at >= ${since(VISIBLE_DAYS)}
      union all
      select booking_id, (details ->> 'amount')::bigint, 'elsewhere', (details ->> 'written')::boolean, at
      from events where action = 'booking.refund-noticed' and at >= ${since(VISIBLE_DAYS)}
    )
    select found.*, booking.number, profiles.name, (select count(*) from found) as count
    from found
      -- Looked up for each of the few that there are; so many as are expected would be looked for in all bookings.
      cross join lateral (select number, user_id from bookings where id = found.booking_id offset 0) booking
      join profiles on profiles.id = booking.user_id
    order by kind = 'overpaid' desc, found.at desc, booking.number limit ${max}`)
  return {
    items: rows.map((row) => ({
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

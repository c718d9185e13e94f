import { sql } from "drizzle-orm"
import type { BookingId } from "../../domain/id.ts"
import type { Cents } from "../../domain/money.ts"
import { db } from "../database.server.ts"

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
    with back as (
      select booking_id, sum(amount) as amount from refunds where kind = 'refund' and dropped_at is null group by booking_id
    ), paid as (
      select booking_id, at, received.amount - coalesce(back.amount, 0) as amount
      from (select booking_id, max(recorded_at) as at, sum(amount) as amount from payments group by booking_id) received
        left join back using (booking_id)
    ), goodwill as (
      select booking_id, sum(amount) as amount from refunds
      where reason = 'goodwill' and dropped_at is null group by booking_id
    ), overpaid as (
      select paid.booking_id, paid.at, paid.amount - case
        -- What the version in force asks for; a price without a contract is asked for as it is.
        when status in ('pending', 'confirmed') then coalesce(
          (select total from contracts where id = contract_in_force(bookings.id)), bookings.total) - coalesce(goodwill.amount, 0)
        else greatest(0, coalesce(kept, 0) - goodwill_of(bookings.id, ended.at)) end as amount
      from paid
        join bookings on bookings.id = paid.booking_id
        left join goodwill on goodwill.booking_id = bookings.id
        left join booking_ends ended on ended.booking_id = bookings.id and undone_at is null
      -- Never below zero. Beside all bookings that were paid for, two columns of each, which stand in an index (bookings_money).
      where paid.amount <> 0
        and (status in ('pending', 'confirmed') and paid.amount > bookings.total - coalesce(goodwill.amount, 0)
          or status not in ('pending', 'confirmed'))
    ), found as materialized (
      select booking_id, amount, 'overpaid' as kind, false as returned, at from overpaid where amount > 0
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

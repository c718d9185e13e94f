import { type SQL, sql } from "drizzle-orm"
import { dayInParis } from "../../../domain/day.ts"
import {
  ASK_DAYS_BEFORE,
  DECISION_DAYS,
  HOLD_DAYS_BEFORE,
  RELEASE_DAYS_AFTER,
  RENEWAL_HOURS,
} from "../../../domain/finance/deposit.ts"
import type { BookingId } from "../../../domain/id.ts"
import { type Executor, db } from "../../platform/database.server.ts"

const PAGE_MINUTES = 10
/** Paris time: no bank request and no mail earlier. */
const FROM_HOUR = 9
/** Older rentals without a deposit are left to the owner. */
const REACH_DAYS = 60

export type DepositStep =
  | "open"
  | "look-at-page"
  | "settle"
  | "give-back"
  | "release-older"
  | "release"
  | "look-at-hold"
  | "hold"
  | "ask"

/** Must match article 7 of the terms of sale. */
export function depositSteps(at: Date): SQL {
  const now = sql`${at.toISOString()}::timestamptz`
  const today = sql`${dayInParis(at)}::date`
  const daytime = sql`extract(hour from ${now} at time zone 'Europe/Paris') >= ${FROM_HOUR}`
  return sql`
    select id, about, case
      when not known then case when goes_on and returns_on >= ${today} then 'open' end
      when page_waits then 'look-at-page'
      when closed_at is not null then case when settled_at is null then 'settle' when holds > 0 then 'give-back' end
      when holds > 0 and (not goes_on or not by_card or first_day - ${HOLD_DAYS_BEFORE}::integer > ${today}) then 'give-back'
      when not goes_on then case when by_card and returns_on + ${RELEASE_DAYS_AFTER}::integer <= ${today} then 'release' end
      when by_card and coalesce(told_at, announced_at) <= ${now} - ${DECISION_DAYS} * interval '1 day' then 'release'
      when by_card and announced_at is null and returns_on + ${RELEASE_DAYS_AFTER}::integer <= ${today} and ${daytime}
        then 'release'
      when holds > 1 then 'release-older'
      when looked_at <= ${now} - interval '1 day' then 'look-at-hold'
      when means = 'card' and failed_at is null and first_day - ${HOLD_DAYS_BEFORE}::integer <= ${today} and ${daytime}
        and (capture_before is null or capture_before <= ${now} + ${RENEWAL_HOURS} * interval '1 hour' or excess)
        then 'hold'
      when about is not null and ${daytime} and not exists (
        select from booking_notices where booking_id = facts.id and kind = 'deposit' and booking_notices.about = facts.about)
        then 'ask'
    end as step
    from (
      select booking.id, first_day, returns_on, deposit.means, deposit.announced_at, deposit.told_at, deposit.closed_at,
        deposit.settled_at, deposit.failed_at, held.*, held.latest_amount > deposit.amount as excess,
        deposit.booking_id is not null as known,
        deposit.means is null or deposit.means = 'card' as by_card,
        booking.status = 'confirmed' and exists (
          select from contracts where booking_id = booking.id and contracts.status = 'signed') as goes_on,
        exists (select from deposit_tries where booking_id = booking.id and status in ('opening', 'open')
          and kind <> 'off-session'
          and coalesce(looked_at, made_at) <= ${now} - ${PAGE_MINUTES} * interval '1 minute') as page_waits,
        case when deposit.means is null and returns_on >= ${today} then case
          when first_day - ${HOLD_DAYS_BEFORE}::integer <= ${today} then first_day || ' 2-days'
          when first_day - ${ASK_DAYS_BEFORE}::integer <= ${today} then first_day || ' 7-days' end end as about
      from (
        select id from bookings
        where status = 'confirmed' and not is_example and (agreement ->> 'securityDeposit')::integer > 0
          and first_day >= ${today} - ${REACH_DAYS}::integer
          and daterange(first_day, returns_on, '[]') && daterange(${today}, ${today} + ${ASK_DAYS_BEFORE}::integer, '[]')
          and not exists (select from deposits where booking_id = bookings.id)
        union select booking_id from deposits where settled_at is null
        union select booking_id from deposit_tries where status = 'held') concerned
        join bookings booking on booking.id = concerned.id
        left join deposits deposit on deposit.booking_id = booking.id
        cross join lateral (
          select count(*)::integer as holds, max(capture_before) as capture_before,
            min(coalesce(looked_at, made_at)) as looked_at,
            (array_agg(amount order by made_at desc, id desc))[1] as latest_amount
          from deposit_tries where booking_id = booking.id and status = 'held') held
    ) facts`
}

export async function findDepositStep(
  bookingId: BookingId,
  at: Date,
  executor: Executor = db,
): Promise<{ step: DepositStep; about: string | null } | null> {
  const { rows } = await executor.execute<{ step: DepositStep | null; about: string | null }>(
    sql`select step, about from (${depositSteps(at)}) steps where id = ${bookingId}`,
  )
  const [row] = rows
  return row?.step ? { step: row.step, about: row.about } : null
}

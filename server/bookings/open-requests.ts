import { sql } from "drizzle-orm"
import { type OpenRequests, type OpenRequestsProblem, openRequestsRefusal } from "../../domain/booking/open-requests.ts"
import type { ProfileId } from "../../domain/id.ts"
import type { Transaction } from "../platform/database.server.ts"

type NewRequests = { customerId: ProfileId; days: number; requests: number; at: Date }

/** Requires the profile lock: concurrent requests must count each other (D40). */
export async function findOpenRequestsProblem(
  tx: Transaction,
  { customerId, days, requests, at }: NewRequests,
): Promise<OpenRequestsProblem | null> {
  const now = sql`${at.toISOString()}::timestamptz`
  const { rows } = await tx.execute<OpenRequests>(sql`
    select count(*) filter (where waits)::integer as requests,
      count(*) filter (where waits or is_recent)::integer as recent,
      coalesce(sum(rented_days) filter (where waits), 0)::integer as days,
      coalesce(bool_or(is_answered), false) as "hasConfirmed",
      coalesce((select email_verified from users where id = ${customerId}), false) as "emailVerified"
    from (
      select rented_days, not is_answered and status in ('pending', 'confirmed')
          and (expires_at is null or expires_at > ${now} or status = 'confirmed') as waits,
        is_answered, not is_answered and requested_at > ${now} - interval '1 day' as is_recent
      -- An instant confirmation is nobody's answer before something is paid (D67).
      from bookings cross join lateral (select status = 'confirmed' and (not is_instant
        or exists (select from payments where booking_id = bookings.id having sum(amount) > 0)) as is_answered) answer
        cross join lateral (
          select sum(cardinality(rentals.dates)) as rented_days from rentals where booking_id = bookings.id) rented
      where user_id = ${customerId}
        and (status in ('pending', 'confirmed') or requested_at > ${now} - interval '1 day')
    ) theirs`)
  const [open] = rows
  if (!open) throw new Error("Open requests could not be counted")
  return openRequestsRefusal(open, days, requests)
}

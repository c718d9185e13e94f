import { sql } from "drizzle-orm"
import type { ProfileId } from "../../domain/id.ts"
import {
  MAX_OPEN_DAYS,
  MAX_OPEN_REQUESTS,
  MAX_OPEN_UNVERIFIED,
  type OpenRequests,
  type OpenRequestsProblem,
  openRequestsRefusal,
} from "../../domain/booking/open-requests.ts"
import type { Transaction } from "../database.server.ts"
import { refusalIn } from "../database/failures.ts"
import { preparedSql } from "../database/prepared.ts"

/** `openRequestsRefusal` in SQL, where nobody waits for the count. */
const refuseBeyond = preparedSql(
  "refuse_beyond_open_requests",
  (given) => sql`
    select refuse('open-requests', jsonb_build_object('requests', requests, 'days', days, 'recent', recent,
      'hasConfirmed', has_confirmed, 'emailVerified', email_verified))
    from (
      select count(*) filter (where waits)::integer as requests,
        count(*) filter (where waits or is_recent)::integer as recent,
        coalesce(sum(cardinality(dates)) filter (where waits), 0)::integer as days,
        coalesce(bool_or(status = 'confirmed'), false) as has_confirmed,
        coalesce((select email_verified from users where id = ${given("customerId")}), false) as email_verified
      from (
        select dates, status,
          status = 'pending' and (expires_at is null or expires_at > ${given("at")}::timestamptz) as waits,
          status <> 'confirmed' and requested_at > ${given("at")}::timestamptz - interval '1 day' as is_recent
        from bookings
        where user_id = ${given("customerId")}
          and (status in ('pending', 'confirmed') or requested_at > ${given("at")}::timestamptz - interval '1 day')
      ) as theirs
    ) as counted
    where not has_confirmed and requests + ${given("requests")}::integer > ${given("mostRequests")}::integer
      or not has_confirmed and days + ${given("days")}::integer > ${given("mostDays")}::integer
      or not email_verified and recent + ${given("requests")}::integer > ${given("mostUnverified")}::integer`,
)

type Asked = { customerId: ProfileId; days: number; requests: number; at: Date }

/**
 * Fails when a customer may not have another request for `days` days, or several of them together, wait for an answer
 * (D40): `openRequestsProblem` says why. Call it with the profile locked until the transaction ends, so that of requests
 * sent at the same moment each finds those before it.
 */
export async function refuseBeyondOpenRequests(
  tx: Transaction,
  { customerId, days, requests, at }: Asked,
): Promise<void> {
  await refuseBeyond(tx).execute({
    customerId,
    days,
    requests,
    mostRequests: MAX_OPEN_REQUESTS,
    mostDays: MAX_OPEN_DAYS,
    mostUnverified: MAX_OPEN_UNVERIFIED,
    at: at.toISOString(),
  })
}

/** Why that failed; null for another failure. */
export function openRequestsProblem(
  failure: unknown,
  { days, requests }: Pick<Asked, "days" | "requests">,
): OpenRequestsProblem | null {
  const refusal = refusalIn(failure)
  if (refusal?.reason !== "open-requests") return null
  const problem = openRequestsRefusal(refusal.facts as OpenRequests, days, requests)
  if (!problem) throw new Error("Open requests were refused that may wait")
  return problem
}

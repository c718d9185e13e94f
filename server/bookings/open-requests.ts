import { sql } from "drizzle-orm"
import type { ProfileId } from "../../domain/id.ts"
import { type OpenRequests, type OpenRequestsProblem, openRequestsRefusal } from "../../domain/booking/open-requests.ts"
import { lockProfile } from "../customers/lock-profile.ts"
import { type Transaction, together } from "../database.server.ts"
import { preparedSql } from "../database/prepared.ts"

const openOf = preparedSql<OpenRequests>(
  "open_requests",
  (given) => sql`
    select count(*) filter (where waits)::integer as requests,
      coalesce(sum(cardinality(dates)) filter (where waits), 0)::integer as days,
      coalesce(bool_or(status = 'confirmed'), false) as "hasConfirmed",
      coalesce((select email_verified from users where id = ${given("customerId")}), false) as "emailVerified"
    from (
      select dates, status,
        status = 'pending' and (expires_at is null or expires_at > ${given("at")}::timestamptz) as waits
      from bookings
      where user_id = ${given("customerId")} and status in ('pending', 'confirmed')
    ) as theirs`,
)

/**
 * Why a customer may not have another request for `days` days, or several of them together, wait for an answer (D40); null when they may. The profile
 * stays locked until the transaction ends, so that of requests sent at the same moment each finds those before it.
 */
export async function openRequestsProblem(
  tx: Transaction,
  customerId: ProfileId,
  days: number,
  at: Date,
  requests = 1,
): Promise<OpenRequestsProblem | null> {
  const [, counted] = await together(
    lockProfile(tx, customerId),
    openOf(tx).execute({ customerId, at: at.toISOString() }),
  )
  const open = counted.rows[0]
  if (!open) throw new Error("Open requests could not be counted")
  return openRequestsRefusal(open, days, requests)
}

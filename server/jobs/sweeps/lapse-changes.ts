import { sql } from "drizzle-orm"
import { lapseChange } from "../../bookings/lapse-change.ts"
import { type Sweep, instant } from "../../platform/queue/sweep.ts"

/** The signed version applies again and nothing is cancelled (D59). */
export const lapseChanges: Sweep = {
  schedule: "*/5 * * * *",
  description: "Takes back changes of signed bookings that nobody has signed in time.",
  lateAfterMinutes: 20,
  due: (at) => sql`
    select contract.id from contracts contract
    where contract.status = 'sent' and due_at <= ${instant(at)}
      and exists (select from contracts signed where signed.booking_id = contract.booking_id and signed.status = 'signed')`,
  run: (id, at) => lapseChange(id, at),
}

import { sql } from "drizzle-orm"
import { dayInParis } from "../../../domain/day.ts"
import { lastActivity, isErasable } from "../retention/last-activity.ts"
import { pseudonymise } from "../retention/pseudonymise.ts"
import { NOT_DUE, type Sweep } from "../../platform/queue/sweep.ts"

export const eraseDormant: Sweep = {
  schedule: "37 3 * * *",
  description:
    "Erases accounts whose notice left thirty days ago and whose owner did not come back; the law keeps their bookings.",
  lateAfterMinutes: 3 * 24 * 60,
  due: (at) => sql`
    select id from profiles
    where erase_on <= ${dayInParis(at)} and ${isErasable(at)} and dormant_told_at > ${lastActivity}`,
  async run(id, at) {
    return (await pseudonymise(id, at, eraseDormant.due(at))) ? "erased" : NOT_DUE
  },
}

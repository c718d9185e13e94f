import { sql } from "drizzle-orm"
import { refuseExpired } from "../../bookings/refuse-expired.ts"
import { transaction } from "../../platform/database.server.ts"
import { NOT_DUE, type Sweep, instant } from "../../platform/queue/sweep.ts"

export const expireRequests: Sweep = {
  schedule: "*/5 * * * *",
  description: "Refuses requests that nobody answered in time, frees their days and writes to both sides.",
  lateAfterMinutes: 20,
  due: (at) => sql`select id from bookings where status = 'pending' and expires_at <= ${instant(at)}`,
  async run(id, at) {
    const refused = await transaction((tx) => refuseExpired(tx, [id], at))
    return refused > 0 ? "refused" : NOT_DUE
  },
}

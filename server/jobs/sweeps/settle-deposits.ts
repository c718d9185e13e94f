import { sql } from "drizzle-orm"
import { depositSteps } from "../../money/deposits/deposit-steps.ts"
import { settleDeposit } from "../../money/deposits/settle-deposit.ts"
import type { Sweep } from "../../platform/queue/sweep.ts"

export const settleDeposits: Sweep = {
  schedule: "*/10 * * * *",
  description:
    "Opens, asks for, authorises, renews and releases security deposits, and does at the provider what was decided.",
  lateAfterMinutes: 240,
  due: (at) => sql`select id from (${depositSteps(at)}) steps where step is not null`,
  run: (id, at) => settleDeposit(id, at),
}

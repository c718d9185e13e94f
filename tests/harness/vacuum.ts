import { setTimeout } from "node:timers/promises"
import type { Pool } from "pg"

const MAX_TIMES = 100

/** Updates statistics and the visibility map. A concurrent connection in the cluster can delay that: retries once. */
export async function vacuum(pool: Pool): Promise<void> {
  for (let turn = 0; turn < MAX_TIMES; turn++) {
    await pool.query("vacuum analyze")
    const { rows } = await pool.query(
      "select 1 from pg_class where oid = 'bookings'::regclass and relallvisible < relpages",
    )
    if (rows.length === 0) return
    await setTimeout(100)
  }
  throw new Error("The table of bookings could not be vacuumed")
}

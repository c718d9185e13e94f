import { readdirSync, readFileSync } from "node:fs"
import { Client } from "pg"
import type { Shop } from "./shop.ts"
import type { Visit } from "./visits.ts"

/** Milliseconds of processor that a process has taken; 0 once it has ended, and where the system does not say. */
function cpuOf(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/task`).reduce(
      (sum, task) => sum + Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, "utf8").split(" ")[0]) / 1e6,
      0,
    )
  } catch {
    return 0
  }
}

/**
 * The same visits, answering the processor time of the shop's server and of its connections to PostgreSQL: what else the
 * machine does changes it little. On a system that does not say, the time as it was.
 */
export async function inCpu(
  visit: Visit,
  shop: Shop,
  database: string,
): Promise<{ visit: Visit; close(): Promise<void> }> {
  const client = new Client({ connectionString: database })
  await client.connect()
  const connections = new Map<number, number>()
  const clock = async () => {
    const { rows } = await client.query<{ pid: number }>(
      "select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
    )
    // One that has ended keeps what it took.
    for (const { pid } of rows) connections.set(pid, Math.max(connections.get(pid) ?? 0, cpuOf(pid)))
    return cpuOf(shop.pid) + [...connections.values()].reduce((sum, each) => sum + each, 0)
  }
  return {
    async visit(path) {
      const before = await clock()
      const took = await visit(path)
      const after = await clock()
      return after > before ? after - before : took
    },
    close: () => client.end(),
  }
}

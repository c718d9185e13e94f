import { readdirSync, readFileSync } from "node:fs"
import { Client } from "pg"
import type { Shop } from "./shop.ts"
import type { Visit } from "./visits.ts"

function cpuMilliseconds(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/task`).reduce(
      (sum, task) => sum + Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, "utf8").split(" ")[0]) / 1e6,
      0,
    )
  } catch {
    return 0
  }
}

/** Processor time of the server and its PostgreSQL connections; falls back to elapsed time without /proc. */
export async function measureCpu(
  visit: Visit,
  shop: Shop,
  database: string,
): Promise<{ visit: Visit; close(): Promise<void> }> {
  const client = new Client({ connectionString: database })
  await client.connect()
  const connections = new Map<number, number>()
  const readCpuTime = async () => {
    const { rows } = await client.query<{ pid: number }>(
      "select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
    )
    for (const { pid } of rows) connections.set(pid, Math.max(connections.get(pid) ?? 0, cpuMilliseconds(pid)))
    return cpuMilliseconds(shop.pid) + [...connections.values()].reduce((sum, each) => sum + each, 0)
  }
  return {
    async visit(path) {
      const before = await readCpuTime()
      const elapsed = await visit(path)
      const after = await readCpuTime()
      return after > before ? after - before : elapsed
    },
    close: () => client.end(),
  }
}

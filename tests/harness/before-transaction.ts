import type { PoolClient } from "pg"
import { vi } from "vitest"
import { pool } from "../../server/platform/database.server.ts"

/** Runs `change` between the next verb's reads and its transaction. */
export function beforeNextTransaction(change: () => Promise<unknown>): void {
  const connect = pool.connect.bind(pool) as (...args: unknown[]) => unknown
  const watching = vi.spyOn(pool, "connect").mockImplementation((...args: unknown[]) => {
    if (args.length > 0) return connect(...args)
    watching.mockRestore()
    return change().then(() => connect() as Promise<PoolClient>)
  })
}

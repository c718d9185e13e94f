import type { PoolClient } from "pg"
import { vi } from "vitest"
import { pool } from "../../server/platform/database.server.ts"

/** Runs `change` between the next verb's reads and its transaction. */
export function beforeNextTransaction(change: () => Promise<unknown>): void {
  const connect = pool.connect.bind(pool) as (...given: unknown[]) => unknown
  const watching = vi.spyOn(pool, "connect").mockImplementation((...given: unknown[]) => {
    if (given.length > 0) return connect(...given)
    watching.mockRestore()
    return change().then(() => connect() as Promise<PoolClient>)
  })
}

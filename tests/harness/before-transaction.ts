import type { PoolClient } from "pg"
import { vi } from "vitest"
import { pool } from "../../server/platform/database.server.ts"

/** Runs `change` when the verb that comes next has read what it decides by and is about to begin its transaction. */
export function beforeNextTransaction(change: () => Promise<unknown>): void {
  const connect = pool.connect.bind(pool) as (...given: unknown[]) => unknown
  const watching = vi.spyOn(pool, "connect").mockImplementation((...given: unknown[]) => {
    // The pool connects with a callback for a statement outside of a transaction.
    if (given.length > 0) return connect(...given)
    watching.mockRestore()
    return change().then(() => connect() as Promise<PoolClient>)
  })
}

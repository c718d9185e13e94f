import { AsyncLocalStorage } from "node:async_hooks"
import type { Pool } from "pg"

export type DatabaseWait = { open: number; since: number; elapsed: number }

const waits = new AsyncLocalStorage<DatabaseWait>()

export function newDatabaseWait(): DatabaseWait {
  return { open: 0, since: 0, elapsed: 0 }
}

export function measureDatabaseWait<Value>(wait: DatabaseWait, work: () => Value): Value {
  return waits.run(wait, work)
}

export function databaseWaitMs({ open, since, elapsed }: DatabaseWait): number {
  return elapsed + (open > 0 ? performance.now() - since : 0)
}

export function trackDatabaseWait(answer: Promise<unknown>): void {
  const wait = waits.getStore()
  if (!wait) return
  if (wait.open++ === 0) wait.since = performance.now()
  const end = () => {
    if (--wait.open === 0) wait.elapsed += performance.now() - wait.since
  }
  answer.then(end, end)
}

export function trackPoolWaits(pool: Pool): void {
  const query = pool.query.bind(pool) as (...statement: unknown[]) => unknown
  pool.query = ((...statement: unknown[]) => {
    const answer = query(...statement)
    if (answer instanceof Promise) trackDatabaseWait(answer)
    return answer
  }) as Pool["query"]
}

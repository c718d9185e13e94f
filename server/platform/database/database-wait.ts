import { AsyncLocalStorage } from "node:async_hooks"
import type { Pool } from "pg"

/** How long a request has waited for the database: for a connection, a statement or a whole transaction. */
export type DatabaseWait = { open: number; since: number; before: number }

const waits = new AsyncLocalStorage<DatabaseWait>()

export function newDatabaseWait(): DatabaseWait {
  return { open: 0, since: 0, before: 0 }
}

/** Runs `work` and notes how long it waits for the database, however deep. */
export function measureDatabaseWait<Value>(wait: DatabaseWait, work: () => Value): Value {
  return waits.run(wait, work)
}

/** Milliseconds so far, what is being waited for included; what was asked at once counts once. */
export function databaseWaitMs({ open, since, before }: DatabaseWait): number {
  return before + (open > 0 ? performance.now() - since : 0)
}

/** Notes that the database is asked, until the answer is there. */
export function noteDatabaseWait(answer: Promise<unknown>): void {
  const wait = waits.getStore()
  if (!wait) return
  if (wait.open++ === 0) wait.since = performance.now()
  const end = () => {
    if (--wait.open === 0) wait.before += performance.now() - wait.since
  }
  answer.then(end, end)
}

/** Notes each statement that is sent through the pool; a transaction notes itself. */
export function noteWaitsOf(pool: Pool): void {
  const query = pool.query.bind(pool) as (...statement: unknown[]) => unknown
  pool.query = ((...statement: unknown[]) => {
    const answer = query(...statement)
    if (answer instanceof Promise) noteDatabaseWait(answer)
    return answer
  }) as Pool["query"]
}

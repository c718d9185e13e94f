import { AsyncLocalStorage } from "node:async_hooks"

/** How long a request has waited for the database: for a connection, a statement or a whole transaction. */
export type Asking = { open: number; since: number; before: number }

const askings = new AsyncLocalStorage<Asking>()

export function newAsking(): Asking {
  return { open: 0, since: 0, before: 0 }
}

/** Runs `work` and notes how long it waits for the database, however deep. */
export function whileAsking<Value>(asking: Asking, work: () => Value): Value {
  return askings.run(asking, work)
}

/** Milliseconds so far, what is being waited for included; what was asked at once counts once. */
export function askedFor({ open, since, before }: Asking): number {
  return before + (open > 0 ? performance.now() - since : 0)
}

/** Notes that the database is asked, until the answer is there. */
export function noteAsking(answer: Promise<unknown>): void {
  const asking = askings.getStore()
  if (!asking) return
  if (asking.open++ === 0) asking.since = performance.now()
  const end = () => {
    if (--asking.open === 0) asking.before += performance.now() - asking.since
  }
  answer.then(end, end)
}

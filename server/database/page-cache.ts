import { AsyncLocalStorage } from "node:async_hooks"
import type { Executor } from "../database.server.ts"
import { isForEverybody } from "../kept/reading.ts"

type Read<Value> = (executor: Executor) => Promise<Value>

/** What the parts of one page have asked for already, by what reads it and from where. */
const pages = new AsyncLocalStorage<Map<Read<unknown>, Map<Executor, Promise<unknown>>>>()

/** Runs `work`, which shows a page and changes nothing: in it, what is asked for by `readOncePerPage` is read once. */
export function withPageCache<Value>(work: () => Value): Value {
  return pages.run(new Map(), work)
}

/**
 * The same reading for all parts of a page that ask for it: its frame and its content mostly do, at the same moment. What
 * is kept for everybody (decision 45) reads for itself, since it must know each table that stands in it.
 */
export function readOncePerPage<Value>(read: Read<Value>, executor: Executor): Promise<Value> {
  const page = pages.getStore()
  if (!page || isForEverybody()) return read(executor)
  const known = page.get(read) ?? new Map<Executor, Promise<unknown>>()
  page.set(read, known)
  const asked = (known.get(executor) as Promise<Value> | undefined) ?? read(executor)
  known.set(executor, asked)
  return asked
}

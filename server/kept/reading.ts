import { AsyncLocalStorage } from "node:async_hooks"
import type { Marks } from "./marks.ts"

/** What a rendering that may be kept has read, as it goes. */
export type Reading = {
  /** Words of its statements: among them every table that they read. */
  readonly words: Set<string>
  /** Why the answer may not be kept: something failed, or was written, or was asked where nobody looks. */
  flaw: string | null
  /** What stands for whoever will ask, where that is somebody who is signed in. */
  readonly marks: Marks | null
}

const readings = new AsyncLocalStorage<Reading>()

/** Runs `work` and notes what it reads, however deep. */
export function withReading<Value>(reading: Reading, work: () => Promise<Value>): Promise<Value> {
  return readings.run(reading, work)
}

export function newReading(marks: Marks | null = null): Reading {
  return { words: new Set(), flaw: null, marks }
}

/** What stands in this rendering for whoever will ask for it; null in any other, and where that is a stranger. */
export function marksOfRendering(): Marks | null {
  return readings.getStore()?.marks ?? null
}

/** True while a page is rendered for everybody who will ask for it: nothing of one request may stand in it. */
export function isForEverybody(): boolean {
  return readings.getStore() !== undefined
}

/** Why a page cannot be filled in: more of it is somebody's own than the frame around it says. */
export const asksWho = "it asks who is signed in"

/** What is rendered shows a failure, or depends on what nobody watches: it is shown, and not kept. */
export function noteFlaw(why: string): void {
  const reading = readings.getStore()
  if (reading) reading.flaw ??= why
}

/** A statement on its way to the database. Answers nothing; a statement that fails is noted by `noteFlaw`. */
export function noteStatement(text: string): void {
  const reading = readings.getStore()
  if (!reading) return
  if (!/^\s*(select|with)\b/i.test(text) || /\b(insert|update|delete|merge)\b/i.test(text)) reading.flaw ??= "it writes"
  for (const word of wordsOf(text)) reading.words.add(word)
}

/** The functions of the database that only read, and which tables: a statement that calls one does not name them. Compared by a test. */
export const readByFunctions: ReadonlyMap<string, readonly string[]> = new Map([
  ["contract_in_force", ["contracts"]],
  ["goodwill_of", ["refunds"]],
  ["instalments_in_force", ["instalments", "refunds"]],
  ["lapsed_days", ["bookings", "contracts", "occupancy", "products"]],
  ["open_matters_of", ["booking_ends", "bookings", "contracts", "invoices", "payments", "refunds"]],
  ["payment_status_of", ["instalments", "payments", "refunds"]],
])

/** Statements are few and come again and again. */
const known = new Map<string, readonly string[]>()
const MAX_KNOWN = 500

function wordsOf(text: string): readonly string[] {
  const found = known.get(text)
  if (found) return found
  const own = text.toLowerCase().match(/[a-z_][a-z0-9_]*/g) ?? []
  const words = [...new Set(own.flatMap((word) => [word, ...(readByFunctions.get(word) ?? [])]))]
  if (known.size < MAX_KNOWN) known.set(text, words)
  return words
}

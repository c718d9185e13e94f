import type { Pool } from "pg"
import { noteDatabaseWait } from "../database/database-wait.ts"
import { noteFlaw, noteStatement } from "./reading.ts"

/** Tells what a rendering that may be kept asks of the database, whoever asks it: nothing is read that is not noted. */
export function watchStatements(pool: Pool): void {
  const query = pool.query.bind(pool) as (...given: unknown[]) => unknown
  const connect = pool.connect.bind(pool) as (...given: unknown[]) => unknown
  pool.query = ((...given: unknown[]) => {
    noteStatement(textOf(given[0]))
    const answer = query(...given)
    if (answer instanceof Promise) {
      noteDatabaseWait(answer)
      answer.catch(() => noteFlaw("a statement failed"))
    }
    return answer
  }) as Pool["query"]
  pool.connect = ((...given: unknown[]) => {
    // The pool itself connects with a callback, for a statement that was noted above.
    if (given.length === 0) noteFlaw("it runs a transaction")
    return connect(...given)
  }) as Pool["connect"]
}

function textOf(statement: unknown): string {
  if (typeof statement === "string") return statement
  const text = typeof statement === "object" && statement !== null ? Reflect.get(statement, "text") : null
  // What cannot be read is taken for a write.
  return typeof text === "string" ? text : ""
}

import { type Placeholder, sql } from "drizzle-orm"
import type { Executor } from "../database.server.ts"

/**
 * A query that is built once for the pool, and once for each connection that runs transactions, then only filled in:
 * building a small one takes Drizzle longer than PostgreSQL takes to answer it, and PostgreSQL keeps a prepared one
 * parsed. For what every page or booking asks. `build` ends with `.prepare("a_name_that_no_other_query_has")`.
 */
export function prepared<Query>(build: (executor: Executor) => Query): (executor: Executor) => Query {
  const built = new WeakMap<object, Query>()
  return (executor) => {
    const { session } = executor._
    const known = built.get(session)
    if (known !== undefined) return known
    const query = build(executor)
    built.set(session, query)
    return query
  }
}

/** A row of columns to be filled in, for a prepared insert; the columns that are not named get their defaults. */
export function placeholders<const Column extends string>(columns: readonly Column[]) {
  return Object.fromEntries(columns.map((column) => [column, sql.placeholder(column)])) as { [Name in Column]: Placeholder<Name> }
}

import type { Executor } from "../database.server.ts"

/**
 * A query that is built once for the pool, and once for each connection that runs transactions, then only filled in:
 * building one takes Drizzle longer than PostgreSQL takes to answer it, and PostgreSQL keeps a prepared one parsed.
 * For the small queries that every page or booking sends. `build` ends with `.prepare("a_name_of_its_own")`.
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

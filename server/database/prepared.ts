import { type Placeholder, type SQL, type SQLWrapper, sql } from "drizzle-orm"
import { PgDialect } from "drizzle-orm/pg-core"
import type { QueryResult } from "pg"
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

const dialect = new PgDialect()

/** The same for a statement written in SQL, with `given("…")` where a value goes. Answers the rows as PostgreSQL names them. */
export function preparedSql<Row extends object>(name: string, write: (given: typeof sql.placeholder) => SQL) {
  const statement = dialect.sqlToQuery(write(sql.placeholder))
  return prepared((executor) =>
    executor._.session.prepareQuery<{
      execute: QueryResult<Row & Record<string, unknown>>
      all: unknown
      values: unknown
    }>(statement, undefined, name, false),
  )
}

/** The same for a statement that another library has written, with `$1` and so on for the values of these names. */
export function preparedText(name: string, text: string, values: readonly string[]) {
  const statement = { sql: text, params: values.map((value) => sql.placeholder(value)) }
  return prepared((executor) =>
    executor._.session.prepareQuery<{ execute: QueryResult<Record<string, unknown>>; all: unknown; values: unknown }>(
      statement,
      undefined,
      name,
      false,
    ),
  )
}

/**
 * A value that PostgreSQL does not look at when it plans. After five executions on a connection it keeps a plan for
 * whatever values if that is not expected to cost more than one for these: with this they cost the same, and a statement
 * that takes longer to plan than to answer is planned no more. For what has its right index whatever is asked.
 */
export function unseen(value: SQLWrapper, type: string): SQL {
  const of = sql.raw(type)
  // Cast once more, because `any (select …)` would compare with rows.
  return sql`(select ${value}::${of})::${of}`
}

/** A row of columns to be filled in, for a prepared insert; the columns that are not named get their defaults. */
export function placeholders<const Column extends string>(columns: readonly Column[]) {
  return Object.fromEntries(columns.map((column) => [column, sql.placeholder(column)])) as {
    [Name in Column]: Placeholder<Name>
  }
}

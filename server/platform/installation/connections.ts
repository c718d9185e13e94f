import { Client } from "pg"
import { pool } from "../database.server.ts"
import { EnvironmentProblem, environment } from "../environment.server.ts"
import { log } from "../log.ts"
import { beside, forPages, lastingName, processName } from "./this-process.ts"

/** With fewer, pages that each hold one and ask for another would wait for each other. */
const MIN_FOR_PAGES = 4
/** Any number that nobody else locks: of processes that start together one counts after the other. */
const LOCK = 7_221_032
const TIMEOUT_MS = 5_000
/** By then the connections that last (`guinguette bell`, `guinguette jobs`) stand for this process. */
const CLAIM_MS = 15_000

type Room = {
  /** What the server lets this role open in this database, what it keeps for its superusers left out. */
  limit: number
  /** What processes of shops on this server have promised themselves. */
  promised: number
  /** What somebody else holds at this moment. */
  others: number
}

// Server, role and database may each have a limit: the one that leaves least. A process counts once, by what its lasting
// connections say, however many it holds.
const question = `
  with held as (
    select usename, datname, application_name as name,
      regexp_match(application_name, '^guinguette (?:bell|jobs|start) (\\d+) (.+)$') as lasting
    from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()
  ), limits (at_most, of_role, of_database) as (
    select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
      - coalesce(current_setting('reserved_connections', true)::int, 0), null::name, null::name
    union all select rolconnlimit, rolname, null from pg_roles where rolname = current_user and rolconnlimit >= 0
    union all select datconnlimit, null, datname from pg_database where datname = current_database() and datconnlimit >= 0
  )
  select at_most as limit,
    (select coalesce(sum(most), 0)::int from (
      select max(lasting[1]::int) as most from held
      where lasting is not null and lasting[2] <> $1
        and (of_role is null or usename = of_role) and (of_database is null or datname = of_database)
      group by lasting[2]) each) as promised,
    (select count(*)::int from held
      where name not like 'guinguette%'
        and (of_role is null or usename = of_role) and (of_database is null or datname = of_database)) as others
  from limits`

/**
 * Takes no more connections than the server has left (decision 69): fewer for pages where it has not enough for all,
 * which the log says. Throws `EnvironmentProblem` where not even the least is left.
 */
export async function fitConnections(url = environment.databaseUrl ?? "", waitMs = TIMEOUT_MS): Promise<void> {
  const client = new Client({
    connectionString: url,
    application_name: "guinguette start",
    connectionTimeoutMillis: TIMEOUT_MS,
  })
  client.on("error", () => undefined)
  const leave = () => client.end().catch(() => undefined)
  try {
    await client.connect()
    await client.query("select pg_advisory_lock($1)", [LOCK])
    const room = await roomWithin(client, waitMs)
    const fitting = fittingIn(room)
    if (fitting < MIN_FOR_PAGES) throw new EnvironmentProblem([tooFew(room)])
    if (fitting < forPages.max) {
      log.warn(`PostgreSQL has ${fitting} connections for pages and not ${forPages.max}: raise max_connections`, room)
      forPages.max = fitting
      pool.options.max = fitting
    }
    await client.query("select set_config('application_name', $1, false)", [lastingName("start")])
    await client.query("select pg_advisory_unlock($1)", [LOCK])
  } catch (error) {
    await leave()
    throw error
  }
  setTimeout(() => void leave(), CLAIM_MS).unref()
}

/** A process that this one replaces may just be ending. */
async function roomWithin(client: Client, waitMs: number): Promise<Room> {
  const until = performance.now() + waitMs
  for (;;) {
    const { rows } = await client.query<Room>(question, [processName])
    const [room = { limit: 0, promised: 0, others: 0 }] = rows.toSorted((a, b) => fittingIn(a) - fittingIn(b))
    if (fittingIn(room) >= MIN_FOR_PAGES || performance.now() > until) return room
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
}

function fittingIn({ limit, promised, others }: Room): number {
  return Math.min(forPages.max, limit - promised - others - beside)
}

function tooFew({ limit, promised, others }: Room): string {
  return `PostgreSQL has no room for this process: of ${limit} connections other processes have promised themselves ${promised}, others hold ${others}, and it needs ${beside + MIN_FOR_PAGES}. Raise max_connections, or run fewer processes.`
}

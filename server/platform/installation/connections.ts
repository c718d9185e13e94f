import { Client } from "pg"
import { pool } from "../database.server.ts"
import { EnvironmentProblem, environment } from "../environment.server.ts"
import { log } from "../log.ts"
import { reservedConnections, pageConnections, connectionName, processName } from "./this-process.ts"

/** With fewer, pages that hold one and need another would deadlock. */
const MIN_FOR_PAGES = 4
const LOCK = 7_221_032
const TIMEOUT_MS = 5_000
const CLAIM_MS = 15_000

type Room = {
  limit: number
  promised: number
  others: number
}

// A process counts once, by its lasting connections.
const roomQuery = `
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

/** Throws `EnvironmentProblem` when too few are left (decision 69). */
export async function reserveConnections(url = environment.databaseUrl ?? "", waitMs = TIMEOUT_MS): Promise<void> {
  const client = new Client({
    connectionString: url,
    application_name: "guinguette start",
    connectionTimeoutMillis: TIMEOUT_MS,
  })
  client.on("error", () => undefined)
  const disconnect = () => client.end().catch(() => undefined)
  try {
    await client.connect()
    await client.query("select pg_advisory_lock($1)", [LOCK])
    const room = await waitForRoom(client, waitMs)
    const available = countAvailable(room)
    if (available < MIN_FOR_PAGES) throw new EnvironmentProblem([tooFewMessage(room)])
    if (available < pageConnections.max) {
      log.warn(
        `PostgreSQL has ${available} connections for pages and not ${pageConnections.max}: raise max_connections, or lower DATABASE_CONNECTIONS`,
        room,
      )
      pageConnections.max = available
      pool.options.max = available
    }
    await client.query("select set_config('application_name', $1, false)", [connectionName("start")])
    await client.query("select pg_advisory_unlock($1)", [LOCK])
  } catch (error) {
    await disconnect()
    throw error
  }
  setTimeout(() => void disconnect(), CLAIM_MS).unref()
}

async function waitForRoom(client: Client, waitMs: number): Promise<Room> {
  const deadline = performance.now() + waitMs
  for (;;) {
    const { rows } = await client.query<Room>(roomQuery, [processName])
    const [room = { limit: 0, promised: 0, others: 0 }] = rows.toSorted((a, b) => countAvailable(a) - countAvailable(b))
    if (countAvailable(room) >= MIN_FOR_PAGES || performance.now() > deadline) return room
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
}

function countAvailable({ limit, promised, others }: Room): number {
  return Math.min(pageConnections.max, limit - promised - others - reservedConnections)
}

function tooFewMessage({ limit, promised, others }: Room): string {
  return `PostgreSQL has no room for this process: of ${limit} connections other processes have promised themselves ${promised}, others hold ${others}, and it needs ${reservedConnections + MIN_FOR_PAGES}. Raise max_connections, run fewer processes, or give each of them less with DATABASE_CONNECTIONS.`
}

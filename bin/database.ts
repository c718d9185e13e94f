import { Client } from "pg"
import { checkDataFolder } from "../server/platform/data-folder.ts"
import { startEmbedded } from "../server/platform/database/embedded.ts"
import type { Environment } from "../server/platform/environment.server.ts"
import { log } from "../server/platform/log.ts"
import { OperatorProblem, say } from "./operator.ts"

export interface OpenDatabase {
  readonly embedded: boolean
  stop(): Promise<void>
}

const minVersion = 15
const WAIT_MS = 120_000

/** Also sets DATABASE_URL, so call it before loading the server. Throws an OperatorProblem. */
export async function openDatabase(
  environment: Environment,
  purpose: string,
  options: { share: boolean },
): Promise<OpenDatabase> {
  await checkDataFolder(environment.dataDir)
  if (environment.databaseUrl) {
    await checkDatabase(environment.databaseUrl)
    return { embedded: false, stop: () => Promise.resolve() }
  }
  const cluster = await startEmbedded({
    dataDir: environment.dataDir,
    purpose,
    share: options.share,
    report: (message) => log.error(message),
  })
  if (cluster.joined) say("Using the PostgreSQL that another command runs")
  process.env["DATABASE_URL"] = cluster.url
  process.env["SEED"] = environment.seed
  return { embedded: true, stop: cluster.stop }
}

interface DatabaseFacts {
  readonly version_number: string
  readonly encoding: string
  readonly role: string
  readonly name: string
  readonly missing_extensions: readonly string[]
  readonly is_prepared: boolean
  readonly can_create: boolean
  readonly can_create_tables: boolean
  readonly owns_tables: boolean
}

const factsQuery = `
  with needed (extension) as (values ('btree_gist'), ('pg_trgm'), ('unaccent'))
  select current_setting('server_version_num') as version_number, current_setting('server_encoding') as encoding,
    current_user as role, current_database() as name,
    array(select extension::text from needed
      where not exists (select from pg_available_extensions where pg_available_extensions.name = extension)
    ) as missing_extensions,
    to_regnamespace('pgboss') is not null
      and not exists (select from needed where not exists (select from pg_extension where extname = extension))
      as is_prepared,
    has_database_privilege(current_database(), 'CREATE') as can_create,
    coalesce(has_schema_privilege(current_schema(), 'CREATE'), false) as can_create_tables,
    coalesce((select pg_has_role(relowner, 'USAGE') from pg_class where oid = to_regclass('schema_migrations')), true)
      as owns_tables`

function findDefect({
  encoding,
  role,
  name,
  missing_extensions,
  is_prepared,
  can_create,
  can_create_tables,
  owns_tables,
}: DatabaseFacts): string | null {
  if (encoding !== "UTF8") {
    return `“${name}” keeps its texts as ${encoding}. Create one with: create database … encoding 'UTF8' template template0`
  }
  if (missing_extensions.length > 0) {
    return `its server has no extension ${missing_extensions.join(", ")}. Install PostgreSQL's contrib package there.`
  }
  if (!owns_tables)
    return `its tables belong to another role than “${role}”. Correct DATABASE_URL, or: reassign owned by … to ${role}`
  if (!can_create && !is_prepared)
    return `the role “${role}” may create nothing in “${name}”. Run there: alter database ${name} owner to ${role}`
  if (!can_create_tables)
    return `the role “${role}” may not create tables in “${name}”. Run there: grant create on schema public to ${role}`
  return null
}

async function checkDatabase(url: string): Promise<void> {
  const deadline = Date.now() + WAIT_MS
  for (let attempt = 0; ; attempt++) {
    const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
    client.on("error", () => undefined)
    try {
      await client.connect()
      const { rows } = await client.query<DatabaseFacts>(factsQuery)
      const version = Math.floor(Number(rows[0]?.version_number) / 10_000)
      if (version < minVersion) {
        throw new OperatorProblem(`PostgreSQL ${minVersion} or newer is needed; the one of DATABASE_URL is ${version}.`)
      }
      const defect = rows[0] ? findDefect(rows[0]) : null
      if (defect) throw new OperatorProblem(`The database cannot be used: ${defect}`)
      if (!(await keepsSessions(url)))
        throw new OperatorProblem(
          "The database cannot be used: a pooler in transaction mode answers at DATABASE_URL. Set pool_mode = session there, or give PostgreSQL's own address.",
        )
      return
    } catch (error) {
      if (error instanceof OperatorProblem) throw error
      const reason = describeFailure(url, error)
      if (!isTransient(error) || Date.now() > deadline)
        throw new OperatorProblem(`The database cannot be used: ${reason}`)
      if (attempt === 0) say(`Waiting for the database, two minutes at most: ${reason}`)
      await new Promise((resolve) => setTimeout(resolve, 500))
    } finally {
      await client.end().catch(() => undefined)
    }
  }
}

/** A pooler in transaction mode lends another connection for each transaction, and settings, locks and LISTEN are lost. */
async function keepsSessions(url: string): Promise<boolean> {
  const [one, other] = [0, 1].map(() => new Client({ connectionString: url, connectionTimeoutMillis: 5_000 }))
  if (!one || !other) return true
  try {
    await Promise.all([one, other].map((client) => client.on("error", () => undefined).connect()))
    for (const attempt of ["1", "2", "3"]) {
      await one.query("select set_config('guinguette.session', $1, false)", [attempt])
      await other.query("begin; select 1")
      const { rows } = await one.query<{ kept: string }>("select current_setting('guinguette.session', true) as kept")
      await other.query("commit")
      if (rows[0]?.kept !== attempt) return false
    }
    return true
  } finally {
    await Promise.all([one.end(), other.end()]).catch(() => undefined)
  }
}

function isTransient(error: unknown): boolean {
  const code = errorCode(error)
  return code === "" || /^E[A-Z_]+$/.test(code) || code.startsWith("57P")
}

function errorCode(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : ""
}

/** Never includes the password. */
function describeFailure(url: string, error: unknown): string {
  const address = URL.canParse(url) ? new URL(url) : null
  const place = address?.searchParams.get("host") ?? address?.host ?? "its address"
  const name = address?.pathname.slice(1) ?? ""
  const reasons: Record<string, string> = {
    ECONNREFUSED: `nothing answers at ${place}. Start PostgreSQL there, or correct DATABASE_URL.`,
    ENOENT: `there is no socket at ${place}. Start PostgreSQL there, or correct DATABASE_URL.`,
    ENOTFOUND: `the name ${address?.hostname ?? ""} is unknown. Correct DATABASE_URL.`,
    EAI_AGAIN: `the name ${address?.hostname ?? ""} cannot be looked up. Correct DATABASE_URL or the network.`,
    "28P01": `${place} refuses the user name or password. Correct DATABASE_URL.`,
    "28000": `${place} refuses this user. Correct DATABASE_URL or its pg_hba.conf.`,
    "3D000": `${place} has no database “${name}”. Create it, or correct DATABASE_URL.`,
    "53300": `${place} has no connection left. Raise its max_connections or stop what uses them.`,
    "57P03": `${place} is starting or stopping. Try again in a moment.`,
  }
  const message = error instanceof Error ? error.message.split("\n")[0] : String(error)
  return reasons[errorCode(error)] ?? `${message} (${place}). Correct DATABASE_URL.`
}

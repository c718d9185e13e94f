import { createHash } from "node:crypto"
import { readdir, readFile } from "node:fs/promises"
import path from "node:path"
import type { Pool, PoolClient } from "pg"
import { root } from "../environment.server.ts"

const folder = path.join(root, "migrations")
/** One process migrates at a time; any number that no other part of the product locks. */
const lockKey = 7_221_031

export interface Migration {
  /** File name, as `0001_foundation.sql`. */
  readonly name: string
  readonly sha256: string
  readonly sql: string
}

/** Texts that a later PostgreSQL refused and that were rewritten to do the same: the sums of those applied before. */
export const rewritten: Readonly<Record<string, string>> = {
  "0014_agreement.sql": "d4a25d713bcd07bfb77ee4306b8470676e7c7fd1efac39ae3ebc90562bec408d",
  "0156_checks_kept_ready.sql": "08cd11c15225e61c9640949382b91c49de975490d24ebf03dc2f444bbb0ea801",
}

export function isSameMigration({ name, sha256 }: Migration, appliedSha256: string): boolean {
  return appliedSha256 === sha256 || appliedSha256 === rewritten[name]
}

/** The database cannot be brought to this version's shape; the message is fit for an operator. */
export class MigrationProblem extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = "MigrationProblem"
  }
}

/** The migrations of this version, in order. `from` is a folder of NNNN_name.sql files. */
export async function readMigrations(from = folder): Promise<Migration[]> {
  return Promise.all(
    (await namesIn(from)).map(async (name) => {
      // A checkout on Windows may have other line ends: it is still the same migration.
      const sql = (await readFile(path.join(from, name), "utf8")).replaceAll("\r\n", "\n")
      return { name, sql, sha256: createHash("sha256").update(sql).digest("hex") }
    }),
  )
}

async function namesIn(from: string): Promise<string[]> {
  const names = (await readdir(from)).filter((name) => name.endsWith(".sql")).sort()
  const misnamed = names.find((name) => !/^\d{4}_[a-z0-9_-]+\.sql$/.test(name))
  if (misnamed) throw new MigrationProblem(`migrations/${misnamed} is not named as 0001_name.sql.`)
  return names
}

/**
 * Applies what is missing, each file in its own transaction, and answers the names applied. Processes that start
 * together wait for the first. Throws `MigrationProblem` when an applied file has changed since, when the database
 * knows a migration that this version does not, or when a file fails (it then leaves nothing behind).
 */
export async function migrate(pool: Pool, migrations?: readonly Migration[]): Promise<string[]> {
  const wanted = migrations ?? (await readMigrations())
  const client = await pool.connect()
  try {
    await client.query("set statement_timeout = 0")
    await client.query("select pg_advisory_lock($1)", [lockKey])
    await client.query(`create table if not exists schema_migrations (
      name text primary key, sha256 text not null, applied_at timestamptz not null default now())`)
    const missing = compare(wanted, await applied(client))
    for (const migration of missing) await apply(client, migration)
    return missing.map((migration) => migration.name)
  } finally {
    // Ends the session, and with it the lock and the setting.
    client.release(true)
  }
}

/** Names of this version's migrations that the database does not have yet. */
export async function pendingMigrations(pool: Pool, migrations?: readonly { name: string }[]): Promise<string[]> {
  const wanted = migrations?.map(({ name }) => name) ?? (await namesIn(folder))
  const known = await pool.query<{ exists: boolean }>("select to_regclass('schema_migrations') is not null as exists")
  const done = known.rows[0]?.exists ? await applied(pool) : new Map<string, string>()
  return wanted.filter((name) => !done.has(name))
}

async function applied(queryable: Pool | PoolClient): Promise<Map<string, string>> {
  const { rows } = await queryable.query<{ name: string; sha256: string }>("select name, sha256 from schema_migrations")
  return new Map(rows.map((row) => [row.name, row.sha256]))
}

function compare(wanted: readonly Migration[], done: ReadonlyMap<string, string>): Migration[] {
  const changed = wanted.find((migration) => !isSameMigration(migration, done.get(migration.name) ?? migration.sha256))
  if (changed) {
    throw new MigrationProblem(
      `migrations/${changed.name} has changed since this database applied it. ` +
        "Restore the file and put the change in a new one (while developing: start again with an empty DATA_DIR).",
    )
  }
  const names = new Set(wanted.map((migration) => migration.name))
  const unknown = [...done.keys()].find((name) => !names.has(name))
  if (unknown) {
    throw new MigrationProblem(
      `This database was migrated by a newer version (${unknown} is unknown here). Run that version or a newer one.`,
    )
  }
  return wanted.filter((migration) => !done.has(migration.name))
}

async function apply(client: PoolClient, migration: Migration): Promise<void> {
  try {
    await client.query("begin")
    await client.query(migration.sql)
    await client.query("insert into schema_migrations (name, sha256) values ($1, $2)", [
      migration.name,
      migration.sha256,
    ])
    await client.query("commit")
  } catch (error) {
    await client.query("rollback").catch(() => undefined)
    const reason = error instanceof Error ? error.message : String(error)
    throw new MigrationProblem(`migrations/${migration.name} could not be applied: ${reason}`, { cause: error })
  }
}

import { createHash } from "node:crypto"
import { readdir, readFile } from "node:fs/promises"
import path from "node:path"
import type { Pool, PoolClient } from "pg"
import { root } from "../environment.server.ts"

const folder = path.join(root, "migrations")
const lockKey = 7_221_031

export interface Migration {
  readonly name: string
  readonly sha256: string
  readonly sql: string
}

/** These migrations were edited after databases had applied them. */
export const formerHashes: Readonly<Record<string, string>> = {
  "0014_agreement.sql": "d4a25d713bcd07bfb77ee4306b8470676e7c7fd1efac39ae3ebc90562bec408d",
  "0156_checks_kept_ready.sql": "08cd11c15225e61c9640949382b91c49de975490d24ebf03dc2f444bbb0ea801",
}

export function isSameMigration({ name, sha256 }: Migration, appliedSha256: string): boolean {
  return appliedSha256 === sha256 || appliedSha256 === formerHashes[name]
}

export class MigrationProblem extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = "MigrationProblem"
  }
}

export async function readMigrations(from = folder): Promise<Migration[]> {
  return Promise.all(
    (await listNames(from)).map(async (name) => {
      // Windows checkouts may have CRLF.
      const sql = (await readFile(path.join(from, name), "utf8")).replaceAll("\r\n", "\n")
      return { name, sql, sha256: createHash("sha256").update(sql).digest("hex") }
    }),
  )
}

async function listNames(from: string): Promise<string[]> {
  const names = (await readdir(from)).filter((name) => name.endsWith(".sql")).sort()
  const misnamed = names.find((name) => !/^\d{4}_[a-z0-9_-]+\.sql$/.test(name))
  if (misnamed) throw new MigrationProblem(`migrations/${misnamed} is not named as 0001_name.sql.`)
  return names
}

/** Throws `MigrationProblem`. */
export async function migrate(pool: Pool, migrations?: readonly Migration[]): Promise<string[]> {
  const expected = migrations ?? (await readMigrations())
  const client = await pool.connect()
  try {
    await client.query("set statement_timeout = 0")
    await client.query("select pg_advisory_lock($1)", [lockKey])
    await client.query(`create table if not exists schema_migrations (
      name text primary key, sha256 text not null, applied_at timestamptz not null default now())`)
    const missing = findMissing(expected, await readApplied(client))
    for (const migration of missing) await applyMigration(client, migration)
    return missing.map((migration) => migration.name)
  } finally {
    // Ends the session, and with it the lock and the setting.
    client.release(true)
  }
}

export async function findPendingMigrations(pool: Pool, migrations?: readonly { name: string }[]): Promise<string[]> {
  const expected = migrations?.map(({ name }) => name) ?? (await listNames(folder))
  const tableCheck = await pool.query<{ exists: boolean }>(
    "select to_regclass('schema_migrations') is not null as exists",
  )
  const appliedHashes = tableCheck.rows[0]?.exists ? await readApplied(pool) : new Map<string, string>()
  return expected.filter((name) => !appliedHashes.has(name))
}

async function readApplied(queryable: Pool | PoolClient): Promise<Map<string, string>> {
  const { rows } = await queryable.query<{ name: string; sha256: string }>("select name, sha256 from schema_migrations")
  return new Map(rows.map((row) => [row.name, row.sha256]))
}

function findMissing(expected: readonly Migration[], appliedHashes: ReadonlyMap<string, string>): Migration[] {
  const changed = expected.find(
    (migration) => !isSameMigration(migration, appliedHashes.get(migration.name) ?? migration.sha256),
  )
  if (changed) {
    throw new MigrationProblem(
      `migrations/${changed.name} has changed since this database applied it. ` +
        "Restore the file and put the change in a new one (while developing: start again with an empty DATA_DIR).",
    )
  }
  const names = new Set(expected.map((migration) => migration.name))
  const unknown = [...appliedHashes.keys()].find((name) => !names.has(name))
  if (unknown) {
    throw new MigrationProblem(
      `This database was migrated by a newer version (${unknown} is unknown here). Run that version or a newer one.`,
    )
  }
  return expected.filter((migration) => !appliedHashes.has(migration.name))
}

async function applyMigration(client: PoolClient, migration: Migration): Promise<void> {
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

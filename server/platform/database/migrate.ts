import { createHash } from "node:crypto"
import { readdir, readFile } from "node:fs/promises"
import path from "node:path"
import type { Pool, PoolClient } from "pg"
import { root } from "../environment.server.ts"

const folder = path.join(root, "migrations")
/** Shops from before 0.1 finish these first, and then have what the files of `lastOfStart` and before make at once. */
const earlierFolder = path.join(folder, "before-0.1")
const lastOfStart = "1007_journal.sql"
const lockKey = 7_221_031

export interface Migration {
  readonly name: string
  readonly sha256: string
  readonly sql: string
  /** The version before cannot run on the database afterwards (decision 118). */
  readonly isBreaking: boolean
}

const breakingMark = /^-- breaking: /

/** These migrations were edited after databases had applied them. */
export const formerHashes: Readonly<Record<string, string>> = {
  "0014_agreement.sql": "d4a25d713bcd07bfb77ee4306b8470676e7c7fd1efac39ae3ebc90562bec408d",
  "0156_checks_kept_ready.sql": "08cd11c15225e61c9640949382b91c49de975490d24ebf03dc2f444bbb0ea801",
  "0380_search_without_apostrophes.sql": "63b1d2e626177e13f35a45df764d17eebe67609b1da5a6f332f144740903564f",
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
      const sha256 = createHash("sha256").update(sql).digest("hex")
      return { name, sql, sha256, isBreaking: breakingMark.test(sql) }
    }),
  )
}

export function readEarlierMigrations(): Promise<Migration[]> {
  return readMigrations(earlierFolder)
}

async function listNames(from: string): Promise<string[]> {
  const names = (await readdir(from)).filter((name) => name.endsWith(".sql")).sort()
  const misnamed = names.find((name) => !/^\d{4}_[a-z0-9_-]+\.sql$/.test(name))
  if (misnamed) throw new MigrationProblem(`migrations/${misnamed} is not named as 0001_name.sql.`)
  return names
}

type MigrateOptions = {
  /** The product's own, and those of a shop from before 0.1, unless given. */
  migrations?: readonly Migration[]
  /** Called before a database with data loses the version before. */
  beforeBreaking?: () => Promise<void>
}

/** Throws `MigrationProblem`. */
export async function migrate(pool: Pool, options: MigrateOptions = {}): Promise<string[]> {
  const { migrations, beforeBreaking = () => Promise.resolve() } = options
  const client = await pool.connect()
  try {
    await client.query("set statement_timeout = 0")
    await client.query("select pg_advisory_lock($1)", [lockKey])
    await client.query(`create table if not exists schema_migrations (
      name text primary key, sha256 text not null, applied_at timestamptz not null default now(),
      is_breaking boolean not null default false)`)
    const earlier = migrations ? [] : await finishEarlier(client, beforeBreaking)
    const applied = await readApplied(client)
    const missing = findMissing(migrations ?? (await readMigrations()), applied)
    if (applied.size > 0 && missing.some(({ isBreaking }) => isBreaking)) await beforeBreaking()
    for (const migration of missing) await applyMigration(client, migration)
    return [...earlier, ...missing.map((migration) => migration.name)]
  } finally {
    // Ends the session, and with it the lock and the setting.
    client.release(true)
  }
}

async function finishEarlier(client: PoolClient, beforeBreaking: () => Promise<void>): Promise<string[]> {
  const applied = await readApplied(client)
  if (!(await listNames(earlierFolder)).some((name) => applied.has(name))) return []
  const missing = findMissing(await readEarlierMigrations(), applied)
  await beforeBreaking()
  await client.query(
    "alter table schema_migrations add column if not exists is_breaking boolean not null default false",
  )
  for (const migration of missing) await applyMigration(client, migration)
  const start = (await readMigrations()).filter(({ name }) => name <= lastOfStart)
  await client.query(
    `with earlier as (delete from schema_migrations)
     insert into schema_migrations (name, sha256) select * from unnest($1::text[], $2::text[])`,
    [start.map(({ name }) => name), start.map(({ sha256 }) => sha256)],
  )
  return missing.map(({ name }) => name)
}

export async function findPendingMigrations(pool: Pool, migrations?: readonly { name: string }[]): Promise<string[]> {
  const expected = migrations?.map(({ name }) => name) ?? (await listNames(folder))
  const tableCheck = await pool.query<{ exists: boolean }>(
    "select to_regclass('schema_migrations') is not null as exists",
  )
  const applied = tableCheck.rows[0]?.exists ? await readApplied(pool) : new Map<string, Applied>()
  return expected.filter((name) => !applied.has(name))
}

type Applied = { name: string; sha256: string; is_breaking?: boolean }

async function readApplied(queryable: Pool | PoolClient): Promise<Map<string, Applied>> {
  const { rows } = await queryable.query<Applied>("select * from schema_migrations")
  return new Map(rows.map((row) => [row.name, row]))
}

function findMissing(expected: readonly Migration[], applied: ReadonlyMap<string, Applied>): Migration[] {
  const changed = expected.find(
    (migration) => !isSameMigration(migration, applied.get(migration.name)?.sha256 ?? migration.sha256),
  )
  if (changed) {
    throw new MigrationProblem(
      `migrations/${changed.name} has changed since this database applied it. ` +
        "Restore the file and put the change in a new one (while developing: start again with an empty DATA_DIR).",
    )
  }
  const names = new Set(expected.map((migration) => migration.name))
  // A database from before 0.1 has no column `is_breaking`.
  const unknown = [...applied.values()].find(({ name, is_breaking = true }) => is_breaking && !names.has(name))
  if (unknown) {
    throw new MigrationProblem(
      `This database was migrated by a newer version (${unknown.name} is unknown here). Run that version or a newer one, or restore the backup made before it.`,
    )
  }
  return expected.filter((migration) => !applied.has(migration.name))
}

async function applyMigration(client: PoolClient, migration: Migration): Promise<void> {
  try {
    await client.query("begin")
    await client.query(migration.sql)
    await client.query("insert into schema_migrations (name, sha256, is_breaking) values ($1, $2, $3)", [
      migration.name,
      migration.sha256,
      migration.isBreaking,
    ])
    await client.query("commit")
  } catch (error) {
    await client.query("rollback").catch(() => undefined)
    const reason = error instanceof Error ? error.message : String(error)
    throw new MigrationProblem(`migrations/${migration.name} could not be applied: ${reason}`, { cause: error })
  }
}

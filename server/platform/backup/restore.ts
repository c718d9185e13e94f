import { chmod, mkdir, readdir, rm, writeFile } from "node:fs/promises"
import path from "node:path"
import { Client, Pool } from "pg"
import { chownToDataOwner } from "../data-folder.ts"
import { isSameMigration, type Migration, migrate, readEarlierMigrations, readMigrations } from "../database/migrate.ts"
import { installQueue } from "../queue/install-queue.ts"
import { deleteAllJobs, jobTable, retryActiveJobs } from "../queue/job-table.ts"
import { readArchive } from "./archive.ts"
import { archivedFolders, type BackupSource, errorReason } from "./back-up.ts"
import { Manifest, MANIFEST, secretFingerprint, sha256, type TableSummary } from "./manifest.ts"
import { BackupProblem } from "./problem.ts"
import {
  type Column,
  identifier,
  listProductTables,
  pendingJobs,
  sessionSettings,
  summariseTable,
  type Table,
  writeRows,
} from "./rows.ts"

export type RestoreSummary = {
  readonly at: string
  readonly rows: number
  readonly files: number
  readonly hasOtherSecret: boolean
}

type RestoreTarget = Omit<BackupSource, "secret"> & { secret(): Promise<string> }

/** Throws `BackupProblem`; the target stays empty unless only the migration to this version failed. */
export async function restore(target: RestoreTarget, file: string): Promise<RestoreSummary> {
  const manifest = await readManifest(file)
  const migrations = await matchMigrations(manifest)
  await checkEmpty(target)
  const pool = new Pool({ connectionString: target.databaseUrl, max: 2, application_name: "guinguette restore" })
  pool.on("error", () => undefined)
  const written: WrittenFiles = { objects: [], files: [] }
  try {
    await migrate(pool, { migrations })
    await installQueue(pool)
    await load(target, file, manifest, written)
    await migrate(pool).catch((cause: unknown) => {
      const reason = cause instanceof Error ? cause.message : String(cause)
      throw new BackupProblem(
        `Everything is back as it was backed up, and could not be brought to this version: ${reason} Start the version that made the backup on it, or empty the database and DATA_DIR before another try.`,
        { cause },
      )
    })
    const hasOtherSecret = secretFingerprint(await target.secret()) !== manifest.secret
    const { at, tables, jobs, files } = manifest
    return {
      at,
      rows: tables.reduce((sum, table) => sum + table.rows, jobs.rows),
      files: files.length,
      hasOtherSecret,
    }
  } finally {
    await pool.end()
  }
}

async function readManifest(file: string): Promise<Manifest> {
  const actual: Manifest["entries"] = []
  let last: { name: string; body: Uint8Array } | null = null
  try {
    for await (const entry of readArchive(file)) {
      if (last) actual.push({ name: last.name, sha256: sha256(last.body) })
      last = entry
    }
  } catch (error) {
    if (errorReason(error) === "ENOENT") throw new BackupProblem(`There is no file ${file}.`, { cause: error })
    throw new BackupProblem(
      `${file} is not a backup of ours, or is damaged or cut short (${error instanceof Error ? error.message : "unreadable"}). Nothing was changed.`,
      { cause: error },
    )
  }
  const parsed = last?.name === MANIFEST ? Manifest.safeParse(readJson(last.body)) : null
  if (!parsed?.success) {
    throw new BackupProblem(
      `${file} has no ${MANIFEST} that this version knows: it was cut short, or made by another version. Nothing was changed.`,
    )
  }
  const manifest = parsed.data
  const mismatch = Array.from({ length: Math.max(actual.length, manifest.entries.length) }, (_, index) => index).find(
    (index) =>
      actual[index]?.name !== manifest.entries[index]?.name ||
      actual[index]?.sha256 !== manifest.entries[index]?.sha256,
  )
  if (mismatch !== undefined) {
    const name = manifest.entries[mismatch]?.name ?? actual[mismatch]?.name
    throw new BackupProblem(`${file} is damaged: ${name} is not what was backed up. Nothing was changed.`)
  }
  return manifest
}

function readJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString("utf8"))
  } catch {
    return null
  }
}

async function matchMigrations(manifest: Manifest): Promise<Migration[]> {
  const available = [...(await readEarlierMigrations()), ...(await readMigrations())]
  return manifest.migrations.map(({ name, sha256: expected }) => {
    const migration = available.find((candidate) => candidate.name === name)
    if (migration && isSameMigration(migration, expected)) return migration
    throw new BackupProblem(
      `The backup was made by another version (${name} is ${migration ? "not the same" : "unknown"} here). ` +
        "Restore with the version that made it, or a newer one.",
    )
  })
}

async function checkEmpty({ databaseUrl, dataDir, storage }: RestoreTarget): Promise<void> {
  const advice = "Restore into an empty DATA_DIR (and, with DATABASE_URL, an empty database): nothing was changed."
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ exists: boolean }>("select to_regclass('users') is not null as exists")
    const shop = "select exists (select from users) or exists (select from products) as has_shop"
    if (rows[0]?.exists && (await client.query<{ has_shop: boolean }>(shop)).rows[0]?.has_shop) {
      throw new BackupProblem(`There is a shop in this database already. ${advice}`)
    }
  } finally {
    await client.end()
  }
  for (const folder of archivedFolders) {
    const folderPath = path.join(dataDir, folder)
    if ((await readdir(folderPath).catch(() => [])).length > 0)
      throw new BackupProblem(`${folderPath} is not empty. ${advice}`)
  }
  for (const bucket of await storage.buckets()) {
    if ((await storage.list(bucket, { limit: 1 })).length === 0) continue
    throw new BackupProblem(`The storage holds files already (${bucket}). ${advice}`)
  }
}

type WrittenFiles = { objects: { bucket: string; path: string }[]; files: string[] }

async function load(target: RestoreTarget, file: string, manifest: Manifest, written: WrittenFiles): Promise<void> {
  const client = new Client({ connectionString: target.databaseUrl, application_name: "guinguette restore" })
  client.on("error", () => undefined)
  await client.connect()
  try {
    await client.query(sessionSettings)
    await client.query("begin")
    const tables = await matchTables(client, manifest)
    const undoStatements = await suspendConstraints(client)
    await client.query(`truncate ${(await listProductTables(client)).map(({ fromClause }) => fromClause).join(", ")}`)
    await deleteAllJobs(client)
    const objects = new Map(manifest.files.map((each) => [`files/${each.bucket}/${each.path}`, each]))
    for await (const { name, body } of readArchive(file)) {
      const [top = "", table = ""] = name.split("/")
      const object = objects.get(name)
      if (top === "database") await loadPart(client, tables.get(table), body)
      else if (object) {
        await target.storage.put({ ...object, body })
        written.objects.push(object)
      } else if (name !== MANIFEST) written.files.push(await writeArchivedFile(target.dataDir, name, body))
    }
    for (const { name, last } of manifest.sequences) {
      if (last !== null) await client.query("select setval($1::regclass, $2::bigint)", [identifier(name), last])
    }
    await verifyTables(client, tables)
    await retryActiveJobs(client)
    await client.query("set constraints all immediate")
    for (const statement of undoStatements) await client.query(statement)
    await client.query("commit")
  } catch (error) {
    await client.query("rollback").catch(() => undefined)
    for (const { bucket, path: name } of written.objects) await target.storage.remove(bucket, name)
    for (const each of written.files) await rm(each, { force: true })
    if (error instanceof BackupProblem) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new BackupProblem(`The backup could not be restored: ${reason}. The place was left empty.`, { cause: error })
  } finally {
    await client.end().catch(() => undefined)
  }
}

type Target = { tableName: string; table: Table; expected: TableSummary }

async function matchTables(client: Client, { tables, jobs }: Manifest): Promise<Map<string, Target>> {
  const tablesByName = new Map((await listProductTables(client)).map((table) => [table.name, table]))
  const targets = tables.map((expected): [string, Target] => {
    const table = tablesByName.get(expected.name)
    if (!table) throw new BackupProblem(`The backup has a table ${expected.name} that its migrations do not make.`)
    return [expected.name, { tableName: table.fromClause, table: orderColumns(table, expected), expected }]
  })
  const queue = orderColumns(await pendingJobs(client), jobs)
  return new Map([...targets, [jobs.name, { tableName: jobTable, table: queue, expected: jobs }]])
}

function orderColumns(table: Table, expected: TableSummary): Table {
  const byName = new Map(table.columns.map((column) => [column.name, column]))
  const columns = expected.columns.map((name): Column => {
    const column = byName.get(name)
    if (!column)
      throw new BackupProblem(`The backup has a column ${table.name}.${name} that this version does not know.`)
    return column
  })
  return { ...table, columns }
}

async function loadPart(client: Client, target: Target | undefined, body: Uint8Array): Promise<void> {
  if (!target) throw new BackupProblem("The backup has rows of a table that it does not list.")
  const lines = Buffer.from(body).toString("utf8").split("\n").filter(Boolean)
  await writeRows(client, target.tableName, target.table.columns, lines)
}

async function verifyTables(client: Client, tables: ReadonlyMap<string, Target>): Promise<void> {
  for (const { table, expected } of tables.values()) {
    const actual = await summariseTable(client, table)
    if (actual.rows === expected.rows && actual.digest === expected.digest) continue
    throw new BackupProblem(
      `${expected.name} is not what was backed up (${actual.rows} rows of ${expected.rows}). The place was left empty.`,
    )
  }
}

/** Backed-up rows already contain what triggers would add, and tables load in any order. */
async function suspendConstraints(client: Client): Promise<string[]> {
  const triggers = await client.query<{ on: string; name: string }>(`
    select tgrelid::regclass::text as on, quote_ident(tgname) as name from pg_trigger join pg_class on pg_class.oid = tgrelid
    where not tgisinternal and tgenabled = 'O' and relnamespace = current_schema()::regnamespace`)
  const references = await client.query<{ on: string; name: string }>(`
    select conrelid::regclass::text as on, quote_ident(conname) as name from pg_constraint
    where contype = 'f' and not condeferrable and connamespace = current_schema()::regnamespace`)
  for (const { on, name } of triggers.rows) await client.query(`alter table ${on} disable trigger ${name}`)
  for (const { on, name } of references.rows) {
    await client.query(`alter table ${on} alter constraint ${name} deferrable initially deferred`)
  }
  return [
    ...references.rows.map(({ on, name }) => `alter table ${on} alter constraint ${name} not deferrable`),
    ...triggers.rows.map(({ on, name }) => `alter table ${on} enable trigger ${name}`),
  ]
}

async function writeArchivedFile(dataDir: string, name: string, body: Uint8Array): Promise<string> {
  const [folder = "", leaf = "", ...rest] = name.split("/")
  const allowed: readonly string[] = archivedFolders
  if (!allowed.includes(folder) || !/^[A-Za-z0-9_][A-Za-z0-9_.-]*$/.test(leaf) || rest.length > 0) {
    throw new BackupProblem(`The backup holds ${name}, which is nothing that we keep.`)
  }
  const folderPath = path.join(dataDir, folder)
  await mkdir(folderPath, { recursive: true, mode: 0o700 })
  await chmod(folderPath, 0o700)
  const file = path.join(folderPath, leaf)
  await writeFile(file, body, { mode: 0o600, flag: "wx" })
  await chownToDataOwner(dataDir, folderPath, file)
  return file
}

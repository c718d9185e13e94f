import { link, mkdir, readdir, readFile, rm } from "node:fs/promises"
import path from "node:path"
import { Client } from "pg"
import type { Storage } from "../storage/storage.ts"
import { jobTable } from "../queue/job-table.ts"
import { ArchiveWriter } from "./archive.ts"
import {
  type Manifest,
  MANIFEST,
  secretFingerprint,
  newManifest,
  RowDigest,
  sha256,
  type TableSummary,
} from "./manifest.ts"
import { BackupProblem } from "./problem.ts"
import { listProductTables, pendingJobs, readRows, sessionSettings, toTableSummary, type Table } from "./rows.ts"

export type BackupSource = {
  readonly databaseUrl: string
  readonly dataDir: string
  readonly storage: Storage
  readonly secret: string
}

export type BackupSummary = { readonly tables: number; readonly rows: number; readonly files: number }

export const archivedFolders = ["keys", "outbox"] as const

/** Throws `BackupProblem`, and then leaves no incomplete `file` behind. */
export async function backUp(source: BackupSource, file: string): Promise<BackupSummary> {
  const draft = `${file}.part`
  await mkdir(path.dirname(file), { recursive: true })
  await rm(draft, { force: true })
  const archive = await ArchiveWriter.create(draft).catch((error: unknown) => {
    throw new BackupProblem(`${draft} cannot be written (${errorReason(error)}).`, { cause: error })
  })
  try {
    const done = await new Backup(source, archive).run()
    await archive.close()
    // A link, because a rename would replace an existing backup.
    await link(draft, file)
    return done
  } catch (error) {
    await archive.abandon()
    if (alreadyExists(error))
      throw new BackupProblem(`${file} is there already. Choose another name.`, { cause: error })
    throw error
  } finally {
    await rm(draft, { force: true })
  }
}

class Backup {
  readonly #source: BackupSource
  readonly #archive: ArchiveWriter
  readonly #entries: Manifest["entries"] = []
  readonly #files = new Map<string, Manifest["files"][number]>()

  constructor(source: BackupSource, archive: ArchiveWriter) {
    this.#source = source
    this.#archive = archive
  }

  async run(): Promise<BackupSummary> {
    // Files never change, so copying them before and after the rows misses none that a row names.
    await this.#addFiles()
    const client = new Client({ connectionString: this.#source.databaseUrl, application_name: "guinguette backup" })
    client.on("error", () => undefined)
    await client.connect()
    try {
      await client.query(sessionSettings)
      await client.query("begin isolation level repeatable read, read only")
      const database = await this.#addDatabase(client)
      await client.query("commit")
      await this.#addFiles()
      for (const folder of archivedFolders) await this.#addFolder(folder)
      const manifest = newManifest({
        ...database,
        files: [...this.#files.values()],
        secret: secretFingerprint(this.#source.secret),
        entries: this.#entries,
      })
      await this.#archive.add({ name: MANIFEST, body: Buffer.from(JSON.stringify(manifest, null, 1)) })
      const { tables, jobs } = database
      return {
        tables: tables.length,
        rows: tables.reduce((sum, table) => sum + table.rows, jobs.rows),
        files: this.#files.size,
      }
    } finally {
      await client.end().catch(() => undefined)
    }
  }

  async #addDatabase(client: Client) {
    const { rows } = await client.query<{ at: string; postgres: string; ready: boolean }>(`
      select to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at,
        current_setting('server_version') as postgres,
        to_regclass('schema_migrations') is not null and to_regclass('${jobTable}') is not null as ready`)
    const [state] = rows
    if (!state?.ready) throw new BackupProblem("There is no shop in this database yet: nothing was backed up.")
    const migrations = await client.query<{ name: string; sha256: string }>(
      "select name, sha256 from schema_migrations order by name",
    )
    const tables: TableSummary[] = []
    for (const table of await listProductTables(client)) tables.push(await this.#addTable(client, table))
    const jobs = await this.#addTable(client, await pendingJobs(client))
    // Sequences are not transactional: read last, they are never behind.
    const sequences = await client.query<{ name: string; last: string | null }>(
      "select sequencename as name, last_value::text as last from pg_sequences where schemaname = current_schema() order by 1",
    )
    return {
      at: state.at,
      postgres: state.postgres,
      migrations: migrations.rows,
      tables,
      jobs,
      sequences: sequences.rows,
    }
  }

  async #addTable(client: Client, table: Table): Promise<TableSummary> {
    const digest = new RowDigest()
    let part = 0
    for await (const lines of readRows(client, table)) {
      for (const line of lines) digest.add(line)
      part += 1
      const name = `database/${table.name}/${String(part).padStart(6, "0")}.jsonl`
      await this.#add(name, Buffer.from(`${lines.join("\n")}\n`))
    }
    return toTableSummary(table, digest)
  }

  async #addFiles(): Promise<void> {
    const { storage } = this.#source
    for (const bucket of await storage.buckets()) {
      for (const { path: name } of await storage.list(bucket, { limit: Number.MAX_SAFE_INTEGER })) {
        const entry = `files/${bucket}/${name}`
        if (this.#files.has(entry)) continue
        const object = await storage.get(bucket, name)
        if (!object) continue
        const { contentType, cacheControl, body } = object
        await this.#add(entry, new Uint8Array(await new Response(body).arrayBuffer()))
        this.#files.set(entry, { bucket, path: name, contentType, cacheControl })
      }
    }
  }

  async #addFolder(folder: string): Promise<void> {
    const folderPath = path.join(this.#source.dataDir, folder)
    const entries = await readdir(folderPath, { withFileTypes: true }).catch(() => [])
    for (const entry of entries) {
      if (!entry.isFile() || entry.name.startsWith(".")) continue
      const body = await readFile(path.join(folderPath, entry.name)).catch((error: unknown) => {
        if (errorReason(error) === "ENOENT") return null
        throw new BackupProblem(`${path.join(folderPath, entry.name)} cannot be read (${errorReason(error)}).`, {
          cause: error,
        })
      })
      if (body) await this.#add(`${folder}/${entry.name}`, body)
    }
  }

  async #add(name: string, body: Uint8Array): Promise<void> {
    await this.#archive.add({ name, body })
    this.#entries.push({ name, sha256: sha256(body) })
  }
}

export function errorReason(error: unknown): string {
  if (error instanceof Error && "code" in error) return String(error.code)
  return error instanceof Error ? error.message : String(error)
}

const alreadyExists = (error: unknown) => errorReason(error) === "EEXIST"

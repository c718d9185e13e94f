import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import os from "node:os"
import path from "node:path"
import { promisify } from "node:util"
import { constants, gzip, zstdDecompress } from "node:zlib"
import type { Pool } from "pg"
import { afterAll, beforeAll, expect, test, vi } from "vitest"
import { restore } from "../../server/platform/backup/restore.ts"
import { migrate, readEarlierMigrations } from "../../server/platform/database/migrate.ts"
import { fileSystemStorage } from "../../server/platform/storage/file-system.ts"
import { freshDatabase, type TestDatabase, databaseForTest } from "../harness/database.ts"

// The large demonstration shop of commit 31b28a50, backed up by it without its pictures and most contract texts.
const fixture = path.join(import.meta.dirname, "november-2026.fixture.tar.zst")

let folder = ""
let upgraded: TestDatabase
let fresh: TestDatabase

beforeAll(async () => {
  await freshDatabase()
  folder = await mkdtemp(path.join(os.tmpdir(), "guinguette-earlier-"))
  upgraded = await databaseForTest()
  fresh = await databaseForTest()
})
afterAll(async () => {
  await upgraded.drop()
  await fresh.drop()
  await rm(folder, { recursive: true, force: true })
})

/** All that decides how rows are kept, without what depends on the way: ids, redundant parentheses, line breaks. */
const catalogQueries = [
  `select relname, attname, attnum - (select count(*) from pg_attribute gone
      where gone.attrelid = column_.attrelid and gone.attisdropped and gone.attnum < column_.attnum) as place,
    format_type(atttypid, atttypmod) as type, attnotnull, attidentity, attgenerated, pg_get_expr(adbin, adrelid) as value
    from pg_attribute column_ join pg_class on pg_class.oid = attrelid
    left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'v') and attnum > 0 and not attisdropped
    order by 1, 3`,
  `select conrelid::regclass::text, contypid::regtype::text, conname, condeferrable, condeferred, convalidated,
    pg_get_constraintdef(oid) as definition
    from pg_constraint where connamespace = 'public'::regnamespace and contype <> 'n' order by 1, 2, 3`,
  `select tgname, tgenabled, pg_get_triggerdef(oid) as definition from pg_trigger where not tgisinternal
    order by tgrelid::regclass::text, 1`,
  `select pg_get_functiondef(oid) as definition from pg_proc
    where pronamespace = 'public'::regnamespace and prolang not in (select oid from pg_language where lanname = 'c')
    order by oid::regprocedure::text`,
  `select pg_get_indexdef(indexrelid) as definition from pg_index join pg_class on oid = indexrelid
    where relnamespace = 'public'::regnamespace order by relname`,
  `select viewname, definition from pg_views where schemaname = 'public' order by 1`,
  `select typname, format_type(typbasetype, typtypmod) as type, typnotnull, typdefault from pg_type
    where typtype = 'd' and typnamespace = 'public'::regnamespace order by 1`,
  `select relname, relkind, relpersistence from pg_class where relnamespace = 'public'::regnamespace
    and relkind in ('r', 'v', 'S') order by 1`,
  "select sequencename, start_value, increment_by, data_type from pg_sequences where schemaname = 'public' order by 1",
]

async function readCatalog(pool: Pool): Promise<string[]> {
  const results: string[] = []
  for (const query of catalogQueries) {
    const { rows } = await pool.query<Record<string, unknown>>(query)
    results.push(
      ...rows.map((row) =>
        Object.values(row)
          .join(" | ")
          .replaceAll(/[\s()]+/g, ""),
      ),
    )
  }
  return results
}

test("a shop with 5,000 bookings from before 0.1 is restored and upgraded without losing anything", async () => {
  const packed = await promisify(zstdDecompress)(await readFile(fixture), {
    params: { [constants.ZSTD_d_windowLogMax]: 27 },
  })
  const file = path.join(folder, "backup.tar.gz")
  await writeFile(file, await promisify(gzip)(packed, { level: 1 }))
  await upgraded.pool.query("drop schema public cascade; drop schema pgboss cascade; create schema public")
  const dataDir = path.join(folder, "data")
  const summary = await restore(
    {
      databaseUrl: upgraded.url,
      dataDir,
      storage: fileSystemStorage(path.join(dataDir, "uploads")),
      secret: () => readFile(path.join(dataDir, "keys", "auth-secret"), "utf8"),
    },
    file,
  )
  expect(summary.rows).toBe(107_494)

  const { rows } = await upgraded.pool.query(`
    select count(*)::int as bookings, sum(total)::int as total,
      (select count(*)::int from contracts) as contracts, (select count(*)::int from rentals) as rentals,
      (select sum(amount)::int from payments) as paid,
      (select count(*)::int from unit_days where kind = 'booking') as occupied_days,
      (select count(*)::int from schema_migrations where name < '1000') as earlier_files
    from bookings`)
  expect(rows).toEqual([
    {
      bookings: 5_029,
      total: expect.any(Number),
      contracts: 4_284,
      rentals: 5_029,
      paid: expect.any(Number),
      occupied_days: expect.any(Number),
      earlier_files: 0,
    },
  ])
  expect(await readCatalog(upgraded.pool)).toEqual(await readCatalog(fresh.pool))
})

test("an upgrade from before 0.1 is announced once, before anything changes", async () => {
  await fresh.pool.query("drop schema public cascade; create schema public")
  const earlier = await readEarlierMigrations()
  await migrate(fresh.pool, { migrations: earlier.slice(0, -1) })
  const announce = vi.fn<() => Promise<void>>(async () => {
    const { rows } = await fresh.pool.query("select count(*)::int as files from schema_migrations")
    expect(rows).toEqual([{ files: earlier.length - 1 }])
  })
  expect((await migrate(fresh.pool, { beforeBreaking: announce }))[0]).toBe(earlier.at(-1)?.name)
  expect(await migrate(fresh.pool, { beforeBreaking: announce })).toEqual([])
  expect(announce).toHaveBeenCalledOnce()
})

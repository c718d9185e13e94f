import { expect, test } from "vitest"
import { pool } from "../../server/platform/database.server.ts"
import { freshDatabase } from "../harness/database.ts"
import { deleteFirstQueue } from "../harness/jobs.ts"

const definitions = [
  "select attrelid::regclass::text, attname, atttypid::regtype::text from pg_attribute where attrelid >= 16384 and attnum > 0 order by 1, 2",
  "select conrelid::regclass::text, conname, pg_get_constraintdef(oid) from pg_constraint where oid >= 16384 order by 1, 2",
  "select tgrelid::regclass::text, tgname, tgenabled from pg_trigger where not tgisinternal order by 1, 2",
  "select oid::regprocedure::text, prosrc from pg_proc where oid >= 16384 order by 1",
  "select oid::regclass::text, pg_get_indexdef(oid) from pg_class where relkind = 'i' and oid >= 16384 and relnamespace <> 'pg_toast'::regnamespace order by 1",
  "select schemaname, sequencename, last_value from pg_sequences order by 1, 2",
]

async function readEverything(): Promise<unknown[]> {
  const { rows: tables } = await pool.query<{ name: string }>(
    "select oid::regclass::text as name from pg_class where relkind = 'r' and oid >= 16384 order by 1",
  )
  const rows = tables
    .map(({ name }) => `select '${name}' as name, to_jsonb(t) as row from ${name} t`)
    .join(" union all ")
  const results: unknown[] = []
  for (const question of [`${rows} order by 1, 2`, ...definitions]) results.push((await pool.query(question)).rows)
  return results
}

const person = "insert into profiles (id, email, name) values (gen_random_uuid(), 'camille@example.fr', 'Camille')"

test.each([
  ["a row", person],
  ["a row that refers to another", `${person}; insert into carts (user_id, expires_at) select id, now() from profiles`],
  ["a row that was written and deleted again", `${person}; delete from profiles`],
  ["a row that the migrations wrote, changed", "update schema_migrations set sha256 = 'another'"],
  ["a row that the migrations wrote, deleted", deleteFirstQueue],
  ["a number that was given", "select nextval('events_id_seq')"],
  ["a column", "alter table profiles add column nickname text"],
  ["a constraint that is gone", "alter table payments drop constraint payments_booking_id_fkey"],
  ["a trigger that sleeps", "alter table payments disable trigger payments_checked"],
  [
    "a function",
    "create or replace function contract_in_force(booking uuid) returns uuid language sql stable as 'select null::uuid'",
  ],
  ["an index", "create index more on profiles (name)"],
])("the next test does not see %s", async (_what, change) => {
  const before = await readEverything()
  await pool.query(change)
  await freshDatabase()
  expect(await readEverything()).toEqual(before)
})

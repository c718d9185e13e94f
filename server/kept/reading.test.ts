import { sql } from "drizzle-orm"
import { expect, test } from "vitest"
import { db } from "../database.server.ts"
import { newReading, noteStatement, readByFunctions, withReading } from "./reading.ts"

test("of each function that only reads, it is known which tables it reads", async () => {
  const { rows } = await db.execute<{ name: string; tables: string[] }>(sql`
    select proname as name, array_agg(distinct relname::text order by relname::text) as tables
    from pg_proc join pg_class on relkind = 'r' and relnamespace = 'public'::regnamespace and prosrc ~ ('\\m' || relname || '\\M')
    where pronamespace = 'public'::regnamespace and provolatile <> 'v' and prorettype <> 'trigger'::regtype
    group by pg_proc.oid order by 1`)
  expect(rows.map(({ name, tables }) => [name, tables])).toEqual([...readByFunctions])
})

test("a statement that calls a function reads what the function reads", async () => {
  const reading = newReading()
  await withReading(reading, async () => noteStatement("select day from lapsed_days(now())"))
  expect([...reading.words]).toEqual(expect.arrayContaining(["contracts", "occupancy"]))
})

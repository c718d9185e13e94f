import { type SQL, sql } from "drizzle-orm"
import { db } from "../database.server.ts"
import { storage } from "./current.server.ts"
import { pagesOf } from "./storage.ts"

/** A sending takes seconds: what is a day old and has no row is nobody's. */
const UNNAMED_FOR_MS = 24 * 60 * 60 * 1000

/**
 * Removes the files of a bucket that no row names: files are stored before their rows, and a sending may break off between
 * them. `named`: a query of the column `key` of all that are. Answers how many there were.
 */
export async function eraseUnnamedFiles(bucket: string, named: SQL, at: Date): Promise<number> {
  const files = await storage()
  let erased = 0
  for await (const page of pagesOf(files, bucket)) {
    const old = page.filter(({ lastModified }) => at.getTime() - lastModified.getTime() > UNNAMED_FOR_MS)
    const { rows } = await db.execute<{ key: string }>(sql`
      select key from (${named}) named where key = any(${sql.param(old.map(({ path }) => path))}::text[])`)
    const known = new Set(rows.map(({ key }) => key))
    const unnamed = old.filter(({ path }) => !known.has(path))
    for (const { path } of unnamed) await files.remove(bucket, path)
    erased += unnamed.length
  }
  return erased
}

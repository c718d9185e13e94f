import { type SQL, sql } from "drizzle-orm"
import { db } from "../database.server.ts"
import { storage } from "./current.server.ts"
import { listPages } from "./storage.ts"

const ORPHAN_AFTER_MS = 24 * 60 * 60 * 1000

/** Files are stored before their rows, so an interrupted upload leaves orphans. */
export async function eraseOrphanedFiles(bucket: string, referencedKeys: SQL, at: Date): Promise<number> {
  const files = await storage()
  let erased = 0
  for await (const page of listPages(files, bucket)) {
    const oldFiles = page.filter(({ lastModified }) => at.getTime() - lastModified.getTime() > ORPHAN_AFTER_MS)
    const { rows } = await db.execute<{ key: string }>(sql`
      select key from (${referencedKeys}) named where key = any(${sql.param(oldFiles.map(({ path }) => path))}::text[])`)
    const referenced = new Set(rows.map(({ key }) => key))
    const orphans = oldFiles.filter(({ path }) => !referenced.has(path))
    for (const { path } of orphans) await files.remove(bucket, path)
    erased += orphans.length
  }
  return erased
}

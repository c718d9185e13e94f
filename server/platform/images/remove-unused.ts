import { type SQL, and, eq, inArray, lt, sql } from "drizzle-orm"
import { db, transaction } from "../database.server.ts"
import { log } from "../log.ts"
import { films, images } from "../schema/content.ts"
import { storage } from "../storage/current.server.ts"
import { type ListedObject, type Storage, listPages } from "../storage/storage.ts"
import { buckets } from "./names.ts"

export const imageColumns = [
  ["site_config", "hero_image_url"],
  ["site_config", "company_logo_url"],
  ["about_page_content", "image_url"],
  ["services_page_images", "image_url"],
  ["testimonials", "image_url"],
  ["products", "image_url"],
  ["product_options", "image_url"],
  ["product_pictures", "image_url"],
] as const

const textColumns = [
  ["product_manuals", "content"],
  ["about_page_content", "content"],
  ["services_page_content", "content"],
  ["faq_entries", "answer"],
  ["legal_texts", "content"],
  ["contract_templates", "content"],
] as const

const RESTORABLE_DAYS = 30

const BATCH_SIZE = 200

const filmColumns = [["product_pictures", "film_url"]] as const

/** Spares younger pictures, which may be in an unsaved form. */
export async function removeUnusedImages(olderThan: Date): Promise<{ pictures: number; strayFiles: number }> {
  let pictures = 0
  for (;;) {
    const count = await deleteUnused(olderThan)
    pictures += count
    if (count < BATCH_SIZE) break
  }
  pictures += await deleteUnusedFilms(olderThan)
  const strayFiles = await removeStrays(olderThan, await storage())
  if (pictures + strayFiles > 0) log.info("Unused images were removed", { pictures, strayFiles })
  return { pictures, strayFiles }
}

/** Locks, then looks again: a row may have just taken the picture into use. */
async function deleteUnused(olderThan: Date): Promise<number> {
  return transaction(async (tx) => {
    const candidates = await tx
      .select({ id: images.id })
      .from(images)
      .where(and(lt(images.createdAt, olderThan), isUnused()))
      .limit(BATCH_SIZE)
      .for("update", { skipLocked: true })
    if (candidates.length === 0) return 0
    const ids = candidates.map(({ id }) => id)
    const deletedRows = await tx
      .delete(images)
      .where(and(inArray(images.id, ids), isUnused()))
      .returning({ id: images.id })
    return deletedRows.length
  })
}

async function deleteUnusedFilms(olderThan: Date): Promise<number> {
  const unusedFilm = isUnreferenced(sql`${films}.url`, filmColumns, [])
  return transaction(async (tx) => {
    const candidates = await tx
      .select({ url: films.url })
      .from(films)
      .where(and(lt(films.createdAt, olderThan), unusedFilm))
      .for("update", { skipLocked: true })
    if (candidates.length === 0) return 0
    const urls = candidates.map(({ url }) => url)
    const deletedRows = await tx
      .delete(films)
      .where(and(inArray(films.url, urls), unusedFilm))
      .returning({ url: films.url })
    return deletedRows.length
  })
}

const isUnused = () => isUnreferenced(sql`${images}.url`, imageColumns, textColumns)

type Columns = readonly (readonly [table: string, column: string])[]

function isUnreferenced(url: SQL, columns: Columns, mentions: Columns): SQL {
  const references = columns.map(
    ([table, column]) => sql`exists (select from ${name(table)} where ${name(column)} = ${url})`,
  )
  const stem = sql`regexp_replace(${url}, '\\.[a-z]+$', '')`
  const textMentions = mentions.map(
    ([table, column]) => sql`exists (select from ${name(table)} where position(${stem} in ${name(column)}::text) > 0)`,
  )
  const restorable = sql`exists (select from recorded_events
    where at > now() - make_interval(days => ${RESTORABLE_DAYS}) and personal ? 'removed'
      and position(${stem} in personal::text) > 0)`
  return sql`not (${sql.join([...references, ...textMentions, restorable], sql` or `)})`
}

const name = (identifier: string) => sql.identifier(identifier)

async function removeStrays(olderThan: Date, storage: Storage): Promise<number> {
  let removed = 0
  for (const bucket of buckets) {
    const [pictures, filmRows] = await Promise.all([
      db.select({ path: images.path }).from(images).where(eq(images.bucket, bucket)),
      db.select({ path: films.path }).from(films).where(eq(films.bucket, bucket)),
    ])
    const referenced = new Set([...pictures, ...filmRows].map(({ path }) => toStem(path)))
    const isStray = ({ path }: ListedObject) => uploadedBefore(path, olderThan) && !referenced.has(toStem(path))
    const strays: ListedObject[] = []
    for await (const page of listPages(storage, bucket)) strays.push(...page.filter(isStray))
    for (const { path } of strays) await storage.remove(bucket, path)
    removed += strays.length
  }
  return removed
}

const toStem = (path: string) => /^(.*?\d{13}-[0-9a-f]{16})(?:\.|\/|$)/.exec(path)?.[1] ?? path

/** Files we did not name are not ours to remove. */
function uploadedBefore(path: string, instant: Date): boolean {
  const timestamp = /(?:^|\/)(\d{13})-[0-9a-f]{16}(?:\.|\/)/.exec(path)?.[1]
  return timestamp !== undefined && Number(timestamp) < instant.getTime()
}

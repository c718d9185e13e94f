import { type SQL, and, eq, inArray, lt, sql } from "drizzle-orm"
import { db, transaction } from "../database.server.ts"
import { log } from "../log.ts"
import { films, images } from "../schema/content.ts"
import { storage as currentStorage } from "../storage/current.server.ts"
import { type ListedObject, type Storage, pagesOf } from "../storage/storage.ts"
import { buckets } from "./names.ts"

/** Every column that holds a picture's url. A test compares them with the foreign keys of the database. */
export const holders = [
  ["site_config", "hero_image_url"],
  ["site_config", "company_logo_url"],
  ["about_page_content", "image_url"],
  ["services_page_images", "image_url"],
  ["testimonials", "image_url"],
  ["products", "image_url"],
  ["product_options", "image_url"],
  ["product_pictures", "image_url"],
] as const

/** Texts in which a picture may be named. */
const texts = [
  ["product_manuals", "content"],
  ["about_page_content", "content"],
  ["services_page_content", "content"],
  ["faq_entries", "answer"],
  ["legal_texts", "content"],
  ["contract_templates", "content"],
] as const

/** How long a deleted picture can come back. */
const FORMER_PICTURE_DAYS = 30

const BATCH_SIZE = 200

/** The same of films. */
const filmHolders = [["product_pictures", "film_url"]] as const

/**
 * Removes the pictures and films that nothing shows, nor can be put back, and that were uploaded before
 * `olderThan`: a younger one may be on its way into a form that is not saved yet. Also removes files without a row, left
 * by a machine that stopped in the middle. Running it twice, or twice at once, does no harm. Returns how many pictures
 * (films among them) and how many stray files went.
 */
export async function removeUnusedImages(
  olderThan: Date,
  storage?: Storage,
): Promise<{ pictures: number; strayFiles: number }> {
  const files = storage ?? (await currentStorage())
  let pictures = 0
  for (;;) {
    const gone = await forgetUnused(olderThan)
    pictures += gone
    if (gone < BATCH_SIZE) break
  }
  pictures += await forgetUnusedFilms(olderThan)
  // The files of forgotten pictures are strays from now on, like any other.
  const strayFiles = await removeStrays(olderThan, files)
  if (pictures + strayFiles > 0) log.info("Unused images were removed", { pictures, strayFiles })
  return { pictures, strayFiles }
}

/**
 * First locks the rows, then looks again: who is just taking one into use holds it until their commit is visible to the
 * second look, or finds it gone. Deleting at first sight would empty their column without a word.
 */
async function forgetUnused(olderThan: Date): Promise<number> {
  return transaction(async (tx) => {
    const candidates = await tx
      .select({ id: images.id })
      .from(images)
      .where(and(lt(images.createdAt, olderThan), unused()))
      .limit(BATCH_SIZE)
      .for("update", { skipLocked: true })
    if (candidates.length === 0) return 0
    const ids = candidates.map(({ id }) => id)
    const forgotten = await tx
      .delete(images)
      .where(and(inArray(images.id, ids), unused()))
      .returning({ id: images.id })
    return forgotten.length
  })
}

/** As {@link forgetUnused} does. */
async function forgetUnusedFilms(olderThan: Date): Promise<number> {
  const unusedFilm = unusedAt(sql`${films}.url`, filmHolders, [])
  return transaction(async (tx) => {
    const candidates = await tx
      .select({ url: films.url })
      .from(films)
      .where(and(lt(films.createdAt, olderThan), unusedFilm))
      .for("update", { skipLocked: true })
    if (candidates.length === 0) return 0
    const urls = candidates.map(({ url }) => url)
    const forgotten = await tx
      .delete(films)
      .where(and(inArray(films.url, urls), unusedFilm))
      .returning({ url: films.url })
    return forgotten.length
  })
}

const unused = () => unusedAt(sql`${images}.url`, holders, texts)

type Columns = readonly (readonly [table: string, column: string])[]

function unusedAt(url: SQL, columns: Columns, mentions: Columns): SQL {
  const held = columns.map(([table, column]) => sql`exists (select from ${name(table)} where ${name(column)} = ${url})`)
  // The url without its extension, so that a text which names one of its sizes counts too.
  const stem = sql`regexp_replace(${url}, '\\.[a-z]+$', '')`
  const named = mentions.map(
    ([table, column]) => sql`exists (select from ${name(table)} where position(${stem} in ${name(column)}::text) > 0)`,
  )
  // What was deleted may be put back from the journal, with its picture.
  const restorable = sql`exists (select from recorded_events
    where at > now() - make_interval(days => ${FORMER_PICTURE_DAYS}) and personal ? 'removed'
      and position(${stem} in personal::text) > 0)`
  return sql`not (${sql.join([...held, ...named, restorable], sql` or `)})`
}

const name = (identifier: string) => sql.identifier(identifier)

async function removeStrays(olderThan: Date, storage: Storage): Promise<number> {
  let removed = 0
  for (const bucket of buckets) {
    const [pictures, moving] = await Promise.all([
      db.select({ path: images.path }).from(images).where(eq(images.bucket, bucket)),
      db.select({ path: films.path }).from(films).where(eq(films.bucket, bucket)),
    ])
    const kept = new Set([...pictures, ...moving].map(({ path }) => stemOf(path)))
    const isStray = ({ path }: ListedObject) => uploadedBefore(path, olderThan) && !kept.has(stemOf(path))
    const strays: ListedObject[] = []
    for await (const page of pagesOf(storage, bucket)) strays.push(...page.filter(isStray))
    for (const { path } of strays) await storage.remove(bucket, path)
    removed += strays.length
  }
  return removed
}

/** `products/123-abc.jpg` and `products/123-abc/480.avif` have one stem. */
const stemOf = (path: string) => /^(.*?\d{13}-[0-9a-f]{16})(?:\.|\/|$)/.exec(path)?.[1] ?? path

/** The name tells when; what is not named by us is not ours to remove. */
function uploadedBefore(path: string, instant: Date): boolean {
  const timestamp = /(?:^|\/)(\d{13})-[0-9a-f]{16}(?:\.|\/)/.exec(path)?.[1]
  return timestamp !== undefined && Number(timestamp) < instant.getTime()
}

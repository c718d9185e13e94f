import { lt, sql } from "drizzle-orm"
import { type Day, dayInParis } from "../../../domain/day.ts"
import { periods } from "../../../domain/retention/periods.ts"
import { db } from "../../platform/database.server.ts"
import { log } from "../../platform/log.ts"
import { pageViews } from "../../platform/schema/statistics.ts"

type PageCount = { day: Day; page: string; views: number }

const WRITE_DELAY_MS = 5_000
const RETRY_DELAY_MS = 60_000

const pending = new Map<string, PageCount>()
let timer: ReturnType<typeof setTimeout> | undefined
let writing: Promise<void> = Promise.resolve()

/** In memory, so that counting never delays or fails a page (D23). */
export function countPageView(page: string, at: Date = new Date()): void {
  addCount({ day: dayInParis(at), page, views: 1 })
  scheduleWrite(WRITE_DELAY_MS)
}

/** Never rejects: counts that cannot be written are kept for a retry. */
export function writePageViews(): Promise<void> {
  clearTimeout(timer)
  timer = undefined
  // Sorted, so that two processes writing the same pages cannot deadlock.
  const counts = [...pending.keys()].toSorted().flatMap((key) => pending.get(key) ?? [])
  pending.clear()
  writing = writing.then(() => storeCounts(counts))
  return writing
}

async function storeCounts(counts: readonly PageCount[]): Promise<void> {
  if (counts.length === 0) return
  try {
    await db
      .insert(pageViews)
      .values([...counts])
      .onConflictDoUpdate({
        target: [pageViews.day, pageViews.page],
        set: { views: sql`${pageViews.views} + excluded.views` },
      })
  } catch (error) {
    log.warn("Page views could not be written and will be tried again", { error })
    counts.forEach(addCount)
    scheduleWrite(RETRY_DELAY_MS)
  }
}

function addCount({ day, page, views }: PageCount): void {
  const key = `${day} ${page}`
  pending.set(key, { day, page, views: views + (pending.get(key)?.views ?? 0) })
}

function scheduleWrite(milliseconds: number): void {
  timer ??= setTimeout(() => void writePageViews(), milliseconds).unref()
}

export async function deleteOldPageViews(at: Date): Promise<number> {
  const { rowCount } = await db
    .delete(pageViews)
    .where(lt(pageViews.day, sql`${dayInParis(at)}::date - ${`${periods.pageViewMonths} months`}::interval`))
  return rowCount ?? 0
}

import { lt, sql } from "drizzle-orm"
import { type Day, dayInParis } from "../../../domain/day.ts"
import { periods } from "../../../domain/retention/periods.ts"
import { db } from "../../platform/database.server.ts"
import { log } from "../../platform/log.ts"
import { pageViews } from "../../platform/schema/statistics.ts"

type Counted = { day: Day; page: string; views: number }

/** In milliseconds: what a process that is killed can lose. */
const WRITE_AFTER = 5_000
/** After a failure, when the database has other worries. */
const TRY_AGAIN_AFTER = 60_000

/** Pages opened since the last writing, by day and page: at most as many as the site has pages. */
const waiting = new Map<string, Counted>()
let timer: ReturnType<typeof setTimeout> | undefined
let writing: Promise<void> = Promise.resolve()

/** Counts a page that was opened (D23), in memory: the visitor never waits for it, and no failure reaches the page. */
export function countPageView(page: string, at: Date = new Date()): void {
  remember({ day: dayInParis(at), page, views: 1 })
  writeIn(WRITE_AFTER)
}

/** Writes what this process has counted, before it ends for instance. Never rejects: what cannot be written waits. */
export function writePageViews(): Promise<void> {
  clearTimeout(timer)
  timer = undefined
  // In one order everywhere: two processes that write the same pages never wait for each other in a circle.
  const counted = [...waiting.keys()].toSorted().flatMap((key) => waiting.get(key) ?? [])
  waiting.clear()
  writing = writing.then(() => write(counted))
  return writing
}

async function write(counted: readonly Counted[]): Promise<void> {
  if (counted.length === 0) return
  try {
    await db
      .insert(pageViews)
      .values([...counted])
      .onConflictDoUpdate({
        target: [pageViews.day, pageViews.page],
        set: { views: sql`${pageViews.views} + excluded.views` },
      })
  } catch (error) {
    log.warn("Page views could not be written and will be tried again", { error })
    counted.forEach(remember)
    writeIn(TRY_AGAIN_AFTER)
  }
}

function remember({ day, page, views }: Counted): void {
  const key = `${day} ${page}`
  waiting.set(key, { day, page, views: views + (waiting.get(key)?.views ?? 0) })
}

function writeIn(milliseconds: number): void {
  timer ??= setTimeout(() => void writePageViews(), milliseconds).unref()
}

/** Removes the sums of days longer ago than may be kept. Answers how many there were. */
export async function forgetPageViews(at: Date): Promise<number> {
  const { rowCount } = await db
    .delete(pageViews)
    .where(lt(pageViews.day, sql`${dayInParis(at)}::date - ${`${periods.pageViewMonths} months`}::interval`))
  return rowCount ?? 0
}

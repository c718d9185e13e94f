import { listRetentionRuns } from "../../jobs/retention/erase-expired.ts"
import { asc } from "drizzle-orm"
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import { db, pool } from "../../platform/database.server.ts"
import { runJob } from "../../jobs/schedule.ts"
import { pageViews } from "../../platform/schema/statistics.ts"
import { countPageView, writePageViews } from "./page-views.ts"

beforeEach(() => db.delete(pageViews))
afterEach(() => vi.useRealTimers())

const noon = new Date("2027-06-12T10:00:00Z")
const rows = () => db.select().from(pageViews).orderBy(asc(pageViews.day), asc(pageViews.page))

/** Simulates a second process: the same code with a memory of its own. */
async function another() {
  vi.resetModules()
  return import("./page-views.ts")
}

describe("a page view", () => {
  test("a page view increments its page and day in Paris, and stores nothing else", async () => {
    countPageView("/", noon)
    countPageView("/", noon)
    countPageView("/catalog", noon)
    // Past midnight in Paris.
    countPageView("/", new Date("2027-06-12T22:30:00Z"))
    await writePageViews()
    expect(await rows()).toEqual([
      { day: "2027-06-12", page: "/", views: 2 },
      { day: "2027-06-12", page: "/catalog", views: 1 },
      { day: "2027-06-13", page: "/", views: 1 },
    ])
  })

  test("page views are written after a few seconds, in one statement", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
    const querySpy = vi.spyOn(pool, "query")
    countPageView("/", noon)
    countPageView("/faq", noon)
    await vi.advanceTimersByTimeAsync(4_900)
    expect(querySpy).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(200)
    vi.useRealTimers()
    await writePageViews()
    expect(querySpy).toHaveBeenCalledTimes(1)
    querySpy.mockRestore()
    expect(await rows()).toHaveLength(2)
  })

  test("page views of concurrent processes add up, and none is lost", async () => {
    const counters = [{ countPageView, writePageViews }, await another(), await another()]
    for (let round = 0; round < 20; round++) {
      for (const counter of counters) for (const page of ["/", "/catalog", "/faq"]) counter.countPageView(page, noon)
      await Promise.all(counters.map((counter) => counter.writePageViews()))
    }
    expect(await rows()).toEqual(["/", "/catalog", "/faq"].map((page) => ({ day: "2027-06-12", page, views: 60 })))
  })

  test("page views wait while the database is unavailable, and disturb nobody", async () => {
    await db.execute("alter table page_views rename to away")
    countPageView("/", noon)
    await expect(writePageViews()).resolves.toBeUndefined()
    await db.execute("alter table away rename to page_views")
    countPageView("/", noon)
    await writePageViews()
    expect(await rows()).toEqual([{ day: "2027-06-12", page: "/", views: 2 }])
  })

  test("a page view is erased after 25 months", async () => {
    await db
      .insert(pageViews)
      .values((["2025-05-11", "2025-05-12", "2027-06-12"] as const).map((day) => ({ day, page: "/", views: 3 })))
    expect(await runJob("forget-page-views", noon)).toBe("1 sums removed")
    expect((await rows()).map(({ day }) => day)).toEqual(["2025-05-12", "2027-06-12"])
    expect(await runJob("forget-page-views", noon)).toBe("0 sums removed")
    expect(await listRetentionRuns()).toMatchObject([{ kind: "page-views", rows: 1, at: noon }])
  })
})

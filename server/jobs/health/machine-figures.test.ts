import { sql } from "drizzle-orm"
import { beforeEach, describe, expect, test, vi } from "vitest"
import { freshDatabase } from "../../../tests/harness/database.ts"
import { pool, transaction } from "../../platform/database.server.ts"
import { jobGroups, jobs } from "../schedule.ts"
import { enqueue } from "../../platform/queue/queue.ts"
import { renderMetrics } from "./metrics.ts"
import { clearJobs, readJobs, setJobState } from "../../../tests/harness/jobs.ts"

beforeEach(async () => {
  await freshDatabase()
  await clearJobs()
})

test("the metrics report delayed and failed jobs, the disk and the storage", async () => {
  const at = new Date()
  await transaction(async (tx) => {
    for (const email of ["a@exemple.example", "b@exemple.example"]) await enqueue(tx, "forgotten-password", { email })
  })
  expect(await renderMetrics(at)).toContain('guinguette_jobs_late{job="forgotten-password"} 0\n')
  const later = new Date(at.getTime() + 6 * 60_000)
  expect(await renderMetrics(later)).toContain('guinguette_jobs_late{job="forgotten-password"} 2\n')

  const [first] = await readJobs("forgotten-password")
  await setJobState("forgotten-password", "failed", first?.id)
  const text = await renderMetrics(later)
  expect(text).toContain('guinguette_jobs_late{job="forgotten-password"} 1\n')
  expect(text).toContain('guinguette_jobs_failed{job="forgotten-password"} 1\n')
  expect(Number(/^guinguette_disk_free_bytes (\d+)$/m.exec(text)?.[1])).toBeGreaterThan(0)
  expect(Number(/^guinguette_disk_size_bytes (\d+)$/m.exec(text)?.[1])).toBeGreaterThan(0)
  expect(text).toContain("guinguette_storage_up 1\n")
})

test("the metrics name the answering process, and its maximum of database connections", async () => {
  const text = await renderMetrics(new Date())
  expect(text).toMatch(new RegExp(`^guinguette_process\\{process="[\\w.-]+:${process.pid}",role="all"\\} 1$`, "m"))
  expect(text).toContain('guinguette_database_connections{state="most"} 12\n')
})

describe("an unreachable database", () => {
  const ofProcess = /^process_uptime_seconds \d/m

  test("a silent database leaves the metrics of the process, without much delay", async () => {
    expect(await renderMetrics(new Date())).toContain("guinguette_database_up 1\n")
    const started = performance.now()
    const text = await transaction(async (tx) => {
      await tx.execute(sql`lock table bookings`)
      return renderMetrics(new Date())
    })
    expect(performance.now() - started).toBeLessThan(4_000)
    expect(text).toContain("guinguette_database_up 0\n")
    expect(text).toMatch(ofProcess)
    expect(text).not.toContain("guinguette_bookings")
  })

  test("a database that refuses connections leaves the metrics of the process too", async () => {
    const refused = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" })
    const querySpy = vi.spyOn(pool, "query").mockRejectedValue(refused as never)
    const text = await renderMetrics(new Date())
    querySpy.mockRestore()
    expect(text).toContain("guinguette_database_up 0\n")
    expect(text).toMatch(ofProcess)
  })
})

test("the documented metric names stand for existing jobs", () => {
  expect(Object.keys(jobGroups)).toEqual(["expire-contracts", "reminders", "balance-due", "retention"])
  const names = jobs.map(({ name }) => name)
  expect(
    Object.values(jobGroups)
      .flat()
      .filter((name) => !names.includes(name)),
  ).toEqual([])
  expect(names).toContain("release-holds")
})

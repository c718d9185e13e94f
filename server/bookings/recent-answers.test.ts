import { beforeAll, expect, test } from "vitest"
import { pool } from "../platform/database.server.ts"
import { capturePlans } from "./plans.fixture.ts"
import { listRecentAnswers } from "./recent-answers.ts"

beforeAll(async () => {
  await pool.query(`insert into events (at, actor_kind, action, subject_kind, subject_id)
    select now() - make_interval(secs => n * 0.3), 'system',
      case when n % 5 = 0 then 'booking.expired' else 'booking.noted' end, 'booking', gen_random_uuid()::text
    from generate_series(1, 20000) n`)
  await pool.query("analyze events")
})

test("recent replies are read by their time, not by a scan of the whole journal", async () => {
  const [plan = ""] = await capturePlans(() => listRecentAnswers(new Date()))
  expect(plan).toContain("events_at")
  expect(plan).not.toMatch(/Seq Scan|events_pkey/)
})

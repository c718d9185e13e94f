import { readFileSync } from "node:fs"
import path from "node:path"
import { expect, test } from "vitest"
import { root } from "../../server/platform/environment.server.ts"
import { jobs } from "../../server/jobs/schedule.ts"

const often: Readonly<Record<string, string>> = {
  "*/5 * * * *": "every five minutes",
  "*/10 * * * *": "every ten minutes",
  "*/30 * * * *": "every half hour",
  "5,35 9-20 * * *": "09:05 to 20:35, every half hour",
  "15 10-20 * * *": "10:15 to 20:15, every hour",
}

function timeText(schedule: string): string {
  const [, minute = "", hour = ""] = /^(\d+) (\d+) \* \* \*$/.exec(schedule) ?? []
  return hour === "" ? (often[schedule] ?? schedule) : `${hour.padStart(2, "0")}:${minute.padStart(2, "0")}`
}

test("the documentation names every recurring job with its schedule, and no other", () => {
  const [, section = ""] = readFileSync(path.join(root, "docs/running.md"), "utf8").split("## Recurring jobs")
  const rows = [...(section.split("\n## ")[0] ?? "").matchAll(/^\| `([^`]+)` \| ([^|]+) \|/gm)].map(
    ([, name, when]) => ({ name, when }),
  )
  expect(rows).toEqual(jobs.map(({ name, schedule }) => ({ name, when: timeText(schedule) })))
})

import { readFileSync } from "node:fs"
import path from "node:path"
import { expect, test } from "vitest"
import { root } from "../../server/environment.server.ts"
import { jobs } from "../../server/jobs/schedule.ts"

/** "03:17" of a job that runs every night. */
function nightly(schedule: string): string | null {
  const [, minute = "", hour = ""] = /^(\d+) (\d+) \* \* \*$/.exec(schedule) ?? []
  return hour === "" ? null : `${hour.padStart(2, "0")}:${minute.padStart(2, "0")}`
}

test("the documentation names every recurring job, when it runs, and no other", () => {
  const [, section = ""] = readFileSync(path.join(root, "docs/running.md"), "utf8").split("## Recurring jobs")
  const rows = [...(section.split("\n## ")[0] ?? "").matchAll(/^\| `([^`]+)` \| ([^|]+) \|/gm)].map(
    ([, name, when]) => ({ name, when }),
  )
  expect(rows).toEqual(jobs.map(({ name, schedule }) => ({ name, when: nightly(schedule) ?? "every five minutes" })))
})

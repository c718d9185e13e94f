import { execFileSync } from "node:child_process"
import { describe, expect, test } from "vitest"

const zones = ["UTC", "Europe/Paris", "America/Los_Angeles", "Asia/Kolkata", "Pacific/Kiritimati", "Pacific/Niue"]

/** Runs the day rules in a process of another zone; `local` proves that the zone is set. */
function answersIn(zone: string): { local: string; answers: unknown } {
  const module = (name: string) => JSON.stringify(new URL(name, import.meta.url).href)
  const program = `
    import * as day from ${module("./day.ts")}
    import * as words from ${module("./day-labels.ts")}
    const instants = ["2027-01-14T22:59:59Z", "2027-01-14T23:00:00Z", "2027-07-14T21:59:59Z", "2027-07-14T22:00:00Z",
      "2027-03-28T00:59:59Z", "2027-03-28T01:00:00Z", "2027-10-31T00:30:00Z", "2027-10-31T01:30:00Z"].map((text) => new Date(text))
    const days = ["2027-03-27", "2027-03-28", "2027-10-31", "2028-02-29", "2027-01-01"]
    console.log(JSON.stringify({
      local: String(new Date(2027, 6, 14)),
      answers: {
        today: instants.map(day.dayInParis), said: instants.map(words.instantLong), long: days.map(words.dayLong),
        next: days.map((each) => day.addDays(each, 1)), weekdays: days.map(day.weekday), valid: days.map(day.isDay),
        grids: ["2027-03", "2027-10", "2028-02"].map(day.monthGrid), month: words.monthLong("2027-03"),
      },
    }))`
  const output = execFileSync(process.execPath, ["--input-type=module", "--eval", program], {
    env: { ...process.env, TZ: zone, NODE_OPTIONS: "", NODE_NO_WARNINGS: "1" },
    encoding: "utf8",
  })
  return JSON.parse(output) as { local: string; answers: unknown }
}

describe("a server in any time zone", () => {
  const inParis = answersIn("Europe/Paris")

  test.each(zones)("the server answers about days in %s as it does in Paris", (zone) => {
    expect(answersIn(zone).answers).toEqual(inParis.answers)
    expect(inParis.answers).toMatchObject({
      today: [
        "2027-01-14",
        "2027-01-15",
        "2027-07-14",
        "2027-07-15",
        "2027-03-28",
        "2027-03-28",
        "2027-10-31",
        "2027-10-31",
      ],
    })
  })

  test("the test process really runs in another zone, else the comparison proves nothing", () => {
    expect(answersIn("America/Los_Angeles").local).not.toBe(inParis.local)
  })
})

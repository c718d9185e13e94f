import { expect, test } from "vitest"
import { bendsWhatOthersShare, ownThread } from "./own-thread.ts"

test("a file has a thread of its own when it sets the environment, or puts a module in another's place", () => {
  for (const line of [
    'vi.mock("../../server/platform/database/probe.ts", () => ({}))',
    "vi.resetModules()",
    'vi.stubEnv("ROLE", "web")',
    'process.env["ORIGIN"] = "https://guinguette.example"',
    "process.env.ORIGIN = origin",
    'Object.assign(process.env, { NODE_ENV: "production" })',
    'delete process.env["ORIGIN"]',
  ])
    expect(bendsWhatOthersShare(line), line).toBe(true)
})

test("a file that only reads the environment, or watches a call, shares one", () => {
  for (const line of [
    'const url = new URL(process.env["DATABASE_URL"] ?? "")',
    'expect(process.env["ROLE"] === "web").toBe(true)',
    "env: { ...process.env, NODE_ENV: 'production' },",
    'const asked = vi.spyOn(pool, "query")',
  ])
    expect(bendsWhatOthersShare(line), line).toBe(false)
})

test("some files have a thread of their own, and most share one", () => {
  const alone = ownThread("{server,seed,tests}/**/*.test.ts")
  expect(alone).toContain("tests/health/unanswerable.test.ts")
  expect(alone).not.toContain("server/bookings/place.test.ts")
  expect(alone.length).toBeLessThan(30)
})

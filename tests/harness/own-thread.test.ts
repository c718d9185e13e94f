import { expect, test } from "vitest"
import { changesSharedState, ownThread } from "./own-thread.ts"

test("a file has its own thread when it sets the environment or mocks a module", () => {
  for (const line of [
    'vi.mock("../../server/platform/database/probe.ts", () => ({}))',
    "vi.resetModules()",
    'vi.stubEnv("ROLE", "web")',
    'process.env["ORIGIN"] = "https://guinguette.example"',
    "process.env.ORIGIN = origin",
    'Object.assign(process.env, { NODE_ENV: "production" })',
    'delete process.env["ORIGIN"]',
  ])
    expect(changesSharedState(line), line).toBe(true)
})

test("a file that only reads the environment or spies on a call shares a thread", () => {
  for (const line of [
    'const url = new URL(process.env["DATABASE_URL"] ?? "")',
    'expect(process.env["ROLE"] === "web").toBe(true)',
    "env: { ...process.env, NODE_ENV: 'production' },",
    'const request = vi.spyOn(pool, "query")',
  ])
    expect(changesSharedState(line), line).toBe(false)
})

test("some files have their own thread, and most share one", () => {
  const alone = ownThread("{server,seed,tests}/**/*.test.ts")
  expect(alone).toContain("tests/health/unanswerable.test.ts")
  expect(alone).not.toContain("server/bookings/place.test.ts")
  expect(alone.length).toBeLessThan(30)
})

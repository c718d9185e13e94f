import { beforeEach, expect, test, vi } from "vitest"
import { freshDatabase } from "../../../tests/harness/database.ts"
import { db } from "../../platform/database.server.ts"
import { log } from "../../platform/log.ts"
import { siteConfig } from "../../platform/schema/content.ts"
import { isOpenToTheWorld, warnMissingFacts } from "./warn-missing-facts.ts"

const environment = vi.hoisted(() => ({ originGiven: true, origin: "https://guinguette.example" }))
vi.mock("../../platform/environment.server.ts", async (original) => {
  const real = await original<{ environment: object }>()
  return { ...real, environment: { ...real.environment, ...environment } }
})

beforeEach(freshDatabase)

test("a shop is open to the world once it has a public address", () => {
  expect(isOpenToTheWorld(environment)).toBe(true)
  expect(isOpenToTheWorld({ originGiven: true, origin: "http://localhost:3000" })).toBe(false)
  expect(isOpenToTheWorld({ originGiven: false, origin: "https://guinguette.example" })).toBe(false)
})

test("opening a shop to the world asks for what the law wants on its pages, by name", async () => {
  const warned = vi.spyOn(log, "warn").mockImplementation(() => undefined)
  await db.insert(siteConfig).values({ companyPhone: "01 99 00 12 34" }).onConflictDoNothing()
  await warnMissingFacts()
  expect(warned).toHaveBeenCalledOnce()
  const missing = warned.mock.calls[0]?.[1]?.["missing"]
  expect(missing).toEqual(expect.arrayContaining(["companyAddress", "hostingNotice", "mediatorName", "insurance"]))
  expect(missing).not.toContain("companyPhone")
})

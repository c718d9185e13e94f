import { beforeEach, expect, test, vi } from "vitest"
import { freshDatabase } from "../../../tests/harness/database.ts"
import { db } from "../../platform/database.server.ts"
import { log } from "../../platform/log.ts"
import { siteConfig } from "../../platform/schema/content.ts"
import { isPubliclyReachable, warnMissingFacts } from "./warn-missing-facts.ts"

const environment = vi.hoisted(() => ({ isOriginConfigured: true, origin: "https://guinguette.example" }))
vi.mock("../../platform/environment.server.ts", async (original) => {
  const real = await original<{ environment: object }>()
  return { ...real, environment: { ...real.environment, ...environment } }
})

beforeEach(freshDatabase)

test("a shop is public once it has a public address", () => {
  expect(isPubliclyReachable(environment)).toBe(true)
  expect(isPubliclyReachable({ isOriginConfigured: true, origin: "http://localhost:3000" })).toBe(false)
  expect(isPubliclyReachable({ isOriginConfigured: false, origin: "https://guinguette.example" })).toBe(false)
})

test("a public shop is warned of every missing legal detail, by name", async () => {
  const warned = vi.spyOn(log, "warn").mockImplementation(() => undefined)
  await db.insert(siteConfig).values({ companyPhone: "01 99 00 12 34" }).onConflictDoNothing()
  await warnMissingFacts()
  expect(warned).toHaveBeenCalledOnce()
  const missing = warned.mock.calls[0]?.[1]?.["missing"]
  expect(missing).toEqual(expect.arrayContaining(["companyAddress", "hostingNotice", "mediatorName", "insurance"]))
  expect(missing).not.toContain("companyPhone")
})

import { expect, test } from "vitest"
import { db } from "../../platform/database.server.ts"
import { mailLinks, sessions, throttles } from "../../platform/schema/accounts.ts"
import { requestFrom, signedUp } from "./accounts.fixture.ts"
import { deleteExpired } from "./delete-expired.ts"
import { signIn } from "./sign-in.ts"

const day = 24 * 60 * 60 * 1000

test("expired rows are deleted, and valid ones stay", async () => {
  const now = new Date()
  await signedUp({ name: "Camille", email: "camille@exemple.fr", password: "le bal du 14" })
  await signIn({ email: "camille@exemple.fr", password: "au hasard" }, requestFrom())
  const counters = await db.$count(throttles)
  expect(counters).toBeGreaterThan(0)
  expect(await deleteExpired(now)).toEqual({ sessions: 0, counters: 0, links: 0 })
  expect(await deleteExpired(new Date(now.getTime() + 8 * day))).toEqual({ sessions: 1, counters, links: 0 })
  expect(await deleteExpired(new Date(now.getTime() + 34 * day))).toEqual({ sessions: 0, counters: 0, links: 1 })
  expect([await db.$count(sessions), await db.$count(mailLinks)]).toEqual([0, 0])
})

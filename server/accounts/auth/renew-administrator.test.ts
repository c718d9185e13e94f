import { randomUUID } from "node:crypto"
import { eq } from "drizzle-orm"
import { beforeEach, expect, test } from "vitest"
import { freshDatabase } from "../../../tests/harness/database.ts"
import { db } from "../../platform/database.server.ts"
import { recordedEvents } from "../../platform/schema/events.ts"
import { credentials, profiles, sessions, users } from "../../platform/schema/accounts.ts"
import { ensureFirstAdministrator } from "./first-administrator.ts"
import { verifyPassword } from "./password-hash.ts"
import { openSession } from "./sessions.ts"
import { renewAdministratorPassword } from "./renew-administrator.ts"

beforeEach(freshDatabase)

const firstCredentials = { email: "camille@exemple.example", password: "lampions-et-guirlandes" }

test("a lost password is replaced by a working one, which ends every session and is recorded", async () => {
  await ensureFirstAdministrator(firstCredentials)
  const [camille] = await db.select().from(profiles)
  if (!camille) throw new Error("Nobody was made")
  await openSession(db, camille.id, new Request("http://localhost/"), new Date())
  const renewed = await renewAdministratorPassword("  Camille@Exemple.example ")
  if (!renewed.ok) throw new Error(renewed.error.kind)
  expect(renewed.value).toMatchObject({ email: firstCredentials.email, hasSecondFactor: false })
  const [storedCredentials] = await db.select().from(credentials)
  expect(await verifyPassword(renewed.value.password, storedCredentials?.passwordHash ?? null)).toMatchObject({
    ok: true,
    value: true,
  })
  expect(await verifyPassword(firstCredentials.password, storedCredentials?.passwordHash ?? null)).toMatchObject({
    ok: true,
    value: false,
  })
  expect(await db.$count(sessions)).toBe(0)
  const [event] = await db.select().from(recordedEvents).where(eq(recordedEvents.action, "person.password-renewed"))
  expect(event?.details).toEqual({ sessions: 1, secondFactorRemoved: false })
})

test("the address is optional with one administrator; with several, or an unknown one, they are listed", async () => {
  await ensureFirstAdministrator(firstCredentials)
  expect((await renewAdministratorPassword(null)).ok).toBe(true)
  const id = randomUUID()
  await db.insert(users).values({ id, name: "Alix", email: "alix@exemple.example" } as typeof users.$inferInsert)
  await db
    .insert(profiles)
    .values({ id, name: "Alix", email: "alix@exemple.example", role: "admin" } as typeof profiles.$inferInsert)
  const administrators = ["alix@exemple.example", firstCredentials.email]
  for (const email of [null, "elena@exemple.example"]) {
    expect(await renewAdministratorPassword(email)).toEqual({
      ok: false,
      error: { kind: "which-administrator", administrators },
    })
  }
})

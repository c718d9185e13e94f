import { eq } from "drizzle-orm"
import { beforeEach, expect, test } from "vitest"
import { db } from "../../platform/database.server.ts"
import { profiles, users } from "../../platform/schema/accounts.ts"
import { deleteAllAccounts, requestFrom, signedUp } from "./accounts.fixture.ts"
import { ensureFirstAdministrator } from "./first-administrator.ts"
import { signIn } from "./sign-in.ts"
import { readVisitor } from "./visitor.ts"

beforeEach(deleteAllAccounts)

const administrators = () => db.$count(profiles, eq(profiles.role, "admin"))

const owner = { email: "patron@exemple.fr", password: "la guinguette du bord" }

test("without a configured password nobody becomes an administrator", async () => {
  expect(await ensureFirstAdministrator({})).toBeNull()
  expect(await ensureFirstAdministrator({ email: owner.email })).toBeNull()
  expect(await administrators()).toBe(0)
})

test("several processes starting together make one administrator", async () => {
  const made = await Promise.all(Array.from({ length: 5 }, () => ensureFirstAdministrator(owner)))
  expect(made.filter((result) => result !== null)).toHaveLength(1)
  expect(await administrators()).toBe(1)
  expect(await db.$count(users)).toBe(1)
})

test("a shop that has an administrator keeps its own", async () => {
  await ensureFirstAdministrator(owner)
  expect(await ensureFirstAdministrator({ email: "autre@exemple.fr", password: "un autre long secret" })).toBeNull()
  expect(await administrators()).toBe(1)
})

test("the configured address and password are used @P-admin-first", async () => {
  const made = await ensureFirstAdministrator({ email: "Patron@Exemple.fr", password: "la guinguette du bord" })
  expect(made).toEqual({ email: "patron@exemple.fr" })
  expect((await signIn({ email: "patron@exemple.fr", password: "la guinguette du bord" }, requestFrom())).ok).toBe(true)
})

test("an administrator's password of fewer than 12 characters, or a common one, is refused", async () => {
  await expect(ensureFirstAdministrator({ password: "le bal du 1" })).rejects.toThrow("at least 12 characters")
  await expect(ensureFirstAdministrator({ password: "qwertyuiop123" })).rejects.toThrow("everybody tries first")
  expect(await administrators()).toBe(0)
})

test("a customer who registered the owner's address first does not become an administrator", async () => {
  const intruder = await signedUp({ name: "Inconnu", email: "patron@exemple.fr", password: "pris le premier" })
  await ensureFirstAdministrator({ email: "patron@exemple.fr", password: "la guinguette du bord" })
  expect(await readVisitor(intruder.request)).toBeNull()
  expect((await signIn({ email: "patron@exemple.fr", password: "pris le premier" }, requestFrom())).ok).toBe(false)
  expect((await signIn({ email: "patron@exemple.fr", password: "la guinguette du bord" }, requestFrom())).ok).toBe(true)
  expect(await administrators()).toBe(1)
})

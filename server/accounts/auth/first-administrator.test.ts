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

test("an empty shop gets an administrator with a working, readable password of 16 characters @P-admin-first", async () => {
  const made = await ensureFirstAdministrator({})
  expect(made?.password).toMatch(/^[a-z2-9-]{16,}$/)
  const answer = await signIn({ email: made?.email ?? "", password: made?.password ?? "" }, requestFrom())
  if (!answer.ok) throw new Error(answer.error.kind)
  expect((await readVisitor(requestFrom({ setCookies: answer.value.headers })))?.isAdmin).toBe(true)
})

test("several processes starting together make one administrator, and one of them prints the password", async () => {
  const made = await Promise.all(Array.from({ length: 5 }, () => ensureFirstAdministrator({})))
  expect(made.filter((result) => result !== null)).toHaveLength(1)
  expect(await administrators()).toBe(1)
  expect(await db.$count(users)).toBe(1)
})

test("a shop that has an administrator keeps its own", async () => {
  await ensureFirstAdministrator({})
  expect(await ensureFirstAdministrator({ email: "autre@exemple.fr", password: "un autre long secret" })).toBeNull()
  expect(await administrators()).toBe(1)
})

test("the configured address and password are used", async () => {
  const made = await ensureFirstAdministrator({ email: "Patron@Exemple.fr", password: "la guinguette du bord" })
  expect(made).toEqual({ email: "patron@exemple.fr", password: "la guinguette du bord" })
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

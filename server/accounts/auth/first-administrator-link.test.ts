import { eq } from "drizzle-orm"
import { beforeEach, expect, test } from "vitest"
import { db } from "../../platform/database.server.ts"
import { firstAdministratorLink, profiles, users } from "../../platform/schema/accounts.ts"
import { deleteAllAccounts, requestFrom, signedUp } from "./accounts.fixture.ts"
import {
  becomeFirstAdministrator,
  checkFirstAdministratorLink,
  createFirstAdministratorLink,
} from "./first-administrator-link.ts"
import { ensureFirstAdministrator } from "./first-administrator.ts"
import { readVisitor } from "./visitor.ts"

beforeEach(async () => {
  await deleteAllAccounts()
  await db.delete(firstAdministratorLink)
})

const origin = "https://guinguette.example"
const owner = { email: "patron@exemple.fr", password: "la guinguette du bord" }
const administrators = () => db.$count(profiles, eq(profiles.role, "admin"))

async function newToken(at?: Date): Promise<string> {
  const link = await createFirstAdministratorLink(origin, at)
  return link?.replace(`${origin}/premier-administrateur/`, "") ?? ""
}

test("the owner of a new shop chooses address and password at a link, and is signed in @P-admin-first", async () => {
  const token = await newToken()
  expect(token).toMatch(/^[0-9a-f]{36}$/)
  expect(JSON.stringify(await db.select().from(firstAdministratorLink))).not.toContain(token)
  const result = await becomeFirstAdministrator(token, owner, requestFrom())
  if (!result.ok) throw new Error(result.error.kind)
  const visitor = await readVisitor(requestFrom({ setCookies: result.value.headers }))
  expect(visitor).toMatchObject({ isAdmin: true, user: { email: owner.email } })
})

test("a used link is unknown, and a shop with an administrator gets no other", async () => {
  const token = await newToken()
  await becomeFirstAdministrator(token, owner, requestFrom())
  expect(await checkFirstAdministratorLink(token)).toMatchObject({ ok: false, error: { kind: "unknown-link" } })
  expect(await createFirstAdministratorLink(origin)).toBeNull()
})

test("the link is good for an hour", async () => {
  const token = await newToken(new Date(Date.now() - 61 * 60_000))
  expect(await checkFirstAdministratorLink(token)).toMatchObject({ ok: false, error: { kind: "expired-link" } })
  const result = await becomeFirstAdministrator(token, owner, requestFrom())
  expect(result).toMatchObject({ ok: false, error: { kind: "expired-link" } })
  expect(await administrators()).toBe(0)
})

test("a second start ends the link of the first", async () => {
  const first = await newToken()
  const second = await newToken()
  expect(await checkFirstAdministratorLink(first)).toMatchObject({ ok: false })
  expect(await checkFirstAdministratorLink(second)).toMatchObject({ ok: true })
})

test("two visitors at one link make one administrator", async () => {
  const token = await newToken()
  const results = await Promise.all(
    ["un@exemple.fr", "deux@exemple.fr"].map((email) =>
      becomeFirstAdministrator(token, { ...owner, email }, requestFrom()),
    ),
  )
  expect(results.filter(({ ok }) => ok)).toHaveLength(1)
  expect(await administrators()).toBe(1)
  expect(await db.$count(users)).toBe(1)
})

test("a weak password leaves the link usable", async () => {
  const token = await newToken()
  for (const password of ["le bal du 1", "qwertyuiop123", "patron@exemple.fr"]) {
    const result = await becomeFirstAdministrator(token, { ...owner, password }, requestFrom())
    expect(result).toMatchObject({ ok: false, error: { kind: "weak-password" } })
  }
  expect((await becomeFirstAdministrator(token, owner, requestFrom())).ok).toBe(true)
})

test("an administrator named by the environment ends the link", async () => {
  const token = await newToken()
  await ensureFirstAdministrator(owner)
  expect(await checkFirstAdministratorLink(token)).toMatchObject({ ok: false, error: { kind: "unknown-link" } })
})

test("the owner's address registered by a stranger before becomes the owner's alone", async () => {
  const intruder = await signedUp({ name: "Inconnu", email: owner.email, password: "pris le premier" })
  expect((await becomeFirstAdministrator(await newToken(), owner, requestFrom())).ok).toBe(true)
  expect(await readVisitor(intruder.request)).toBeNull()
  expect(await administrators()).toBe(1)
})

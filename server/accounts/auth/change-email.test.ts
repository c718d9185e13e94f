import { sql } from "drizzle-orm"
import { beforeEach, expect, test } from "vitest"
import { db, transaction } from "../../platform/database.server.ts"
import { profiles, users } from "../../platform/schema/accounts.ts"
import { forgetAccounts, requestFrom, signedUp } from "./accounts.fixture.ts"
import {
  askForEmailChange,
  confirmEmailChange,
  readEmailChange,
  refuseEmailChange,
  waitingEmailChange,
} from "./change-email.ts"
import { signIn } from "./sign-in.ts"
import { type Visitor, readVisitor } from "./visitor.ts"
import { clearJobs, readMailOrders } from "../../../tests/harness/jobs.ts"

beforeEach(async () => {
  await forgetAccounts()
  await clearJobs()
})

const password = "un bal au bord de l’eau"
const wanted = "nouvelle@exemple.fr"

async function elena(): Promise<Visitor> {
  const { request } = await signedUp({ name: "Elena", email: "elena@exemple.fr", password })
  const visitor = await readVisitor(request)
  if (!visitor) throw new Error("Nobody is signed in")
  return visitor
}

/** The secrets of the last two mails, by the address that they went to. */
async function tokens(): Promise<{ old: string; new: string }> {
  const mailedTo = async (side: "old" | "new", address: string) => {
    const mail = (await readMailOrders<{ token: string }>(`email-change-${side}`)).at(-1)
    expect(mail?.to[0]?.address).toBe(address)
    return mail?.data.token ?? ""
  }
  return { old: await mailedTo("old", "elena@exemple.fr"), new: await mailedTo("new", wanted) }
}

test("an address changes once both have confirmed, whichever is first, and each link works once (D54)", async () => {
  const visitor = await elena()
  expect(await askForEmailChange(visitor, { email: wanted, password })).toEqual({ ok: true, value: null })
  const now = new Date()
  const links = await tokens()
  expect(await readEmailChange(links.new, now)).toMatchObject({ ok: true, value: { side: "new", newEmail: wanted } })
  expect(await confirmEmailChange(links.new)).toMatchObject({ ok: true, value: { changed: false } })
  // Twice by one side is not both sides.
  expect(await confirmEmailChange(links.new)).toMatchObject({ ok: true, value: { changed: false } })
  expect(await waitingEmailChange(visitor, now)).toMatchObject({ confirmed: { old: false, new: true } })

  expect(await confirmEmailChange(links.old)).toMatchObject({ ok: true, value: { changed: true, newEmail: wanted } })
  expect((await signIn({ email: wanted, password }, requestFrom())).ok).toBe(true)
  expect(await db.select({ email: profiles.email }).from(profiles)).toEqual([{ email: wanted }])
  expect(await confirmEmailChange(links.old)).toEqual({ ok: false, error: { kind: "unknown-link" } })
  expect(await readMailOrders("email-changed")).toHaveLength(1)
})

test("either side refuses, and neither link works any more", async () => {
  const visitor = await elena()
  await askForEmailChange(visitor, { email: wanted, password })
  expect((await refuseEmailChange((await tokens()).old)).ok).toBe(true)
  expect(await confirmEmailChange((await tokens()).new)).toEqual({ ok: false, error: { kind: "unknown-link" } })
})

test("three days later it is too late", async () => {
  const visitor = await elena()
  await askForEmailChange(visitor, { email: wanted, password })
  const late = new Date(Date.now() + 3 * 86_400_000 + 1000)
  expect(await confirmEmailChange((await tokens()).old, late)).toEqual({ ok: false, error: { kind: "expired-link" } })
  expect(await waitingEmailChange(visitor, late)).toBeNull()
})

test("an address that was taken meanwhile stays its owner's", async () => {
  const visitor = await elena()
  await askForEmailChange(visitor, { email: wanted, password })
  const links = await tokens()
  await confirmEmailChange(links.old)
  await db.insert(users).values({ name: "Nora", email: wanted })
  expect(await confirmEmailChange(links.new)).toEqual({ ok: false, error: { kind: "email-taken" } })
  expect(await db.select({ email: profiles.email }).from(profiles)).toEqual([{ email: "elena@exemple.fr" }])
})

test("who does not know the password asks for nothing", async () => {
  const visitor = await elena()
  expect(await askForEmailChange(visitor, { email: wanted, password: "au hasard" })).toMatchObject({ ok: false })
  expect(await waitingEmailChange(visitor, new Date())).toBeNull()
})

test("two links used at the same moment change the address once", async () => {
  const visitor = await elena()
  await askForEmailChange(visitor, { email: wanted, password })
  const links = await tokens()
  const answers = await Promise.all([confirmEmailChange(links.old), confirmEmailChange(links.new)])
  expect(answers.filter((answer) => answer.ok && answer.value.changed)).toHaveLength(1)
})

test("an address that somebody takes at that very moment is theirs", async () => {
  const visitor = await elena()
  await askForEmailChange(visitor, { email: wanted, password })
  const links = await tokens()
  await confirmEmailChange(links.old)
  const { confirming } = await transaction(async (tx) => {
    await tx.insert(users).values({ name: "Nora", email: wanted })
    const asked = confirmEmailChange(links.new)
    // It has seen nobody with that address, and waits for whoever is about to have it.
    await expect
      .poll(() => db.$count(sql`pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`), {
        timeout: 10_000,
      })
      .toBe(1)
    return { confirming: asked }
  })
  expect(await confirming).toEqual({ ok: false, error: { kind: "email-taken" } })
})

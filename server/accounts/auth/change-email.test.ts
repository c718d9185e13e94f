import { sql } from "drizzle-orm"
import { beforeEach, expect, test } from "vitest"
import { db, transaction } from "../../platform/database.server.ts"
import { profiles, users } from "../../platform/schema/accounts.ts"
import { deleteAllAccounts, requestFrom, signedUp } from "./accounts.fixture.ts"
import {
  requestEmailChange,
  confirmEmailChange,
  readEmailChange,
  refuseEmailChange,
  findPendingEmailChange,
} from "./change-email.ts"
import { signIn } from "./sign-in.ts"
import { type Visitor, readVisitor } from "./visitor.ts"
import { clearJobs, readMailOrders } from "../../../tests/harness/jobs.ts"

beforeEach(async () => {
  await deleteAllAccounts()
  await clearJobs()
})

const password = "un bal au bord de l’eau"
const newAddress = "nouvelle@exemple.fr"

async function elena(): Promise<Visitor> {
  const { request } = await signedUp({ name: "Elena", email: "elena@exemple.fr", password })
  const visitor = await readVisitor(request)
  if (!visitor) throw new Error("Nobody is signed in")
  return visitor
}

async function tokens(): Promise<{ old: string; new: string }> {
  const mailedTo = async (side: "old" | "new", address: string) => {
    const mail = (await readMailOrders<{ token: string }>(`email-change-${side}`)).at(-1)
    expect(mail?.to[0]?.address).toBe(address)
    return mail?.data.token ?? ""
  }
  return { old: await mailedTo("old", "elena@exemple.fr"), new: await mailedTo("new", newAddress) }
}

test("an address changes once both sides have confirmed, in any order, and each link works once (D54)", async () => {
  const visitor = await elena()
  expect(await requestEmailChange(visitor, { email: newAddress, password })).toEqual({ ok: true, value: null })
  const now = new Date()
  const links = await tokens()
  expect(await readEmailChange(links.new, now)).toMatchObject({
    ok: true,
    value: { side: "new", newEmail: newAddress },
  })
  expect(await confirmEmailChange(links.new)).toMatchObject({ ok: true, value: { changed: false } })
  // Two confirmations by one side are not enough.
  expect(await confirmEmailChange(links.new)).toMatchObject({ ok: true, value: { changed: false } })
  expect(await findPendingEmailChange(visitor, now)).toMatchObject({ confirmed: { old: false, new: true } })

  expect(await confirmEmailChange(links.old)).toMatchObject({
    ok: true,
    value: { changed: true, newEmail: newAddress },
  })
  expect((await signIn({ email: newAddress, password }, requestFrom())).ok).toBe(true)
  expect(await db.select({ email: profiles.email }).from(profiles)).toEqual([{ email: newAddress }])
  expect(await confirmEmailChange(links.old)).toEqual({ ok: false, error: { kind: "unknown-link" } })
  expect(await readMailOrders("email-changed")).toHaveLength(1)
})

test("either side can refuse, and then neither link works", async () => {
  const visitor = await elena()
  await requestEmailChange(visitor, { email: newAddress, password })
  expect((await refuseEmailChange((await tokens()).old)).ok).toBe(true)
  expect(await confirmEmailChange((await tokens()).new)).toEqual({ ok: false, error: { kind: "unknown-link" } })
})

test("both links expire after three days", async () => {
  const visitor = await elena()
  await requestEmailChange(visitor, { email: newAddress, password })
  const late = new Date(Date.now() + 3 * 86_400_000 + 1000)
  expect(await confirmEmailChange((await tokens()).old, late)).toEqual({ ok: false, error: { kind: "expired-link" } })
  expect(await findPendingEmailChange(visitor, late)).toBeNull()
})

test("an address registered meanwhile stays its owner's", async () => {
  const visitor = await elena()
  await requestEmailChange(visitor, { email: newAddress, password })
  const links = await tokens()
  await confirmEmailChange(links.old)
  await db.insert(users).values({ name: "Nora", email: newAddress })
  expect(await confirmEmailChange(links.new)).toEqual({ ok: false, error: { kind: "email-taken" } })
  expect(await db.select({ email: profiles.email }).from(profiles)).toEqual([{ email: "elena@exemple.fr" }])
})

test("a change of address requires the password", async () => {
  const visitor = await elena()
  expect(await requestEmailChange(visitor, { email: newAddress, password: "au hasard" })).toMatchObject({ ok: false })
  expect(await findPendingEmailChange(visitor, new Date())).toBeNull()
})

test("two links used at the same moment change the address once", async () => {
  const visitor = await elena()
  await requestEmailChange(visitor, { email: newAddress, password })
  const links = await tokens()
  const answers = await Promise.all([confirmEmailChange(links.old), confirmEmailChange(links.new)])
  expect(answers.filter((answer) => answer.ok && answer.value.changed)).toHaveLength(1)
})

test("an address registered by somebody else at that very moment is theirs", async () => {
  const visitor = await elena()
  await requestEmailChange(visitor, { email: newAddress, password })
  const links = await tokens()
  await confirmEmailChange(links.old)
  const { confirming } = await transaction(async (tx) => {
    await tx.insert(users).values({ name: "Nora", email: newAddress })
    const confirmation = confirmEmailChange(links.new)
    // The change found no such address, and waits for the competing transaction.
    await expect
      .poll(() => db.$count(sql`pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`), {
        timeout: 10_000,
      })
      .toBe(1)
    return { confirming: confirmation }
  })
  expect(await confirming).toEqual({ ok: false, error: { kind: "email-taken" } })
})

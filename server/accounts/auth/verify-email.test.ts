import { eq } from "drizzle-orm"
import { beforeEach, expect, test } from "vitest"
import type { ProfileId } from "../../../domain/id.ts"
import type { Staff } from "../../../domain/accounts/party.ts"
import { freshDatabase } from "../../../tests/harness/database.ts"
import { installQueue } from "../../platform/queue/install-queue.ts"
import { db, pool } from "../../platform/database.server.ts"
import { profiles, users, mailLinks } from "../../platform/schema/accounts.ts"
import { requestFrom, signedUp } from "./accounts.fixture.ts"
import {
  requestVerification,
  confirmVerification,
  readVerification,
  resendVerification,
  sendRequestedVerification,
} from "./verify-email.ts"
import { clearJobs, readJobs, readMailOrders } from "../../../tests/harness/jobs.ts"

const editor: Staff = { kind: "administrator", id: "00000000-0000-4000-8000-000000000001", name: "Camille" }
const at = new Date("2027-05-01T09:00:00Z")
const later = (hours: number) => new Date(at.getTime() + hours * 3_600_000)

let id: ProfileId
let welcome = ""

beforeEach(async () => {
  await freshDatabase()
  await installQueue(pool)
  await signedUp({ name: "Lila", email: "lila@exemple.example", password: "un bal au bord de l’eau" })
  id = (await db.select({ id: users.id }).from(users))[0]?.id ?? crypto.randomUUID()
  welcome = (await links()).at(0) ?? ""
  await clearJobs()
})

async function links(): Promise<string[]> {
  return (await readMailOrders<{ token: string }>("email-verification")).map(({ data }) => data.token)
}

const isVerified = async () => (await db.select({ verified: users.emailVerified }).from(users))[0]?.verified

test("the link shows the address, its button confirms it, and it works once @R-verification @R-mail-links", async () => {
  expect(await resendVerification(editor, id, at)).toEqual({ ok: true, value: { email: "lila@exemple.example" } })
  const [token = ""] = await links()
  expect(await readVerification(token, requestFrom(), later(1))).toEqual({
    ok: true,
    value: { email: "lila@exemple.example", asksWhoSignedUp: false },
  })
  expect(await isVerified()).toBe(false)
  expect((await confirmVerification(token, requestFrom(), later(1))).ok).toBe(true)
  expect(await isVerified()).toBe(true)
  expect(await confirmVerification(token, requestFrom(), later(1))).toEqual({
    ok: false,
    error: { kind: "unknown-link" },
  })
  expect(await resendVerification(editor, id, later(2))).toEqual({ ok: false, error: { kind: "already-verified" } })
})

test("signing up sends the mail at once and signs in without waiting for the confirmation", async () => {
  expect(await isVerified()).toBe(false)
  expect((await confirmVerification(welcome, requestFrom(), new Date())).ok).toBe(true)
  expect(await isVerified()).toBe(true)
})

test("a link pressed twice at the same moment confirms once", async () => {
  await resendVerification(editor, id, at)
  const [token = ""] = await links()
  const answers = await Promise.all([
    confirmVerification(token, requestFrom(), later(1)),
    confirmVerification(token, requestFrom(), later(1)),
  ])
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
})

test("a link is valid for three days, and only the latest one", async () => {
  await resendVerification(editor, id, at)
  await resendVerification(editor, id, later(1))
  const [first = "", second = ""] = await links()
  expect(await readVerification(first, requestFrom(), later(2))).toEqual({ ok: false, error: { kind: "unknown-link" } })
  expect((await readVerification(second, requestFrom(), later(72))).ok).toBe(true)
  expect(await confirmVerification(second, requestFrom(), later(74))).toEqual({
    ok: false,
    error: { kind: "expired-link" },
  })
  expect(await isVerified()).toBe(false)
})

test("the database stores no usable link", async () => {
  await resendVerification(editor, id, at)
  const [token = ""] = await links()
  expect(JSON.stringify(await db.select().from(mailLinks))).not.toContain(token)
})

test("an address gets at most two mails a day, and none when disabled or without an account", async () => {
  await resendVerification(editor, id, at)
  await resendVerification(editor, id, at)
  expect(await resendVerification(editor, id, at)).toMatchObject({ ok: false, error: { kind: "throttled" } })
  await db.update(users).set({ disabledAt: at }).where(eq(users.id, id))
  expect(await resendVerification(editor, id, later(48))).toEqual({ ok: false, error: { kind: "disabled" } })
  const [guest] = await db.insert(profiles).values({ id: editor.id, name: "", email: "x@exemple.example" }).returning()
  expect(await resendVerification(editor, guest?.id ?? crypto.randomUUID(), at)).toEqual({
    ok: false,
    error: { kind: "gone" },
  })
  expect(await links()).toHaveLength(2)
})

test("the reply to a request for a link is the same whether or not the account exists @R-verification", async () => {
  for (const address of ["lila@exemple.example", "Personne@exemple.example"])
    expect(await requestVerification(address, requestFrom(), at)).toEqual({ ok: true, value: null })
  expect(await readJobs()).toMatchObject([
    { name: "asked-verification", data: { email: "lila@exemple.example" } },
    { name: "asked-verification", data: { email: "personne@exemple.example" } },
  ])
})

test("an unconfirmed account gets a link, also after the last has expired, and no other one does @R-verification", async () => {
  expect(await sendRequestedVerification("personne@exemple.example", at)).toBe("nobody")
  expect(await sendRequestedVerification("lila@exemple.example", later(80))).toBe("ordered")
  const [token = ""] = await links()
  expect((await confirmVerification(token, requestFrom(), later(81))).ok).toBe(true)
  expect(await sendRequestedVerification("lila@exemple.example", later(82))).toBe("verified")
  await db.update(users).set({ emailVerified: false, disabledAt: at })
  expect(await sendRequestedVerification("lila@exemple.example", later(83))).toBe("disabled")
  expect(await links()).toHaveLength(1)
})

test("one network may ask three times a day per address, and neither fills a mailbox nor blocks its owner", async () => {
  const ask = () => requestVerification("lila@exemple.example", requestFrom(), at)
  for (let time = 0; time < 3; time++) expect((await ask()).ok).toBe(true)
  expect(await ask()).toMatchObject({ ok: false, error: { kind: "throttled", retryAfterSeconds: 900 } })
  for (let time = 0; time < 3; time++)
    expect(await sendRequestedVerification("lila@exemple.example", at)).toBe("ordered")
  expect(await sendRequestedVerification("lila@exemple.example", at)).toBe("sent a moment ago")
  expect(await links()).toHaveLength(3)
  // The shop's owner may still send one.
  expect((await resendVerification(editor, id, at)).ok).toBe(true)
})

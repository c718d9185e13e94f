import { and, eq } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import type { Id, ProfileId } from "../../../domain/id.ts"
import type { Staff } from "../../../domain/accounts/party.ts"
import { freshDatabase } from "../../../tests/harness/database.ts"
import { createCustomer } from "../customers/create-customer.ts"
import { db, pool, transaction } from "../../platform/database.server.ts"
import { handlers } from "../../jobs/handlers.ts"
import { installQueue } from "../../platform/queue/install-queue.ts"
import { readMail } from "../../outside/mails/ledger.ts"
import { readPersonDetail } from "../../reports/people/person.ts"
import { mailLinks, profiles, sessions, users } from "../../platform/schema/accounts.ts"
import { recordedEvents } from "../../platform/schema/events.ts"
import { requestFrom, signedUp } from "./accounts.fixture.ts"
import { changePassword } from "./change-password.ts"
import { choosePassword, readPasswordLink } from "./choose-password.ts"
import { passwordUrl } from "./password-address.ts"
import { sendPasswordReset, requestPasswordReset, sendPasswordInvitation } from "./password-link.ts"
import { signIn } from "./sign-in.ts"
import { readVisitor } from "./visitor.ts"
import { clearJobs, readJobs, readMailOrders } from "../../../tests/harness/jobs.ts"

const editor = {
  kind: "administrator",
  id: "00000000-0000-4000-8000-000000000001",
  name: "Camille",
} as const satisfies Staff
const lila = { name: "Lila", email: "lila@exemple.example", password: "un bal au bord de l’eau" }
const better = "guirlandes et accordéon"
const at = new Date("2027-05-01T09:00:00Z")
const later = (hours: number) => new Date(at.getTime() + hours * 3_600_000)

let id: ProfileId
let browser: Request

beforeEach(async () => {
  await freshDatabase()
  await installQueue(pool)
  browser = (await signedUp(lila)).request
  id = (await db.select({ id: users.id }).from(users))[0]?.id ?? crypto.randomUUID()
  await clearJobs()
})

type Mail = { id: Id; address: string; token: string; reason: string }

async function mails(): Promise<Mail[]> {
  const orders = (await readMailOrders<{ token: string }>()).filter(({ template }) => template.startsWith("password-"))
  return orders.map(({ id: order, to, data, template }) => ({
    id: order,
    address: to[0]?.address ?? "",
    token: data.token,
    reason: template.slice("password-".length),
  }))
}

async function forgottenLink(instant = at): Promise<string> {
  expect(await sendPasswordReset(lila.email, instant)).toBe("ordered")
  return (await mails()).at(-1)?.token ?? ""
}

describe("a forgotten password", () => {
  test("the reply and the job are the same whether or not the account exists @R-forgotten-password", async () => {
    expect(await requestPasswordReset(" LILA@exemple.example ", requestFrom(), at)).toEqual({ ok: true, value: null })
    expect(await requestPasswordReset("personne@exemple.example", requestFrom(), at)).toEqual({ ok: true, value: null })
    expect(await readJobs()).toMatchObject([
      { name: "forgotten-password", data: { email: "lila@exemple.example" }, state: "created" },
      { name: "forgotten-password", data: { email: "personne@exemple.example" }, state: "created" },
    ])
    expect(
      await db
        .select()
        .from(mailLinks)
        .where(and(eq(mailLinks.userId, id), eq(mailLinks.purpose, "password"))),
    ).toEqual([])
  })

  test("the mail contains the way back to the booking, where there was one", async () => {
    const back = "/book/5f0c?step=options&date=2027-06-12"
    expect((await requestPasswordReset(lila.email, requestFrom(), at, back)).ok).toBe(true)
    expect(await readJobs()).toMatchObject([{ data: { email: lila.email, back } }])
    await handlers["forgotten-password"]({ email: lila.email, back })
    expect(await readMailOrders()).toMatchObject([{ data: { back } }])
    expect(passwordUrl("https://guinguette.example", "x", back)).toBe(
      `https://guinguette.example/nouveau-mot-de-passe/x?retour=${encodeURIComponent(back)}`,
    )
  })

  test("one mail goes out when there is an account that is not disabled", async () => {
    expect(await sendPasswordReset("personne@exemple.example", at)).toBe("nobody")
    expect(await sendPasswordReset(lila.email, at)).toBe("ordered")
    expect(await mails()).toMatchObject([{ address: lila.email, reason: "forgotten" }])
    await db.update(users).set({ disabledAt: at })
    expect(await sendPasswordReset(lila.email, at)).toBe("disabled")
    expect(await mails()).toHaveLength(1)
  })

  test("the limit is three mails a day per network and address, known or not, and ten an hour in all @R-forgotten-password", async () => {
    for (const email of [lila.email, "personne@exemple.example"]) {
      for (let time = 0; time < 3; time++)
        expect((await requestPasswordReset(email, requestFrom({ address: "203.0.113.1" }), at)).ok).toBe(true)
      expect(await requestPasswordReset(email, requestFrom({ address: "203.0.113.1" }), at)).toMatchObject({
        ok: false,
        error: { kind: "throttled", retryAfterSeconds: 900 },
      })
    }
    for (let time = 0; time < 10; time++)
      await requestPasswordReset(`nom${time}@exemple.example`, requestFrom({ address: "198.51.100.4" }), at)
    expect(
      await requestPasswordReset("nom11@exemple.example", requestFrom({ address: "198.51.100.4" }), at),
    ).toMatchObject({
      ok: false,
      error: { kind: "throttled" },
    })
  })

  test("strangers' requests never keep the owner from a working link (D47)", async () => {
    for (let stranger = 1; stranger <= 12; stranger++) {
      await requestPasswordReset(lila.email, requestFrom({ address: `203.0.113.${stranger}` }), at)
      await sendPasswordReset(lila.email, at)
    }
    // Beyond the third, no mail goes out while the last link is valid, to protect the mailbox.
    expect(await mails()).toHaveLength(3)
    expect(await requestPasswordReset(lila.email, requestFrom({ address: "198.51.100.9" }), at)).toEqual({
      ok: true,
      value: null,
    })
    expect(await sendPasswordReset(lila.email, at)).toBe("sent a moment ago")
    const last = (await mails()).at(-1)?.token ?? ""
    expect((await readPasswordLink(last, later(0.5))).ok).toBe(true)
    // Once that link is used or about to expire, the next request sends another.
    expect(await sendPasswordReset(lila.email, later(0.8))).toBe("ordered")
    const newest = (await mails()).at(-1)?.token ?? ""
    expect((await choosePassword(newest, better, later(0.9))).ok).toBe(true)
    expect(await sendPasswordReset(lila.email, later(0.9))).toBe("ordered")
  })
})

describe("the reset link", () => {
  test("the link sets a password once, ends every session, confirms the address and signs nobody in @R-forgotten-password", async () => {
    const token = await forgottenLink()
    expect(await readPasswordLink(token, later(0.5))).toEqual({
      ok: true,
      value: { name: "Lila", email: lila.email, role: "user", staffRole: null, isStaff: false, isFirst: false },
    })
    expect(await readVisitor(browser)).not.toBeNull()
    expect(await choosePassword(token, better, later(0.5))).toEqual({
      ok: true,
      value: { userId: id, email: lila.email },
    })
    expect(await readVisitor(browser)).toBeNull()
    expect(await db.select().from(sessions)).toEqual([])
    expect((await db.select().from(users))[0]).toMatchObject({ emailVerified: true })
    expect(
      await db.select().from(recordedEvents).where(eq(recordedEvents.action, "person.password-chosen")),
    ).toMatchObject([{ actorId: id, subjectId: id, details: { sessions: 1 } }])
    expect(await choosePassword(token, "encore un autre bal", later(0.6))).toEqual({
      ok: false,
      error: { kind: "unknown-link" },
    })
    expect((await signIn(lila, requestFrom())).ok).toBe(false)
    expect((await signIn({ ...lila, password: better }, requestFrom())).ok).toBe(true)
  })

  test("the link used twice at the same moment sets one password @R-forgotten-password", async () => {
    const token = await forgottenLink()
    const answers = await Promise.all(
      [better, "le grand bal du quai"].map((password) => choosePassword(token, password, at)),
    )
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    const opened = []
    for (const password of [better, "le grand bal du quai"])
      opened.push((await signIn({ ...lila, password }, requestFrom())).ok)
    expect(opened).toEqual(answers.map(({ ok }) => ok))
  })

  test("the link is valid for an hour, and only the latest one @R-forgotten-password", async () => {
    const first = await forgottenLink()
    const second = await forgottenLink(later(0.5))
    expect(await readPasswordLink(first, later(0.6))).toEqual({ ok: false, error: { kind: "unknown-link" } })
    expect((await readPasswordLink(second, later(1.4))).ok).toBe(true)
    expect(await choosePassword(second, better, later(1.5))).toEqual({ ok: false, error: { kind: "expired-link" } })
    expect((await signIn(lila, requestFrom())).ok).toBe(true)
  })

  test("the link survives a weak password, which is refused; an administrator's needs twelve characters", async () => {
    const token = await forgottenLink()
    expect(await choosePassword(token, "azerty", at)).toEqual({
      ok: false,
      error: { kind: "weak-password", problem: "common", isStaff: false },
    })
    await db.update(profiles).set({ role: "admin" }).where(eq(profiles.id, id))
    expect(await choosePassword(token, "bal du 15", at)).toEqual({
      ok: false,
      error: { kind: "weak-password", problem: "too-short", isStaff: true },
    })
    expect((await choosePassword(token, better, at)).ok).toBe(true)
  })

  test("the link is void once the account is disabled, has a new address or another password", async () => {
    const token = await forgottenLink()
    await db.update(users).set({ disabledAt: at })
    expect(await choosePassword(token, better, at)).toEqual({ ok: false, error: { kind: "unknown-link" } })
    await db.update(users).set({ disabledAt: null, email: "autre@exemple.example" })
    expect(await readPasswordLink(token, at)).toEqual({ ok: false, error: { kind: "unknown-link" } })
    await db.update(users).set({ email: lila.email })
    expect((await readPasswordLink(token, at)).ok).toBe(true)
    const visitor = await readVisitor(browser)
    if (!visitor) throw new Error("Nobody is signed in")
    expect((await changePassword(visitor, { current: lila.password, next: better })).ok).toBe(true)
    expect(await readPasswordLink(token, at)).toEqual({ ok: false, error: { kind: "unknown-link" } })
  })

  test("the link ends the throttling of earlier attempts", async () => {
    for (let time = 0; time < 6; time++) await signIn({ ...lila, password: "au hasard" }, requestFrom(), at)
    expect(await signIn(lila, requestFrom(), at)).toMatchObject({ ok: false, error: { kind: "throttled" } })
    expect((await choosePassword(await forgottenLink(), better, at)).ok).toBe(true)
    expect((await signIn({ ...lila, password: better }, requestFrom(), at)).ok).toBe(true)
  })

  test("the link is hidden in the database and from administrators, and no other mail's link resets", async () => {
    expect(await db.$count(mailLinks, eq(mailLinks.purpose, "email-verification"))).toBe(1)
    const token = await forgottenLink()
    expect(JSON.stringify(await db.select().from(mailLinks))).not.toContain(token)
    const mail = await readMail((await mails())[0]?.id ?? crypto.randomUUID())
    expect(mail?.text).toContain("/nouveau-mot-de-passe/")
    expect(mail?.text).not.toContain(token)
    await signedUp({ name: "Zoé", email: "zoe@exemple.example", password: "un bal au bord de l’eau" })
    const [verification] = await readMailOrders<{ token: string }>("email-verification")
    expect(await choosePassword(verification?.data.token ?? "", better, new Date())).toEqual({
      ok: false,
      error: { kind: "unknown-link" },
    })
  })
})

describe("an account made on the phone", () => {
  const zoe = { name: "Zoé Martin", email: "zoe@exemple.example", phone: "" }
  const madeByPhone = (customer: typeof zoe) =>
    transaction((tx) => createCustomer(tx, editor, { ...customer, id: crypto.randomUUID() }, at))

  test("the owner of the account gets an invitation to set a password, valid for seven days", async () => {
    const made = await madeByPhone(zoe)
    if (!made.ok) throw new Error("No account was made")
    const [mail] = await mails()
    expect(mail).toMatchObject({ address: zoe.email, reason: "invitation" })
    expect((await readPersonDetail(made.value.id, at))?.hasPassword).toBe(false)
    expect(await readPasswordLink(mail?.token ?? "", later(1))).toMatchObject({ value: { isFirst: true } })
    expect((await readPasswordLink(mail?.token ?? "", later(24 * 8))).ok).toBe(false)
    expect((await choosePassword(mail?.token ?? "", better, later(24 * 6))).ok).toBe(true)
    expect((await readPersonDetail(made.value.id, at))?.hasPassword).toBe(true)
    expect((await signIn({ email: zoe.email, password: better }, requestFrom())).ok).toBe(true)
  })

  test("an address with an existing account gets no invitation", async () => {
    await madeByPhone({ ...zoe, email: lila.email })
    expect(await mails()).toEqual([])
  })

  test("an administrator can repeat the invitation; an account with a password gets a reset link", async () => {
    const made = await madeByPhone(zoe)
    if (!made.ok) throw new Error("No account was made")
    expect(await sendPasswordInvitation(editor, made.value.id, at)).toEqual({
      ok: true,
      value: { email: zoe.email, invited: true },
    })
    expect(await sendPasswordInvitation(editor, id, at)).toEqual({
      ok: true,
      value: { email: lila.email, invited: false },
    })
    expect((await mails()).map(({ reason }) => reason)).toEqual(["invitation", "invitation", "offered"])
    expect((await readPasswordLink((await mails())[2]?.token ?? "", later(2))).ok).toBe(false)
    const events = await db.select().from(recordedEvents).where(eq(recordedEvents.action, "person.password-link-sent"))
    expect(events).toMatchObject([
      { actorName: "Camille", personal: { email: zoe.email } },
      { personal: { email: lila.email } },
    ])
  })

  test("an administrator sends at most three links a day, and none to a disabled or deleted account", async () => {
    for (let time = 0; time < 3; time++) expect((await sendPasswordInvitation(editor, id, at)).ok).toBe(true)
    expect(await sendPasswordInvitation(editor, id, at)).toMatchObject({ ok: false, error: { kind: "throttled" } })
    await db.update(users).set({ disabledAt: at })
    expect(await sendPasswordInvitation(editor, id, later(48))).toEqual({ ok: false, error: { kind: "disabled" } })
    expect(await sendPasswordInvitation(editor, editor.id, at)).toEqual({ ok: false, error: { kind: "gone" } })
  })
})

import { eq } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { db } from "../../platform/database.server.ts"
import { environment } from "../../platform/environment.server.ts"
import { events } from "../../platform/schema/events.ts"
import { passkeyChallenges, passkeys, secondFactors, users } from "../../platform/schema/accounts.ts"
import { forgetAccounts, requestFrom, signedUp } from "./accounts.fixture.ts"
import { Authenticator } from "./authenticator.fixture.ts"
import { forgetEnded } from "./forget-ended.ts"
import { MAX_PASSKEYS, addPasskey, beginPasskey, passkeysOf, removePasskey } from "./passkeys.ts"
import { askForPasskey, signInWithPasskey } from "./sign-in-with-passkey.ts"
import { policies } from "./throttle.ts"
import { type Visitor, readVisitor } from "./visitor.ts"
import { readMailOrders } from "../../../tests/harness/jobs.ts"

const camille = { name: "Camille", email: "camille@exemple.fr", password: "le bal du 14" }
const at = new Date("2027-06-12T20:00:10Z")
const later = (seconds: number) => new Date(at.getTime() + seconds * 1000)

let browser: Request
let visitor: Visitor

async function visitorOf(request: Request): Promise<Visitor> {
  const found = await readVisitor(request, { at, renew: false })
  if (!found) throw new Error("Nobody is signed in")
  return found
}

beforeEach(async () => {
  await forgetAccounts()
  await db.delete(passkeyChallenges)
  browser = (await signedUp(camille, at)).request
  visitor = await visitorOf(browser)
})

/** The browser with the cookies that an answer gave it. */
function withCookies(request: Request, headers: Headers): Request {
  const given = headers.getSetCookie().map((cookie) => cookie.split(";")[0])
  const before = request.headers.get("cookie")
  return new Request(request, {
    headers: { ...Object.fromEntries(request.headers), cookie: [before, ...given].filter(Boolean).join("; ") },
  })
}

const told = async () =>
  (await readMailOrders<{ called: string }>("access-added")).map(({ data }) => ({ called: data.called }))

async function begun(device: Visitor = visitor, from: Request = browser, instant: Date = at) {
  const asked = await beginPasskey(device, camille.password, "Guinguette", from, instant)
  if (!asked.ok) throw new Error(asked.error.kind)
  return { options: asked.value.options, request: withCookies(from, asked.value.headers) }
}

async function added(device = new Authenticator(environment.origin)) {
  const { options, request } = await begun()
  const answer = await addPasskey(visitor, { name: "Mon téléphone", response: device.make(options) }, request, at)
  if (!answer.ok) throw new Error(answer.error.kind)
  return device
}

async function asked(instant: Date = at) {
  const question = await askForPasskey(requestFrom(), instant)
  if (!question.ok) throw new Error(question.error.kind)
  return { options: question.value.options, request: withCookies(requestFrom(), question.value.headers) }
}

describe("adding a passkey", () => {
  test("asks for the password, then keeps the public half under the name that its owner gave", async () => {
    expect(await beginPasskey(visitor, "pas le bon", "Guinguette", browser, at)).toMatchObject({
      error: { kind: "wrong-password" },
    })
    const { options } = await begun()
    expect(options).toMatchObject({
      rp: { name: "Guinguette", id: new URL(environment.origin).hostname },
      user: { name: camille.email },
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
    })
    await added()
    expect(await passkeysOf(visitor.user.id)).toMatchObject([
      { name: "Mon téléphone", createdAt: at, lastUsedAt: null },
    ])
    const written = await db.select().from(events).where(eq(events.subjectId, visitor.user.id))
    expect(written.map(({ action }) => action)).toContain("person.passkey-added")
    // Nobody has confirmed the address: it may be a stranger's.
    expect(await told()).toEqual([])
    await db.update(users).set({ emailVerified: true })
    await added()
    expect(await told()).toEqual([{ called: "Mon téléphone" }])
  })

  test("is refused for another question, another site, nobody behind the device, or too late", async () => {
    const device = new Authenticator(environment.origin)
    const refusals = [
      { fault: { challenge: "AAAA" }, kind: "not-proved" },
      { fault: { origin: "https://guinguette.example.evil" }, kind: "not-proved" },
      { fault: { unattended: true }, kind: "not-proved" },
      { fault: {}, when: later(301), kind: "no-challenge" },
    ]
    for (const { fault, when = at, kind } of refusals) {
      const { options, request } = await begun()
      const answer = await addPasskey(visitor, { name: "x", response: device.make(options, fault) }, request, when)
      expect(answer, JSON.stringify(fault)).toMatchObject({ error: { kind } })
    }
    expect(await passkeysOf(visitor.user.id)).toEqual([])
  })

  test("takes an answer once, from the browser and the account that were asked", async () => {
    const device = new Authenticator(environment.origin)
    const { options, request } = await begun()
    const response = device.make(options)
    const other = await visitorOf((await signedUp({ ...camille, email: "autre@exemple.fr" }, at)).request)
    expect(await addPasskey(other, { name: "x", response }, request, at)).toMatchObject({
      error: { kind: "no-challenge" },
    })
    expect(await addPasskey(visitor, { name: "x", response }, browser, at)).toMatchObject({
      error: { kind: "no-challenge" },
    })
    expect((await addPasskey(visitor, { name: "x", response }, request, at)).ok).toBe(true)
    expect(await addPasskey(visitor, { name: "x", response }, request, at)).toMatchObject({
      error: { kind: "no-challenge" },
    })
  })

  test("has an end, and a passkey belongs to one account", async () => {
    const device = await added()
    const again = await begun()
    expect(
      await addPasskey(visitor, { name: "x", response: device.make(again.options) }, again.request, at),
    ).toMatchObject({ error: { kind: "already-known" } })
    await db.insert(passkeys).values(
      Array.from({ length: MAX_PASSKEYS - 1 }, (_, index) => ({
        id: `another-device-${index}`.padEnd(20, "x"),
        userId: visitor.user.id,
        publicKey: "x",
        counter: 0,
        transports: [],
        name: "x",
      })),
    )
    expect(await beginPasskey(visitor, camille.password, "Guinguette", browser, at)).toMatchObject({
      error: { kind: "too-many" },
    })
  })
})

describe("signing in with a passkey", () => {
  test("opens a session, says nothing of who has an account, and is noted", async () => {
    const device = await added()
    const { options, request } = await asked(later(60))
    expect(options.allowCredentials ?? []).toEqual([])
    const entered = await signInWithPasskey(device.show(options), request, later(60))
    if (!entered.ok) throw new Error(entered.error.kind)
    expect((await readVisitor(withCookies(requestFrom(), entered.value.headers), { at }))?.user.email).toBe(
      camille.email,
    )
    expect(await passkeysOf(visitor.user.id)).toMatchObject([{ lastUsedAt: later(60) }])
  })

  test("needs no code where a second factor is on: it is two in one", async () => {
    const device = await added()
    await db.insert(secondFactors).values({ userId: visitor.user.id, encryptedKey: "x", confirmedAt: at })
    const { options, request } = await asked()
    expect((await signInWithPasskey(device.show(options), request, at)).ok).toBe(true)
  })

  test("is refused for another question, another site, a copy, a stranger's key, or a second time", async () => {
    const device = await added()
    const first = await asked()
    const shown = device.show(first.options)
    expect((await signInWithPasskey(shown, first.request, at)).ok).toBe(true)
    expect(await signInWithPasskey(shown, first.request, at)).toMatchObject({ error: { kind: "no-challenge" } })
    for (const fault of [
      { challenge: "AAAA" },
      { origin: "https://guinguette.example.evil" },
      { unattended: true },
      { counter: 1 },
    ]) {
      const { options, request } = await asked()
      expect(await signInWithPasskey(device.show(options, fault), request, at), JSON.stringify(fault)).toMatchObject({
        error: { kind: "not-proved" },
      })
    }
    const forged = await asked()
    const stranger = new Authenticator(environment.origin)
    const { signature } = stranger.show(forged.options).response
    const half = device.show(forged.options)
    expect(
      await signInWithPasskey({ ...half, response: { ...half.response, signature } }, forged.request, at),
    ).toMatchObject({ error: { kind: "not-proved" } })
    const unknown = await asked()
    expect(await signInWithPasskey(stranger.show(unknown.options), unknown.request, at)).toMatchObject({
      error: { kind: "unknown-passkey" },
    })
  })

  test("ends with the passkey and with the account", async () => {
    const device = await added()
    await db.update(users).set({ disabledAt: at }).where(eq(users.id, visitor.user.id))
    const disabled = await asked()
    expect(await signInWithPasskey(device.show(disabled.options), disabled.request, at)).toMatchObject({
      error: { kind: "disabled" },
    })
    await db.update(users).set({ disabledAt: null }).where(eq(users.id, visitor.user.id))
    const id = device.id.toString("base64url")
    const other = await visitorOf((await signedUp({ ...camille, email: "autre@exemple.fr" }, at)).request)
    expect(await removePasskey(other, id, at)).toBe(false)
    expect(await removePasskey(visitor, id, at)).toBe(true)
    expect(await removePasskey(visitor, id, at)).toBe(false)
    const gone = await asked()
    expect(await signInWithPasskey(device.show(gone.options), gone.request, at)).toMatchObject({
      error: { kind: "unknown-passkey" },
    })
  })

  test("is asked for so often from one address, and what nobody answered is forgotten", async () => {
    for (let asks = 0; asks < policies.passkeyAddress.free; asks++) await asked()
    expect(await askForPasskey(requestFrom(), at)).toMatchObject({ error: { kind: "throttled" } })
    await forgetEnded(later(301))
    expect(await db.$count(passkeyChallenges)).toBe(0)
  })
})

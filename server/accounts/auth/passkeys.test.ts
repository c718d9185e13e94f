import { eq } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { db } from "../../platform/database.server.ts"
import { environment } from "../../platform/environment.server.ts"
import { events } from "../../platform/schema/events.ts"
import { passkeyChallenges, passkeys, secondFactors, users } from "../../platform/schema/accounts.ts"
import { deleteAllAccounts, requestFrom, signedUp } from "./accounts.fixture.ts"
import { Authenticator } from "./authenticator.fixture.ts"
import { deleteExpired } from "./delete-expired.ts"
import { MAX_PASSKEYS, addPasskey, startPasskeyRegistration, listPasskeys, removePasskey } from "./passkeys.ts"
import { createPasskeyChallenge, signInWithPasskey } from "./sign-in-with-passkey.ts"
import { policies } from "./throttle.ts"
import { type Visitor, readVisitor } from "./visitor.ts"
import { readMailOrders } from "../../../tests/harness/jobs.ts"

const camille = { name: "Camille", email: "camille@exemple.fr", password: "le bal du 14" }
const at = new Date("2027-06-12T20:00:10Z")
const later = (seconds: number) => new Date(at.getTime() + seconds * 1000)

let browser: Request
let visitor: Visitor

async function requireVisitor(request: Request): Promise<Visitor> {
  const result = await readVisitor(request, { at, renew: false })
  if (!result) throw new Error("Nobody is signed in")
  return result
}

beforeEach(async () => {
  await deleteAllAccounts()
  await db.delete(passkeyChallenges)
  browser = (await signedUp(camille, at)).request
  visitor = await requireVisitor(browser)
})

function withCookies(request: Request, headers: Headers): Request {
  const newCookies = headers.getSetCookie().map((cookie) => cookie.split(";")[0])
  const before = request.headers.get("cookie")
  return new Request(request, {
    headers: { ...Object.fromEntries(request.headers), cookie: [before, ...newCookies].filter(Boolean).join("; ") },
  })
}

const accessMails = async () =>
  (await readMailOrders<{ called: string }>("access-added")).map(({ data }) => ({ called: data.called }))

async function beginRegistration(device: Visitor = visitor, from: Request = browser, instant: Date = at) {
  const started = await startPasskeyRegistration({
    visitor: device,
    password: camille.password,
    shopName: "Guinguette",
    request: from,
    at: instant,
  })
  if (!started.ok) throw new Error(started.error.kind)
  return { options: started.value.options, request: withCookies(from, started.value.headers) }
}

async function addOwnPasskey(device = new Authenticator(environment.origin)) {
  const { options, request } = await beginRegistration()
  const answer = await addPasskey(visitor, { name: "Mon téléphone", response: device.make(options) }, request, at)
  if (!answer.ok) throw new Error(answer.error.kind)
  return device
}

async function requestChallenge(instant: Date = at) {
  const question = await createPasskeyChallenge(requestFrom(), instant)
  if (!question.ok) throw new Error(question.error.kind)
  return { options: question.value.options, request: withCookies(requestFrom(), question.value.headers) }
}

describe("adding a passkey", () => {
  test("adding requires the password, and stores the public key under the chosen name", async () => {
    expect(
      await startPasskeyRegistration({ visitor, password: "pas le bon", shopName: "Guinguette", request: browser, at }),
    ).toMatchObject({
      error: { kind: "wrong-password" },
    })
    const { options } = await beginRegistration()
    expect(options).toMatchObject({
      rp: { name: "Guinguette", id: new URL(environment.origin).hostname },
      user: { name: camille.email },
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
    })
    await addOwnPasskey()
    expect(await listPasskeys(visitor.user.id)).toMatchObject([
      { name: "Mon téléphone", createdAt: at, lastUsedAt: null },
    ])
    const written = await db.select().from(events).where(eq(events.subjectId, visitor.user.id))
    expect(written.map(({ action }) => action)).toContain("person.passkey-added")
    // The address is unconfirmed and may be a stranger's, so no mail goes there.
    expect(await accessMails()).toEqual([])
    await db.update(users).set({ emailVerified: true })
    await addOwnPasskey()
    expect(await accessMails()).toEqual([{ called: "Mon téléphone" }])
  })

  test("another challenge, another site, a missing user or a late reply is refused", async () => {
    const device = new Authenticator(environment.origin)
    const refusals = [
      { fault: { challenge: "AAAA" }, kind: "not-proved" },
      { fault: { origin: "https://guinguette.example.evil" }, kind: "not-proved" },
      { fault: { unattended: true }, kind: "not-proved" },
      { fault: {}, when: later(301), kind: "no-challenge" },
    ]
    for (const { fault, when = at, kind } of refusals) {
      const { options, request } = await beginRegistration()
      const answer = await addPasskey(visitor, { name: "x", response: device.make(options, fault) }, request, when)
      expect(answer, JSON.stringify(fault)).toMatchObject({ error: { kind } })
    }
    expect(await listPasskeys(visitor.user.id)).toEqual([])
  })

  test("a challenge is used once, by its own browser and account", async () => {
    const device = new Authenticator(environment.origin)
    const { options, request } = await beginRegistration()
    const response = device.make(options)
    const other = await requireVisitor((await signedUp({ ...camille, email: "autre@exemple.fr" }, at)).request)
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

  test("the number of passkeys is limited, and a passkey belongs to one account", async () => {
    const device = await addOwnPasskey()
    const again = await beginRegistration()
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
    expect(
      await startPasskeyRegistration({
        visitor,
        password: camille.password,
        shopName: "Guinguette",
        request: browser,
        at,
      }),
    ).toMatchObject({
      error: { kind: "too-many" },
    })
  })
})

describe("signing in with a passkey", () => {
  test("signing in opens a session, reveals no account and is recorded", async () => {
    const device = await addOwnPasskey()
    const { options, request } = await requestChallenge(later(60))
    expect(options.allowCredentials ?? []).toEqual([])
    const entered = await signInWithPasskey(device.show(options), request, later(60))
    if (!entered.ok) throw new Error(entered.error.kind)
    expect((await readVisitor(withCookies(requestFrom(), entered.value.headers), { at }))?.user.email).toBe(
      camille.email,
    )
    expect(await listPasskeys(visitor.user.id)).toMatchObject([{ lastUsedAt: later(60) }])
  })

  test("signing in needs no code with a second factor: a passkey is both in one", async () => {
    const device = await addOwnPasskey()
    await db.insert(secondFactors).values({ userId: visitor.user.id, encryptedKey: "x", confirmedAt: at })
    const { options, request } = await requestChallenge()
    expect((await signInWithPasskey(device.show(options), request, at)).ok).toBe(true)
  })

  test("another challenge, another site, a replay, a stranger's key or a copy is refused", async () => {
    const device = await addOwnPasskey()
    const first = await requestChallenge()
    const assertion = device.show(first.options)
    expect((await signInWithPasskey(assertion, first.request, at)).ok).toBe(true)
    expect(await signInWithPasskey(assertion, first.request, at)).toMatchObject({ error: { kind: "no-challenge" } })
    for (const fault of [
      { challenge: "AAAA" },
      { origin: "https://guinguette.example.evil" },
      { unattended: true },
      { counter: 1 },
    ]) {
      const { options, request } = await requestChallenge()
      expect(await signInWithPasskey(device.show(options, fault), request, at), JSON.stringify(fault)).toMatchObject({
        error: { kind: "not-proved" },
      })
    }
    const forged = await requestChallenge()
    const stranger = new Authenticator(environment.origin)
    const { signature } = stranger.show(forged.options).response
    const half = device.show(forged.options)
    expect(
      await signInWithPasskey({ ...half, response: { ...half.response, signature } }, forged.request, at),
    ).toMatchObject({ error: { kind: "not-proved" } })
    const unknown = await requestChallenge()
    expect(await signInWithPasskey(stranger.show(unknown.options), unknown.request, at)).toMatchObject({
      error: { kind: "unknown-passkey" },
    })
  })

  test("signing in ends with the passkey and with the account", async () => {
    const device = await addOwnPasskey()
    await db.update(users).set({ disabledAt: at }).where(eq(users.id, visitor.user.id))
    const disabled = await requestChallenge()
    expect(await signInWithPasskey(device.show(disabled.options), disabled.request, at)).toMatchObject({
      error: { kind: "disabled" },
    })
    await db.update(users).set({ disabledAt: null }).where(eq(users.id, visitor.user.id))
    const id = device.id.toString("base64url")
    const other = await requireVisitor((await signedUp({ ...camille, email: "autre@exemple.fr" }, at)).request)
    expect(await removePasskey(other, id, at)).toBe(false)
    expect(await removePasskey(visitor, id, at)).toBe(true)
    expect(await removePasskey(visitor, id, at)).toBe(false)
    const gone = await requestChallenge()
    expect(await signInWithPasskey(device.show(gone.options), gone.request, at)).toMatchObject({
      error: { kind: "unknown-passkey" },
    })
  })

  test("challenges are limited for each address, and unanswered ones are deleted", async () => {
    for (let asks = 0; asks < policies.passkeyAddress.free; asks++) await requestChallenge()
    expect(await createPasskeyChallenge(requestFrom(), at)).toMatchObject({ error: { kind: "throttled" } })
    await deleteExpired(later(301))
    expect(await db.$count(passkeyChallenges)).toBe(0)
  })
})

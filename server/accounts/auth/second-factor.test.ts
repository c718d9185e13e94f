import { TOTP } from "otpauth"
import { beforeEach, describe, expect, test } from "vitest"
import { eq } from "drizzle-orm"
import { db } from "../../platform/database.server.ts"
import { profiles, recoveryCodes, secondFactors, throttles, users } from "../../platform/schema/accounts.ts"
import { deleteAllAccounts, requestFrom, signedUp } from "./accounts.fixture.ts"
import { changePassword } from "./change-password.ts"
import { readPendingSignIn, signInWithCode } from "./pending-sign-in.ts"
import {
  startSecondFactorSetup,
  confirmSecondFactor,
  disableSecondFactor,
  renewRecoveryCodes,
  readSecondFactor,
} from "./second-factor.ts"
import { readSecondFactorRoles, requireSecondFactor } from "./sign-in-settings.ts"
import { signIn } from "./sign-in.ts"
import { type Visitor, readVisitor } from "./visitor.ts"

const camille = { name: "Camille", email: "camille@exemple.fr", password: "le bal du 14" }
const at = new Date("2027-06-12T20:00:10Z")
const later = (seconds: number) => new Date(at.getTime() + seconds * 1000)

let browser: Request
let visitor: Visitor

async function requireVisitor(request: Request): Promise<Visitor> {
  const signedIn = await readVisitor(request, { at, renew: false })
  if (!signedIn) throw new Error("Nobody is signed in")
  return signedIn
}

beforeEach(async () => {
  await deleteAllAccounts()
  browser = (await signedUp(camille, at)).request
  visitor = await requireVisitor(browser)
})

async function app(): Promise<{ code(instant: Date): string }> {
  const begun = await startSecondFactorSetup(visitor, camille.password, at)
  if (!begun.ok) throw new Error(begun.error.kind)
  const state = await readSecondFactor(visitor.user, "Guinguette", at)
  if (state.state !== "setup") throw new Error(state.state)
  const uri = new URL(state.uri)
  expect([uri.protocol, uri.searchParams.get("issuer")]).toEqual(["otpauth:", "Guinguette"])
  const totp = new TOTP({ secret: uri.searchParams.get("secret") ?? "" })
  return { code: (instant) => totp.generate({ timestamp: instant.getTime() }) }
}

async function enabled() {
  const phone = await app()
  const confirmed = await confirmSecondFactor(visitor, phone.code(at), at)
  if (!confirmed.ok) throw new Error(confirmed.error.kind)
  return { ...phone, codes: confirmed.value }
}

async function afterPassword(instant: Date): Promise<Request> {
  const answer = await signIn(camille, requestFrom(), instant)
  if (answer.ok || answer.error.kind !== "code-needed") throw new Error("No code was asked for")
  return requestFrom({ setCookies: answer.error.headers })
}

describe("setting up a second factor", () => {
  test("the setup requires the password, and affects no sign-in before a code has confirmed it", async () => {
    expect(await startSecondFactorSetup(visitor, "au hasard", at)).toEqual({
      ok: false,
      error: { kind: "wrong-password" },
    })
    expect(await readSecondFactor(visitor.user, "Guinguette", at)).toEqual({ state: "off" })
    await app()
    expect((await signIn(camille, requestFrom(), at)).ok).toBe(true)
    expect((await requireVisitor(browser)).user.hasSecondFactor).toBe(false)
  })

  test("a code confirms the setup, which issues ten recovery codes and ends the other sessions", async () => {
    const phone = await app()
    const other = await signIn(camille, requestFrom(), at)
    if (!other.ok) throw new Error("refused")
    expect(await confirmSecondFactor(visitor, "000000", at)).toEqual({ ok: false, error: { kind: "wrong-code" } })
    const code = phone.code(at)
    const confirmed = await confirmSecondFactor(visitor, `${code.slice(0, 3)} ${code.slice(3)}`, at)
    expect(confirmed.ok && new Set(confirmed.value).size).toBe(10)
    expect((await requireVisitor(browser)).user.hasSecondFactor).toBe(true)
    expect(await readVisitor(requestFrom({ setCookies: other.value.headers }), { at })).toBeNull()
    expect(await readSecondFactor(visitor.user, "Guinguette", at)).toEqual({
      state: "on",
      since: at,
      recoveryCodesLeft: 10,
    })
    expect(await startSecondFactorSetup(visitor, camille.password, at)).toEqual({
      ok: false,
      error: { kind: "already-on" },
    })
    expect(await confirmSecondFactor(visitor, phone.code(later(60)), later(60))).toEqual({
      ok: false,
      error: { kind: "no-setup" },
    })
  })

  test("the setup shows its key for an hour at most", async () => {
    const phone = await app()
    expect(await readSecondFactor(visitor.user, "Guinguette", later(3700))).toEqual({ state: "off" })
    expect(await confirmSecondFactor(visitor, phone.code(later(3700)), later(3700))).toEqual({
      ok: false,
      error: { kind: "no-setup" },
    })
  })

  test("the database stores neither the key nor a recovery code in plain text", async () => {
    await startSecondFactorSetup(visitor, camille.password, at)
    const state = await readSecondFactor(visitor.user, "Guinguette", at)
    const key = state.state === "setup" ? state.key : ""
    expect(key).toMatch(/^[A-Z2-7]{32}$/)
    expect(JSON.stringify(await db.select().from(secondFactors))).not.toContain(key)
    const { codes } = await enabled()
    const stored = JSON.stringify(await db.select().from(recoveryCodes))
    for (const code of codes) expect(stored).not.toContain(code.replaceAll("-", ""))
  })
})

describe("signing in with a second factor", () => {
  test("the password alone opens nothing", async () => {
    await enabled()
    const browser = await afterPassword(later(60))
    expect(await readVisitor(browser, { at: later(60) })).toBeNull()
    expect(await readPendingSignIn(browser, later(60))).toMatchObject({ email: camille.email })
    expect(await signInWithCode("000000", browser, later(60))).toEqual({ ok: false, error: { kind: "wrong-code" } })
  })

  test("the app's code opens a session, and works once", async () => {
    const phone = await enabled()
    const first = await afterPassword(later(60))
    const second = await afterPassword(later(60))
    const code = phone.code(later(60))
    const entered = await signInWithCode(code, first, later(60))
    if (!entered.ok) throw new Error(entered.error.kind)
    const request = requestFrom({ setCookies: entered.value.headers })
    expect(await readVisitor(request, { at: later(60) })).not.toBeNull()
    // The password step does not stay pending, whatever the code.
    expect(await signInWithCode(code, second, later(61))).toMatchObject({ error: { kind: "no-pending-sign-in" } })
    expect(await signInWithCode(code, await afterPassword(later(62)), later(62))).toMatchObject({
      error: { kind: "wrong-code" },
    })
  })

  test("the code of the previous or next half minute is valid, and none older", async () => {
    const phone = await enabled()
    const browser = await afterPassword(later(600))
    expect(await signInWithCode(phone.code(later(540)), browser, later(600))).toMatchObject({ ok: false })
    expect(await signInWithCode(phone.code(later(570)), browser, later(600))).toMatchObject({ ok: true })
  })

  test("the confirming code does not work a second time", async () => {
    const phone = await enabled()
    expect(await signInWithCode(phone.code(at), await afterPassword(later(1)), later(1))).toMatchObject({ ok: false })
  })

  test("a recovery code opens a session once, however it is typed", async () => {
    const { codes } = await enabled()
    const [code = ""] = codes
    const typed = ` ${code.toUpperCase().replaceAll("-", " ")} `
    expect(await signInWithCode(typed, await afterPassword(later(60)), later(60))).toMatchObject({ ok: true })
    expect(await readSecondFactor(visitor.user, "", at)).toMatchObject({ recoveryCodesLeft: 9 })
    expect(await signInWithCode(code, await afterPassword(later(61)), later(61))).toMatchObject({ ok: false })
  })

  test("two browsers with one code get one session", async () => {
    const phone = await enabled()
    const browsers = [await afterPassword(later(60)), await afterPassword(later(60))]
    const code = phone.code(later(60))
    const answers = await Promise.all(browsers.map((browser) => signInWithCode(code, browser, later(60))))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  })

  test("five wrong codes throttle every browser, for ten minutes at most", async () => {
    const phone = await enabled()
    const browser = await afterPassword(later(60))
    for (let time = 0; time < 5; time++) await signInWithCode("000000", browser, later(60))
    const otherBrowser = await afterPassword(later(60))
    expect(await signInWithCode(phone.code(later(60)), otherBrowser, later(60))).toEqual({
      ok: false,
      error: { kind: "throttled", retryAfterSeconds: 1 },
    })
    await db.delete(throttles)
    expect(await signInWithCode(phone.code(later(700)), browser, later(700))).toMatchObject({
      error: { kind: "no-pending-sign-in" },
    })
  })

  test("a pending sign-in is void when the password changed meanwhile, or the account is disabled", async () => {
    const phone = await enabled()
    const browser = await afterPassword(later(60))
    await changePassword(visitor, { current: camille.password, next: "un autre grand bal" }, later(61))
    expect(await signInWithCode(phone.code(later(62)), browser, later(62))).toMatchObject({
      error: { kind: "no-pending-sign-in" },
    })
    const answer = await signIn({ ...camille, password: "un autre grand bal" }, requestFrom(), later(63))
    if (answer.ok || answer.error.kind !== "code-needed") throw new Error("No code was asked for")
    await db.update(users).set({ disabledAt: at })
    expect(
      await signInWithCode(phone.code(later(64)), requestFrom({ setCookies: answer.error.headers }), later(64)),
    ).toMatchObject({ error: { kind: "no-pending-sign-in" } })
  })

  test("an account without a second factor needs no code", async () => {
    expect(await readPendingSignIn(requestFrom())).toBeNull()
    const forged = requestFrom()
    forged.headers.set("cookie", "guinguette.second_step=00000000")
    expect(await signInWithCode("000000", forged)).toEqual({ ok: false, error: { kind: "no-pending-sign-in" } })
  })
})

describe("recovery codes", () => {
  test("the codes are replaced all together, with the password", async () => {
    const { codes } = await enabled()
    expect(await renewRecoveryCodes(visitor, "au hasard", at)).toMatchObject({ error: { kind: "wrong-password" } })
    const renewed = await renewRecoveryCodes(visitor, camille.password, at)
    expect(renewed.ok && renewed.value.filter((code) => codes.includes(code))).toEqual([])
    expect(await signInWithCode(codes[1] ?? "", await afterPassword(later(60)), later(60))).toMatchObject({ ok: false })
  })

  test("the codes exist only with a second factor", async () => {
    await app()
    expect(await renewRecoveryCodes(visitor, camille.password, at)).toMatchObject({ error: { kind: "off" } })
  })
})

describe("turning off the second factor", () => {
  test("turning it off requires the password, which then suffices to sign in", async () => {
    await enabled()
    expect(await disableSecondFactor(visitor, "au hasard", at)).toMatchObject({ error: { kind: "wrong-password" } })
    expect(await disableSecondFactor(visitor, camille.password, at)).toEqual({ ok: true, value: null })
    expect((await signIn(camille, requestFrom(), later(60))).ok).toBe(true)
    expect(await db.$count(recoveryCodes)).toBe(0)
    expect(await disableSecondFactor(visitor, camille.password, at)).toMatchObject({ error: { kind: "off" } })
  })

  test("turning it off is refused to an administrator where it is mandatory, and to nobody else", async () => {
    await db.update(profiles).set({ role: "admin" })
    visitor = await requireVisitor(browser)
    const owner = { kind: "administrator", id: visitor.user.id, name: "Camille" } as const
    expect(await requireSecondFactor(owner, ["admin"], at)).toMatchObject({
      error: { kind: "own-second-factor-missing" },
    })
    expect(await readSecondFactorRoles()).toEqual([])
    await enabled()
    expect((await requireSecondFactor(owner, ["admin"], at)).ok).toBe(true)
    expect(await disableSecondFactor(visitor, camille.password, at)).toMatchObject({ error: { kind: "required" } })
    expect((await requireVisitor(browser)).secondFactorDue).toBe(false)

    const nicolas = await signedUp({ name: "Nicolas", email: "nicolas@exemple.fr", password: "le bal du 15 juin" }, at)
    expect((await requireVisitor(nicolas.request)).secondFactorDue).toBe(false)
    await db.update(profiles).set({ role: "admin" })
    expect((await requireVisitor(nicolas.request)).secondFactorDue).toBe(true)
    expect((await requireSecondFactor(owner, [], at)).ok).toBe(true)
    expect((await requireVisitor(nicolas.request)).secondFactorDue).toBe(false)
    await db.update(profiles).set({ role: "user", staffRole: "crew" }).where(eq(profiles.email, "nicolas@exemple.fr"))
    expect((await requireSecondFactor(owner, ["manager"], at)).ok).toBe(true)
    expect((await requireVisitor(nicolas.request)).secondFactorDue).toBe(false)
    expect((await requireSecondFactor(owner, ["crew"], at)).ok).toBe(true)
    expect((await requireVisitor(nicolas.request)).secondFactorDue).toBe(true)
  })
})

import { addDays, dayInParis } from "../../domain/day.ts"
import { eq } from "drizzle-orm"
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest"
import * as session from "../../app/machine/session.ts"
import * as verificationPage from "../../app/site/sign-in/ask-verification/route.tsx"
import * as choosePage from "../../app/site/sign-in/choose-password/route.tsx"
import * as forgottenPage from "../../app/site/sign-in/forgotten-password/route.tsx"
import * as signInPage from "../../app/site/sign-in/route.tsx"
import * as signOutPage from "../../app/site/sign-in/sign-out/route.tsx"
import * as signUpPage from "../../app/site/sign-in/register/route.tsx"
import { deleteAllAccounts, requestFrom, signedUp, sessionToken } from "../../server/accounts/auth/accounts.fixture.ts"
import { readVisitor } from "../../server/accounts/auth/visitor.ts"
import { createMailLink } from "../../server/accounts/auth/mail-link.ts"
import { db, pool, transaction } from "../../server/platform/database.server.ts"
import { sessions, users } from "../../server/platform/schema/accounts.ts"
import { unitDays } from "../unit-days.ts"
import { carts } from "../../server/platform/schema/bookings.ts"
import { makeFinanceSettings, makeProduct } from "../factories.ts"
import { postRequest, routeArgs, catchThrown } from "./browser.ts"

beforeEach(deleteAllAccounts)

const camille = { name: "Camille", email: "camille@exemple.fr", password: "le bal du 14" }
const { email, password } = camille

async function send(
  page: { action: (args: never) => Promise<unknown> },
  path: string,
  fields: Record<string, string>,
  from?: Request,
) {
  const answer = await page.action((await routeArgs(postRequest(path, fields, from))) as never)
  if (answer instanceof Response)
    return { status: answer.status, to: answer.headers.get("location"), headers: answer.headers, data: null }
  const { data, init } = answer as {
    data: Record<string, unknown>
    init: { status?: number; headers?: Headers } | null
  }
  return { status: init?.status ?? 200, to: null, headers: new Headers(init?.headers), data }
}

describe("the sign-in page", () => {
  test("signing in leads back to the original page @C-auth-sign-in", async () => {
    await signedUp(camille)
    const answer = await send(signInPage, "/connexion", { email, password, retour: "/book/1?jour=2027-06-12" })
    expect(answer).toMatchObject({ status: 303, to: "/book/1?jour=2027-06-12" })
    expect(await readVisitor(requestFrom({ setCookies: answer.headers }))).not.toBeNull()
  })

  test("signing in leads home rather than to another site", async () => {
    await signedUp(camille)
    expect(await send(signInPage, "/connexion", { email, password, retour: "//ailleurs.example" })).toMatchObject({
      status: 303,
      to: "/",
    })
    expect(await send(signInPage, "/connexion", { email, password })).toMatchObject({ status: 303, to: "/" })
  })

  test("signing in through the dialog stays on the page and sets the cookie @R-auth-close", async () => {
    await signedUp(camille)
    const answer = await send(signInPage, "/connexion", { email, password, dialogue: "1" })
    expect(answer).toMatchObject({ status: 200, data: { ok: true } })
    expect(await readVisitor(requestFrom({ setCookies: answer.headers }))).not.toBeNull()
  })

  test("signing in holds the days of the pending wizard, and succeeds even when they are booked @S-hold-sign-in", async () => {
    await makeFinanceSettings()
    await signedUp(camille)
    const { id } = await makeProduct()
    const day = addDays(dayInParis(new Date()), 90)
    const path = `/book/${id}?step=options&date=${day}`
    const held = () =>
      db
        .select({ userId: carts.userId, day: unitDays.day })
        .from(unitDays)
        .innerJoin(carts, eq(carts.id, unitDays.cartId))
        .where(eq(unitDays.productId, id))
    expect(await send(signInPage, "/connexion", { email, password, retour: path })).toMatchObject({
      status: 303,
      to: path,
    })
    const [account] = await db.select({ id: users.id }).from(users).where(eq(users.email, email))
    expect(await held()).toEqual([{ userId: account?.id, day }])

    const nicolas = { name: "Nicolas", email: "nicolas@exemple.fr", password: "le bal du 15" }
    expect(await send(signUpPage, "/inscription", { ...nicolas, retour: path })).toMatchObject({
      status: 303,
      to: path,
    })
    expect(await held()).toEqual([{ userId: account?.id, day }])
  })

  test("a wrong sign-in says so and keeps the typed values but the password @M-sign-in", async () => {
    await signedUp(camille)
    const answer = await send(signInPage, "/connexion", { email, password: "au hasard", retour: "/account" })
    expect(answer).toMatchObject({
      status: 422,
      data: { errors: { form: "Adresse e-mail ou mot de passe incorrect" }, values: { email, retour: "/account" } },
    })
    expect(JSON.stringify(answer.data)).not.toContain("au hasard")
    expect(answer.headers.getSetCookie()).toEqual([])
  })

  test("the page says how long to wait after too many attempts @M-too-many", async () => {
    vi.useFakeTimers({ toFake: ["Date"] })
    onTestFinished(() => void vi.useRealTimers())
    for (let attempt = 0; attempt < 5; attempt++) await send(signInPage, "/connexion", { email, password: "au hasard" })
    const answer = await send(signInPage, "/connexion", { email, password: "au hasard" })
    expect(answer.status).toBe(429)
    expect(answer.headers.get("retry-after")).toBe("1")
    expect(answer.data).toMatchObject({ errors: { form: "Trop de tentatives. Réessayez dans 1 seconde." } })
  })

  test("a disabled account has its own message", async () => {
    await signedUp(camille)
    await db.update(users).set({ disabledAt: new Date() })
    const answer = await send(signInPage, "/connexion", { email, password })
    expect(answer).toMatchObject({ status: 403, data: { errors: { form: expect.stringContaining("désactivé") } } })
  })

  test.each([
    [{}, "Erreur lors de la connexion"],
    [{ dialogue: "1" }, "Une erreur est survenue"],
  ])("an impossible sign-in says so: %o @M-sign-in @M-auth-dialog", async (more, text) => {
    await pool.query("alter table throttles rename to throttles_away")
    try {
      const answer = await send(signInPage, "/connexion", { email, password, ...more })
      expect(answer).toMatchObject({ status: 503, data: { errors: { form: text }, values: { email } } })
    } finally {
      await pool.query("alter table throttles_away rename to throttles")
    }
  })

  test("the sign-in page is hidden from signed-in visitors", async () => {
    const { request } = await signedUp(camille)
    const args = await routeArgs(
      new Request("http://localhost:3000/connexion?retour=/account", { headers: request.headers }),
    )
    const thrown = await catchThrown(() => signInPage.loader(args as never))
    expect((thrown as Response).headers.get("location")).toBe("/account")
    expect(signInPage.loader((await routeArgs(requestFrom({ path: "/connexion?retour=/account" }))) as never)).toEqual({
      retour: "/account",
      passwordChosen: false,
      codeTooLate: false,
      accountDeleted: false,
    })
  })
})

describe("the sign-up page", () => {
  test("signing up creates the account and goes on, signed in", async () => {
    const answer = await send(signUpPage, "/inscription", { ...camille, retour: "/cart" })
    expect(answer).toMatchObject({ status: 303, to: "/cart" })
    expect((await readVisitor(requestFrom({ setCookies: answer.headers })))?.profile).toMatchObject({
      role: "user",
      phone: null,
    })
  })

  test("signing up stores the telephone number and refuses an invalid one", async () => {
    const wrong = await send(signUpPage, "/inscription", { ...camille, phone: "le soir" })
    expect(wrong).toMatchObject({ status: 422, data: { errors: { phone: expect.stringContaining("pas valable") } } })
    const answer = await send(signUpPage, "/inscription", { ...camille, phone: "06 12 34 56 78" })
    const visitor = await readVisitor(requestFrom({ setCookies: answer.headers }))
    expect(visitor?.profile.phone).toBe("06 12 34 56 78")
  })

  test("an invalid field has its message beside it @M-weak-password", async () => {
    await signedUp(camille)
    const refusal = await send(signUpPage, "/inscription", { ...camille, email: "CAMILLE@exemple.fr" })
    expect(refusal).toMatchObject({
      status: 422,
      data: {
        errors: { email: "Un compte existe déjà avec cette adresse e-mail" },
        values: { email: "CAMILLE@exemple.fr" },
        nextMode: "sign-in",
      },
    })
    const common = await send(signUpPage, "/inscription", { ...camille, password: "motdepasse" })
    expect(common.data).toMatchObject({ errors: { password: expect.stringContaining("plus utilisés") } })
    const empty = await send(signUpPage, "/inscription", {})
    expect(Object.keys(empty.data?.["errors"] ?? {}).sort()).toEqual(["email", "name", "password"])
  })
})

describe("the forgotten-password page", () => {
  const ask = (address: string) => send(forgottenPage, "/mot-de-passe-oublie", { email: address })

  test("the page replies alike to every address, and refuses only an invalid one", async () => {
    await signedUp(camille)
    const [registered, unknown] = [await ask(email), await ask("personne@exemple.fr")]
    expect(registered).toEqual({
      status: 303,
      to: "/mot-de-passe-oublie?envoye",
      headers: expect.any(Headers),
      data: null,
    })
    expect(unknown).toEqual(registered)
    expect(await ask("camille@exemple")).toMatchObject({
      status: 422,
      data: { errors: { email: expect.stringContaining("pas valable") }, values: { email: "camille@exemple" } },
    })
  })

  test("the reset leads back to the booking, from its page and through the mailed link", async () => {
    await signedUp(camille)
    const retour = "/book/5f0c?step=options&date=2027-06-12"
    const way = encodeURIComponent(retour)
    const answer = await send(forgottenPage, "/mot-de-passe-oublie", { email, retour })
    expect(answer.to).toBe(`/mot-de-passe-oublie?envoye&retour=${way}`)
    const again = await routeArgs(requestFrom({ path: answer.to ?? "" }))
    expect(forgottenPage.loader(again as never)).toEqual({ sent: true, retour, canMail: false })
    expect(await send(forgottenPage, "/mot-de-passe-oublie", { email, retour: "//ailleurs.example" })).toMatchObject({
      to: "/mot-de-passe-oublie?envoye",
    })

    const token = await transaction(async (tx) => {
      const [user] = await tx.select().from(users)
      if (!user) throw new Error("There is no account")
      return createMailLink(tx, { userId: user.id, email }, "password", new Date(Date.now() + 60_000))
    })
    const chosen = { password: "guirlandes et accordéon", confirmation: "guirlandes et accordéon" }
    const page = `/nouveau-mot-de-passe/${token}?retour=${way}`
    const args = await routeArgs(postRequest(page, chosen), { token })
    const entered = (await choosePage.action(args as never)) as unknown as Response
    expect(entered.headers.get("location")).toBe(`/connexion?mot-de-passe&retour=${way}`)
    expect(await choosePage.loader(args as never)).toMatchObject({ data: { dead: "unknown-link", retour } })
  })

  test("the page says how long to wait", async () => {
    for (let time = 0; time < 3; time++) await ask(email)
    const answer = await ask(email)
    expect(answer).toMatchObject({
      status: 429,
      data: { errors: { form: "Trop de tentatives. Réessayez dans 15 minutes." }, values: { email } },
    })
    expect(answer.headers.get("retry-after")).toBe("900")
  })

  test("an impossible reset says so", async () => {
    await pool.query("alter table throttles rename to throttles_away")
    try {
      expect(await ask(email)).toMatchObject({
        status: 503,
        data: { errors: { form: "Le lien n’a pas pu être envoyé. Réessayez dans un instant." }, values: { email } },
      })
    } finally {
      await pool.query("alter table throttles_away rename to throttles")
    }
  })
})

describe("the page to request a confirmation link", () => {
  const ask = (address: string) => send(verificationPage, "/verification", { email: address })
  const loadVerification = async (from: Request) => verificationPage.loader((await routeArgs(from)) as never)

  test("the page replies alike to every address, and says how long to wait @R-verification", async () => {
    await signedUp(camille)
    const [registered, unknown] = [await ask(email), await ask("personne@exemple.fr")]
    expect(registered).toEqual({ status: 303, to: "/verification?envoye", headers: expect.any(Headers), data: null })
    expect(unknown).toEqual(registered)
    expect(await ask("camille@exemple")).toMatchObject({ status: 422, data: { values: { email: "camille@exemple" } } })
    for (let time = 0; time < 2; time++) await ask(email)
    expect(await ask(email)).toMatchObject({ status: 429, data: { values: { email } } })
  })

  test("the page shows a signed-in visitor's own address, and none to a stranger", async () => {
    const { request } = await signedUp(camille)
    expect(await loadVerification(request)).toEqual({
      sent: false,
      canMail: false,
      own: { email, isVerified: false },
    })
    expect(await loadVerification(requestFrom())).toEqual({ sent: false, canMail: false, own: null })
  })
})

describe("the sign-out page", () => {
  test("opening the sign-out page signs nobody out", async () => {
    const { request } = await signedUp(camille)
    expect(signOutPage.loader((await routeArgs(request)) as never)).toBeNull()
    expect(await readVisitor(request)).not.toBeNull()
  })

  test("the sign-out button ends the session and leads home", async () => {
    const { request } = await signedUp(camille)
    const answer = await send(signOutPage, "/deconnexion", {}, request)
    expect(answer).toMatchObject({ status: 303, to: "/" })
    expect(await readVisitor(request)).toBeNull()
  })
})

describe("the session data of an open page", () => {
  const look = async ({ headers }: Request) =>
    session.loader((await routeArgs(new Request("http://localhost:3000/api/session", { headers }))) as never)
  const renew = async (from: Request) =>
    session.action((await routeArgs(postRequest("/api/session", {}, from))) as never)

  test("the data name the person, the role and the expiry, and never the token @E-session @C-auth-session @R-api-session", async () => {
    const { request } = await signedUp(camille)
    const answer = await look(request)
    const text = await answer.text()
    const [row] = await db.select().from(sessions)
    expect(answer.headers.get("cache-control")).toBe("no-store")
    expect(JSON.parse(text)).toEqual({
      user: {
        id: row?.userId,
        email,
        name: "Camille",
        isAdmin: false,
        account_id: row?.userId,
        identities: [{ provider: "email" }],
        factors: [],
      },
      expires_at: Math.floor((row?.expiresAt.getTime() ?? 0) / 1000),
      expires_in: expect.any(Number),
    })
    expect(text).not.toContain(sessionToken(request))
  })

  test("the data are empty without a session", async () => {
    expect(await (await look(requestFrom())).json()).toEqual({ user: null, expires_at: null, expires_in: null })
  })

  test("the session is extended on request, not by reading it", async () => {
    const { request } = await signedUp(camille)
    const soon = new Date(Date.now() + 80_000)
    await db.update(sessions).set({ expiresAt: soon })
    const looked: { expires_in: number } = await (await look(request)).json()
    expect(looked.expires_in).toBeLessThanOrEqual(80)
    const renewed: { expires_in: number } = await (await renew(request)).json()
    expect(renewed.expires_in).toBeGreaterThan(6 * 24 * 60 * 60)
  })

  test("an ended session cannot be extended @S-session-dropped @M-session-missing", async () => {
    const { request } = await signedUp(camille)
    await db.delete(sessions)
    const answer = await renew(request)
    expect(answer.status).toBe(401)
    expect(await answer.json()).toMatchObject({ user: null, error: "Auth session missing!" })
  })
})

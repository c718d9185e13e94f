import { eq } from "drizzle-orm"
import { beforeEach, expect, test } from "vitest"
import { requireStaff } from "../../app/http/visitor.server.ts"
import { routeArgs, catchThrown, runMiddleware } from "./browser.ts"
import * as wellKnown from "../../app/machine/change-password.ts"
import { db } from "../../server/platform/database.server.ts"
import { profiles, users } from "../../server/platform/schema/accounts.ts"
import { deleteAllAccounts, requestFrom, signedUp } from "../../server/accounts/auth/accounts.fixture.ts"
import { changePassword } from "../../server/accounts/auth/change-password.ts"
import { signIn } from "../../server/accounts/auth/sign-in.ts"
import { type Visitor, readVisitor } from "../../server/accounts/auth/visitor.ts"

beforeEach(deleteAllAccounts)

const camille = { name: "Camille", email: "camille@exemple.fr", password: "bal du 14" }
const longer = "le grand bal du quatorze"

async function signedIn(password = camille.password): Promise<{ request: Request; visitor: Visitor }> {
  const answer = await signIn({ ...camille, password }, requestFrom())
  if (!answer.ok) throw new Error(`refused: ${answer.error.kind}`)
  const request = requestFrom({ setCookies: answer.value.headers, path: "/admin/users" })
  const visitor = await readVisitor(request)
  if (!visitor) throw new Error("Nobody is signed in")
  return { request, visitor }
}

test("a new password replaces the old one and ends the person's other sessions @R-account-password @C-auth-password", async () => {
  const phone = await signedUp(camille)
  const { request, visitor } = await signedIn()
  expect(await changePassword(visitor, { current: camille.password, next: longer })).toEqual({ ok: true, value: null })
  expect(await readVisitor(request)).not.toBeNull()
  expect(await readVisitor(phone.request)).toBeNull()
  expect(await signIn(camille, requestFrom())).toEqual({ ok: false, error: { kind: "wrong-credentials" } })
  expect((await signIn({ ...camille, password: longer }, requestFrom())).ok).toBe(true)
})

test("a wrong current password changes nothing and slows the next attempts", async () => {
  await signedUp(camille)
  const { visitor } = await signedIn()
  // All at one moment: on a busy machine the sixth attempt may come after its delay.
  const now = new Date()
  for (let time = 0; time < 5; time++) {
    expect(await changePassword(visitor, { current: "au hasard", next: longer }, now)).toEqual({
      ok: false,
      error: { kind: "wrong-password" },
    })
  }
  expect(await changePassword(visitor, { current: camille.password, next: longer }, now)).toMatchObject({
    ok: false,
    error: { kind: "throttled" },
  })
})

test("a weak password is refused with the reason, and an administrator's needs twelve characters @V-password-change", async () => {
  await signedUp(camille)
  const customer = await signedIn()
  expect(await changePassword(customer.visitor, { current: camille.password, next: "azerty" })).toMatchObject({
    ok: false,
    error: { kind: "weak-password" },
  })
  await db.update(profiles).set({ role: "admin" })
  const { visitor } = await signedIn()
  expect(await changePassword(visitor, { current: camille.password, next: "bal du 15" })).toEqual({
    ok: false,
    error: { kind: "weak-password", problem: "too-short" },
  })
})

test("a new administrator with a short password chooses a longer one before the back office opens", async () => {
  await signedUp(camille)
  await db.update(profiles).set({ role: "admin" })
  const { request, visitor } = await signedIn()
  const { context } = await routeArgs(request)
  const thrown = await catchThrown(() => requireStaff(context))
  expect(thrown instanceof Response && thrown.headers.get("location")).toBe("/mot-de-passe?retour=%2Fadmin%2Fusers")
  expect((await changePassword(visitor, { current: camille.password, next: longer })).ok).toBe(true)
  const later = await routeArgs(request)
  expect(requireStaff(later.context).isAdmin).toBe(true)
  await signedIn(longer)
  expect((await db.select().from(users).where(eq(users.email, camille.email)))[0]?.passwordRenewalDue).toBe(false)
})

test("a customer may keep a short password", async () => {
  await signedUp(camille)
  const { visitor } = await signedIn()
  expect(visitor.user.passwordRenewalDue).toBe(false)
})

test("password managers are led to the password page, through sign-in where it is needed", async () => {
  const path = "/.well-known/change-password"
  const [middleware = () => undefined] = wellKnown.middleware
  const thrown = await catchThrown(async () => runMiddleware(middleware, await routeArgs(requestFrom({ path }))))
  expect((thrown as Response).headers.get("location")).toBe(`/connexion?retour=${encodeURIComponent(path)}`)

  await signedUp(camille)
  const answer = await signIn(camille, requestFrom())
  if (!answer.ok) throw new Error("refused")
  await runMiddleware(middleware, await routeArgs(requestFrom({ setCookies: answer.value.headers, path })))
  expect(wellKnown.loader().status).toBe(302)
  expect(wellKnown.loader().headers.get("location")).toBe("/mot-de-passe")
})

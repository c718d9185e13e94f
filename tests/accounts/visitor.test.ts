import { RouterContextProvider } from "react-router"
import { beforeEach, describe, expect, test, vi } from "vitest"
import {
  staffOnly,
  customerOnly,
  getVisitor,
  requireStaff,
  requireCustomer,
  sameOriginOnly,
} from "../../app/http/visitor.server.ts"
import { deleteAllAccounts, requestFrom, signedUp } from "../../server/accounts/auth/accounts.fixture.ts"
import { hasJustSignedUp, readVisitor } from "../../server/accounts/auth/visitor.ts"
import { signOut } from "../../server/accounts/auth/sign-out.ts"
import { db, pool } from "../../server/platform/database.server.ts"
import { profiles } from "../../server/platform/schema/accounts.ts"
import { postRequest, routeArgs, runMiddleware, catchThrown } from "./browser.ts"

beforeEach(deleteAllAccounts)

const camille = { name: "Camille", email: "camille@exemple.fr", password: "le bal du 14" }
const at = (path: string, from: Request) => new Request(new URL(path, from.url), { headers: from.headers })

async function sentTo(work: () => unknown): Promise<string | null> {
  const thrown = await catchThrown(work)
  if (!(thrown instanceof Response)) throw thrown
  expect([302, 303]).toContain(thrown.status)
  return thrown.headers.get("location")
}

describe("a page for signed-in visitors", () => {
  test("the page knows the signed-in visitor @S-auth-state", async () => {
    const { request } = await signedUp(camille)
    const { context } = await routeArgs(at("/account", request))
    expect(requireCustomer(context).profile.name).toBe("Camille")
    expect(requireCustomer(context)).toBe(getVisitor(context))
  })

  test("the page sends anybody else to sign in, and back again", async () => {
    const args = await routeArgs(requestFrom({ path: "/account?onglet=reservations" }))
    expect(await sentTo(() => runMiddleware(customerOnly, args))).toBe(
      "/connexion?retour=%2Faccount%3Fonglet%3Dreservations",
    )
  })

  test("signing in leads back to the page of a form, not to the form's target", async () => {
    const request = postRequest("/cart/ajouter", {})
    request.headers.set("referer", "http://localhost:3000/product/1?jour=2027-06-12")
    const { context } = await routeArgs(request)
    expect(await sentTo(() => requireCustomer(context))).toBe("/connexion?retour=%2Fproduct%2F1%3Fjour%3D2027-06-12")
  })

  test("the page has no visitor after signing out", async () => {
    const { request } = await signedUp(camille)
    await signOut(request)
    const { context } = await routeArgs(request)
    expect(getVisitor(context)).toBeNull()
  })
})

test("an account counts as new for a moment, and not after a sign-in", async () => {
  const { request } = await signedUp(camille)
  const visitor = await readVisitor(request)
  if (!visitor) throw new Error("Nobody is signed in")
  const { createdAt } = visitor.profile
  const after = (seconds: number) => new Date(createdAt.getTime() + seconds * 1_000)
  expect(hasJustSignedUp(visitor, after(14))).toBe(true)
  expect(hasJustSignedUp(visitor, after(16))).toBe(false)
  const again = { profile: { ...visitor.profile, lastSignInAt: after(8) } }
  expect(hasJustSignedUp(again, after(14))).toBe(false)
  expect(hasJustSignedUp({ profile: { ...visitor.profile, lastSignInAt: null } }, after(14))).toBe(false)
})

describe("the back office", () => {
  test("the back office sends a customer home @P-admin-area", async () => {
    const { request } = await signedUp(camille)
    const args = await routeArgs(at("/admin/bookings", request))
    expect(await sentTo(() => runMiddleware(staffOnly, args))).toBe("/")
    expect(await sentTo(() => requireStaff(args.context))).toBe("/")
  })

  test("the back office sends a stranger home", async () => {
    const args = await routeArgs(requestFrom({ path: "/admin/bookings" }))
    expect(await sentTo(() => runMiddleware(staffOnly, args))).toBe("/")
  })

  test("the back office admits an administrator until the role is revoked @P-admin-area", async () => {
    const { request } = await signedUp(camille)
    await db.update(profiles).set({ role: "admin" })
    const { context } = await routeArgs(request)
    expect(requireStaff(context).isAdmin).toBe(true)
    await db.update(profiles).set({ role: "user" })
    const later = await routeArgs(request)
    expect(await sentTo(() => requireStaff(later.context))).toBe("/")
  })
})

describe("reading the session", () => {
  test("the session is read once per request, and not at all without a cookie", async () => {
    const { request } = await signedUp(camille)
    const querySpy = vi.spyOn(pool, "query")
    await routeArgs(requestFrom())
    expect(querySpy).not.toHaveBeenCalled()
    const { context } = await routeArgs(request)
    getVisitor(context)
    requireCustomer(context)
    expect(querySpy).toHaveBeenCalledTimes(1)
    querySpy.mockRestore()
  })

  test("a failed read breaks only the pages that need the session", async () => {
    const { request } = await signedUp(camille)
    await pool.query("alter table sessions rename to sessions_away")
    try {
      const { context } = await routeArgs(request)
      expect(() => getVisitor(context)).toThrow()
    } finally {
      await pool.query("alter table sessions_away rename to sessions")
    }
  })

  test("a route without the middleware fails instead of treating everybody as a stranger", async () => {
    expect(getVisitor((await routeArgs(requestFrom())).context)).toBeNull()
    expect(() => getVisitor(new RouterContextProvider())).toThrow()
  })
})

describe("a form sent from another site", () => {
  test("a form from another site is refused with 403 and a sentence, before its body is read", async () => {
    const request = postRequest("/deconnexion", {})
    request.headers.set("origin", "https://ailleurs.example")
    const thrown = await catchThrown(async () => runMiddleware(sameOriginOnly, await routeArgs(request)))
    expect(thrown).toMatchObject({
      init: { status: 403 },
      data: { message: expect.stringContaining("rien n’a été enregistré") },
    })
  })

  test("a form from our own site is accepted", async () => {
    await runMiddleware(sameOriginOnly, await routeArgs(postRequest("/deconnexion", {})))
  })
})

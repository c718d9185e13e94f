import { RouterContextProvider } from "react-router"
import { beforeEach, describe, expect, test, vi } from "vitest"
import {
  administratorOnly,
  customerOnly,
  getVisitor,
  requireAdministrator,
  requireCustomer,
  sameOriginOnly,
} from "../../app/http/visitor.server.ts"
import { forgetAccounts, requestFrom, signedUp } from "../../server/accounts/auth/accounts.fixture.ts"
import { hasJustSignedUp, readVisitor } from "../../server/accounts/auth/visitor.ts"
import { signOut } from "../../server/accounts/auth/sign-out.ts"
import { db, pool } from "../../server/platform/database.server.ts"
import { profiles } from "../../server/platform/schema/accounts.ts"
import { posted, routeArgs, runMiddleware, thrownBy } from "./browser.ts"

beforeEach(forgetAccounts)

const camille = { name: "Camille", email: "camille@exemple.fr", password: "le bal du 14" }
const at = (path: string, from: Request) => new Request(new URL(path, from.url), { headers: from.headers })

async function sentTo(work: () => unknown): Promise<string | null> {
  const thrown = await thrownBy(work)
  if (!(thrown instanceof Response)) throw thrown
  expect([302, 303]).toContain(thrown.status)
  return thrown.headers.get("location")
}

describe("A page for signed-in people", () => {
  test("knows who asks @S-auth-state", async () => {
    const { request } = await signedUp(camille)
    const { context } = await routeArgs(at("/account", request))
    expect(requireCustomer(context).profile.name).toBe("Camille")
    expect(requireCustomer(context)).toBe(getVisitor(context))
  })

  test("sends anybody else to sign in, and back to where they were", async () => {
    const args = await routeArgs(requestFrom({ path: "/account?onglet=reservations" }))
    expect(await sentTo(() => runMiddleware(customerOnly, args))).toBe(
      "/connexion?retour=%2Faccount%3Fonglet%3Dreservations",
    )
  })

  test("brings back to the page a form was sent from, not to where it was sent", async () => {
    const request = posted("/cart/ajouter", {})
    request.headers.set("referer", "http://localhost:3000/product/1?jour=2027-06-12")
    const { context } = await routeArgs(request)
    expect(await sentTo(() => requireCustomer(context))).toBe("/connexion?retour=%2Fproduct%2F1%3Fjour%3D2027-06-12")
  })

  test("knows nobody any more once they have signed out", async () => {
    const { request } = await signedUp(camille)
    await signOut(request)
    const { context } = await routeArgs(request)
    expect(getVisitor(context)).toBeNull()
  })
})

test("a new account is new for a moment, and no longer once it has been signed in to", async () => {
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

describe("The back office", () => {
  test("sends a customer home @P-admin-area", async () => {
    const { request } = await signedUp(camille)
    const args = await routeArgs(at("/admin/bookings", request))
    expect(await sentTo(() => runMiddleware(administratorOnly, args))).toBe("/")
    expect(await sentTo(() => requireAdministrator(args.context))).toBe("/")
  })

  test("sends somebody unknown home", async () => {
    const args = await routeArgs(requestFrom({ path: "/admin/bookings" }))
    expect(await sentTo(() => runMiddleware(administratorOnly, args))).toBe("/")
  })

  test("lets an administrator in, until the role is taken back @P-admin-area", async () => {
    const { request } = await signedUp(camille)
    await db.update(profiles).set({ role: "admin" })
    const { context } = await routeArgs(request)
    expect(requireAdministrator(context).isAdmin).toBe(true)
    await db.update(profiles).set({ role: "user" })
    const later = await routeArgs(request)
    expect(await sentTo(() => requireAdministrator(later.context))).toBe("/")
  })
})

describe("Reading the session", () => {
  test("asks the database once for a request, and not at all without a cookie", async () => {
    const { request } = await signedUp(camille)
    const asked = vi.spyOn(pool, "query")
    await routeArgs(requestFrom())
    expect(asked).not.toHaveBeenCalled()
    const { context } = await routeArgs(request)
    getVisitor(context)
    requireCustomer(context)
    expect(asked).toHaveBeenCalledTimes(1)
    asked.mockRestore()
  })

  test("that fails breaks only the pages that want to know", async () => {
    const { request } = await signedUp(camille)
    await pool.query("alter table sessions rename to sessions_away")
    try {
      const { context } = await routeArgs(request)
      expect(() => getVisitor(context)).toThrow()
    } finally {
      await pool.query("alter table sessions_away rename to sessions")
    }
  })

  test("cannot be forgotten: a route without the middleware fails instead of taking everybody for a stranger", async () => {
    expect(getVisitor((await routeArgs(requestFrom())).context)).toBeNull()
    expect(() => getVisitor(new RouterContextProvider())).toThrow()
  })
})

describe("A form sent from another site", () => {
  test("is refused with 403 and a sentence, before anything is read", async () => {
    const request = posted("/deconnexion", {})
    request.headers.set("origin", "https://ailleurs.example")
    const thrown = await thrownBy(async () => runMiddleware(sameOriginOnly, await routeArgs(request)))
    expect(thrown).toMatchObject({
      init: { status: 403 },
      data: { message: expect.stringContaining("rien n’a été enregistré") },
    })
  })

  test("is let through from ours", async () => {
    await runMiddleware(sameOriginOnly, await routeArgs(posted("/deconnexion", {})))
  })
})

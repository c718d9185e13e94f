import { beforeEach, describe, expect, test } from "vitest"
import { db } from "../../platform/database.server.ts"
import { sessions } from "../../platform/schema/accounts.ts"
import { deleteAllAccounts, requestFrom, signedUp } from "./accounts.fixture.ts"
import { renewSession, sessionDigest } from "./sessions.ts"
import { readVisitor } from "./visitor.ts"

beforeEach(deleteAllAccounts)

const camille = { name: "Camille", email: "camille@exemple.fr", password: "le bal du 14" }
const day = 24 * 60 * 60 * 1000

async function openedAt(opened: Date): Promise<Request> {
  const { request } = await signedUp(camille)
  await db.update(sessions).set({ createdAt: opened, expiresAt: new Date(opened.getTime() + 7 * day) })
  return request
}

describe("the cookie of a session", () => {
  test("the cookie is hidden from scripts and other sites, and lasts 30 days @E-sessions-table", async () => {
    const { setCookies } = await signedUp(camille)
    const cookies = setCookies.getSetCookie()
    expect(cookies.map((cookie) => cookie.split("=")[0])).toEqual(["guinguette.session_token", "guinguette.device"])
    expect(cookies[0]).toMatch(/^guinguette\.session_token=/)
    for (const attribute of ["HttpOnly", "SameSite=Lax", "Path=/", "Max-Age=2592000"])
      expect(cookies[0]).toContain(attribute)
    expect(cookies[0]).not.toContain("Domain")
  })

  test("a changed, truncated or unsigned cookie opens nothing", async () => {
    const { request } = await signedUp(camille)
    const [cookie = ""] = request.headers.get("cookie")?.split("; ") ?? []
    const [stored] = await db.select().from(sessions)
    const name = cookie.split("=")[0]
    const bare = `${name}=${stored?.tokenDigest}`
    const forged = [
      bare,
      `${bare}.`,
      `${bare}.AAAA`,
      cookie.slice(0, -8),
      cookie.replace("=", "=x"),
      `${name}=%E0%A4%A`,
      `${name}=`,
    ]
    for (const text of forged) {
      const request = requestFrom()
      request.headers.set("cookie", text)
      expect(await readVisitor(request), text).toBeNull()
    }
    expect(sessionDigest(request)).toBe(stored?.tokenDigest)
  })

  test("the cookie is found among others", async () => {
    const { request } = await signedUp(camille)
    request.headers.set("cookie", `cookiePreferences=%7B%7D; ${request.headers.get("cookie")}; autre=1`)
    expect(await readVisitor(request)).not.toBeNull()
  })
})

describe("the lifetime of a session", () => {
  const opened = new Date("2027-06-01T08:00:00Z")
  const after = (milliseconds: number) => new Date(opened.getTime() + milliseconds)

  test("a session ends after 7 days without a visit", async () => {
    const request = await openedAt(opened)
    expect(await readVisitor(request, { at: after(7 * day) })).toBeNull()
    expect(await readVisitor(request, { at: after(7 * day - 1000) })).not.toBeNull()
  })

  test("a session goes on with regular visits, but ends 30 days after it was opened", async () => {
    const request = await openedAt(opened)
    for (let days = 3; days < 30; days += 3) {
      const visitor = await readVisitor(request, { at: after(days * day) })
      expect(visitor?.session.expiresAt.getTime()).toBe(
        Math.min(after((days + 7) * day).getTime(), after(30 * day).getTime()),
      )
    }
    expect(await readVisitor(request, { at: after(30 * day - 1000) })).not.toBeNull()
    expect(await readVisitor(request, { at: after(30 * day) })).toBeNull()
  })

  test("a session ends 30 days after it was opened, whatever its row says", async () => {
    const request = await openedAt(opened)
    await db.update(sessions).set({ expiresAt: after(365 * day) })
    expect(await readVisitor(request, { at: after(30 * day) })).toBeNull()
  })

  test("a session is written once a day, not by each page", async () => {
    const request = await openedAt(opened)
    const first = await readVisitor(request, { at: after(day / 2) })
    expect(first?.session.expiresAt).toEqual(after(7 * day))
    const second = await readVisitor(request, { at: after(1.5 * day) })
    expect(second?.session.expiresAt).toEqual(after(8.5 * day))
  })

  test("a session is not prolonged by a check", async () => {
    const request = await openedAt(opened)
    await readVisitor(request, { at: after(3 * day), renew: false })
    expect(await readVisitor(request, { at: after(7 * day), renew: false })).toBeNull()
  })

  test("an ended session cannot be renewed", async () => {
    await openedAt(opened)
    const [row] = await db.select().from(sessions)
    expect(await renewSession(row?.id ?? crypto.randomUUID(), after(6 * day))).toEqual(after(13 * day))
    expect(await renewSession(row?.id ?? crypto.randomUUID(), after(14 * day))).toBeNull()
  })
})

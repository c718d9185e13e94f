import { asc, eq } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { countViews } from "../../app/site/frame/counted-view.server.ts"
import { visitorContext } from "../../app/http/visitor.server.ts"
import { deleteAllAccounts, signedUp } from "../../server/accounts/auth/accounts.fixture.ts"
import { cookieChoiceHeader } from "../../server/shop/content/cookie-consent.ts"
import { db } from "../../server/platform/database.server.ts"
import { profiles } from "../../server/platform/schema/accounts.ts"
import { pageViews } from "../../server/platform/schema/statistics.ts"
import { writePageViews } from "../../server/reports/statistics/page-views.ts"
import { routeArgs } from "../accounts/browser.ts"

beforeEach(async () => {
  await writePageViews()
  await db.delete(pageViews)
  await deleteAllAccounts()
})

const product = "0b9c6f5e-2c1a-4d3b-8e7f-1a2b3c4d5e6f"
const someone = { name: "Élodie", email: "elodie@exemple.example", password: "lampions-et-guirlandes" }

type Visit = {
  path?: string
  pattern?: string
  params?: Record<string, string>
  /** null before an answer. */
  analytics?: boolean | null
  headers?: Record<string, string>
  session?: string
  status?: number
}

async function visit({
  path = "/catalog",
  pattern = path,
  params = {},
  analytics = true,
  headers = {},
  session = "",
  status = 200,
}: Visit = {}) {
  const choice =
    analytics === null
      ? ""
      : (cookieChoiceHeader({ analytics, marketing: false, chosenAt: new Date() }).split(";")[0] ?? "")
  const request = new Request(`http://localhost:3000${path}`, {
    headers: {
      host: "localhost:3000",
      "user-agent": "Mozilla/5.0 Firefox/140.0",
      cookie: [session, choice].filter(Boolean).join("; "),
      ...headers,
    },
  })
  const args = { ...(await routeArgs(request, params)), pattern }
  args.url.pathname = args.url.pathname.replace(/(\/_)?\.data$/, "") || "/"
  return { answer: await countViews(args, () => Promise.resolve(new Response("page", { status }))), args }
}

async function readCounts(): Promise<Record<string, number>> {
  await writePageViews()
  const rows = await db.select().from(pageViews).orderBy(asc(pageViews.page))
  return Object.fromEntries(rows.map(({ page, views }) => [page, views]))
}

describe("the page counter", () => {
  test("a visitor who refuses or has not answered is not counted (D23) @R-cookies-analytics", async () => {
    await visit({ analytics: false })
    await visit({ analytics: null })
    expect(await readCounts()).toEqual({})
  })

  test("each page is counted once for a visitor who accepts, however its data is requested @R-cookies-analytics", async () => {
    await visit({ path: "/", pattern: "/" })
    await visit({
      path: "/catalog.data?_routes=root",
      pattern: "/catalog",
      headers: { referer: "http://localhost:3000/" },
    })
    await visit({
      path: "/catalog.data?date=2027-06-12",
      pattern: "/catalog",
      headers: { referer: "http://localhost:3000/catalog" },
    })
    expect(await readCounts()).toEqual({ "/": 1, "/catalog": 1 })
  })

  test("a product is counted by its id, whatever follows in the address", async () => {
    await visit({ path: `/product/${product}?mois=2027-06`, pattern: "/product/:id", params: { id: product } })
    expect(await readCounts()).toEqual({ [`/product/${product}`]: 1 })
  })

  test("the counted page is passed on unchanged", async () => {
    const { answer } = await visit()
    if (!answer) throw new Error("There is no answer")
    expect([answer.status, await answer.text()]).toEqual([200, "page"])
  })

  test.each([404, 302, 500])("a page that was not displayed is not counted (%i)", async (status) => {
    await visit({ path: `/product/${product}`, pattern: "/product/:id", params: { id: product }, status })
    expect(await readCounts()).toEqual({})
  })

  test("robots, objecting browsers and prefetches are not counted", async () => {
    await visit({ headers: { "user-agent": "Googlebot/2.1" } })
    await visit({ headers: { dnt: "1" } })
    await visit({ headers: { "sec-gpc": "1" } })
    await visit({ headers: { "sec-purpose": "prefetch;prerender" } })
    expect(await readCounts()).toEqual({})
  })

  test("a signed-in customer is counted, and an administrator is not", async () => {
    const { request } = await signedUp(someone)
    const session = request.headers.get("cookie") ?? ""
    await visit({ session })
    expect(await readCounts()).toEqual({ "/catalog": 1 })
    await db.update(profiles).set({ role: "admin" }).where(eq(profiles.email, someone.email))
    await visit({ session })
    expect(await readCounts()).toEqual({ "/catalog": 1 })
  })

  test("a visitor whose role cannot be read is not counted, and still gets the page", async () => {
    const { args } = await visit({ analytics: null })
    args.context.set(visitorContext, {
      visitorResult: { ok: false, error: new Error("away") },
      path: "/catalog",
      pattern: "/catalog",
    })
    args.request.headers.set("cookie", cookieChoiceHeader({ analytics: true, marketing: false, chosenAt: new Date() }))
    const answer = await countViews({ ...args, pattern: "/catalog" }, () => Promise.resolve(new Response("page")))
    expect(answer?.status).toBe(200)
    expect(await readCounts()).toEqual({})
  })
})

import { asc, eq } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { countedView } from "../../app/site/frame/counted-view.server.ts"
import { visitorContext } from "../../app/http/visitor.server.ts"
import { forgetAccounts, signedUp } from "../../server/accounts/auth/accounts.fixture.ts"
import { cookieChoiceHeader } from "../../server/shop/content/cookie-consent.ts"
import { db } from "../../server/platform/database.server.ts"
import { profiles } from "../../server/platform/schema/accounts.ts"
import { pageViews } from "../../server/platform/schema/statistics.ts"
import { writePageViews } from "../../server/reports/statistics/page-views.ts"
import { routeArgs } from "../accounts/browser.ts"

beforeEach(async () => {
  await writePageViews()
  await db.delete(pageViews)
  await forgetAccounts()
})

const product = "0b9c6f5e-2c1a-4d3b-8e7f-1a2b3c4d5e6f"
const someone = { name: "Élodie", email: "elodie@exemple.example", password: "lampions-et-guirlandes" }

type Visit = {
  path?: string
  pattern?: string
  params?: Record<string, string>
  /** What was answered about cookies; null: nothing yet. */
  analytics?: boolean | null
  headers?: Record<string, string>
  session?: string
  status?: number
}

/** A page that is asked for and answered. Answers what the visitor gets. */
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
  return { answer: await countedView(args, () => Promise.resolve(new Response("page", { status }))), args }
}

async function counted(): Promise<Record<string, number>> {
  await writePageViews()
  const rows = await db.select().from(pageViews).orderBy(asc(pageViews.page))
  return Object.fromEntries(rows.map(({ page, views }) => [page, views]))
}

describe("the page counter", () => {
  test("counts nothing of who refuses, nor before an answer (D23) @R-cookies-analytics", async () => {
    await visit({ analytics: false })
    await visit({ analytics: null })
    expect(await counted()).toEqual({})
  })

  test("counts each page once for who accepts, however its data is asked for @R-cookies-analytics", async () => {
    await visit({ path: "/", pattern: "/" })
    await visit({
      path: "/catalog.data?_routes=root",
      pattern: "/catalog",
      headers: { referer: "http://localhost:3000/" },
    })
    // The same page again: another day looked at, a form sent.
    await visit({
      path: "/catalog.data?date=2027-06-12",
      pattern: "/catalog",
      headers: { referer: "http://localhost:3000/catalog" },
    })
    expect(await counted()).toEqual({ "/": 1, "/catalog": 1 })
  })

  test("counts a product under its id, whatever follows in the address", async () => {
    await visit({ path: `/product/${product}?mois=2027-06`, pattern: "/product/:id", params: { id: product } })
    expect(await counted()).toEqual({ [`/product/${product}`]: 1 })
  })

  test("hands on the page as it is", async () => {
    const { answer } = await visit()
    if (!answer) throw new Error("There is no answer")
    expect([answer.status, await answer.text()]).toEqual([200, "page"])
  })

  test.each([404, 302, 500])("counts no page that was not shown (%i)", async (status) => {
    await visit({ path: `/product/${product}`, pattern: "/product/:id", params: { id: product }, status })
    expect(await counted()).toEqual({})
  })

  test("counts no robot, no browser that objects, and nothing fetched ahead", async () => {
    await visit({ headers: { "user-agent": "Googlebot/2.1" } })
    await visit({ headers: { dnt: "1" } })
    await visit({ headers: { "sec-gpc": "1" } })
    await visit({ headers: { "sec-purpose": "prefetch;prerender" } })
    expect(await counted()).toEqual({})
  })

  test("counts a customer who is signed in, but no administrator", async () => {
    const { request } = await signedUp(someone)
    const session = request.headers.get("cookie") ?? ""
    await visit({ session })
    expect(await counted()).toEqual({ "/catalog": 1 })
    await db.update(profiles).set({ role: "admin" }).where(eq(profiles.email, someone.email))
    await visit({ session })
    expect(await counted()).toEqual({ "/catalog": 1 })
  })

  test("counts nobody of whom it cannot be read whether they are an administrator, and answers all the same", async () => {
    const { args } = await visit({ analytics: null })
    args.context.set(visitorContext, { reading: { ok: false, error: new Error("away") }, path: "/catalog" })
    args.request.headers.set("cookie", cookieChoiceHeader({ analytics: true, marketing: false, chosenAt: new Date() }))
    const answer = await countedView({ ...args, pattern: "/catalog" }, () => Promise.resolve(new Response("page")))
    expect(answer?.status).toBe(200)
    expect(await counted()).toEqual({})
  })
})

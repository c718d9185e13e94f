import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, expect, test, vi } from "vitest"
import { eq, sql } from "drizzle-orm"
import { recentAnswerLabels } from "../../app/admin/kit/booking/recent-answers.server.ts"
import { loader } from "../../app/machine/live.ts"
import { action as presence } from "../../app/machine/presence.ts"
import { addDays, dayInParis } from "../../domain/day.ts"
import { type Account, ownAccountParty } from "../../domain/accounts/party.ts"
import { requestFrom } from "../../server/accounts/auth/accounts.fixture.ts"
import { openSession } from "../../server/accounts/auth/sessions.ts"
import { readVisitor } from "../../server/accounts/auth/visitor.ts"
import { moveBooking } from "../../server/bookings/answer.ts"
import { placeBooking } from "../../server/bookings/place.ts"
import { db, pool } from "../../server/platform/database.server.ts"
import { startChangeFeed } from "../../server/platform/live/change-feed.ts"
import { installQueue } from "../../server/platform/queue/install-queue.ts"
import { closeQueue } from "../../server/platform/queue/queue.ts"
import { readLiveSince, closeStreams, countStreams, openStreams } from "../../server/platform/live/streams.ts"
import { profiles, sessions, sharedAccounts, users } from "../../server/platform/schema/accounts.ts"
import { startActingFor } from "../../server/accounts/sharing/act-for.ts"
import { routeArgs } from "../accounts/browser.ts"
import { makeCustomer, makeFinanceSettings, makeOrder, makeProduct } from "../factories.ts"
import { freshDatabase } from "../harness/database.ts"

let bell: ReturnType<typeof startChangeFeed>
beforeAll(async () => {
  await freshDatabase()
  await installQueue(pool)
  await makeFinanceSettings()
  // A stalled machine must not count as an unavailable database, which every listener would hear of.
  bell = startChangeFeed({ timeoutMs: 15_000 })
  openStreams(bell)
  await vi.waitUntil(() => bell.refresh(), { timeout: 10_000 })
})
afterAll(async () => {
  closeStreams()
  await bell.stop()
  await closeQueue()
})

type Person = { account: Account; request: Request }

async function signedIn(name: string, role: "user" | "admin" = "user"): Promise<Person> {
  const { id, email } = await makeCustomer({ name, role })
  await db.insert(users).values({ id, name, email, emailVerified: true })
  const setCookies = await openSession(db, id, requestFrom(), new Date())
  return { account: { id, name }, request: requestFrom({ setCookies }) }
}

async function grantee(owner: Account, permission: "view" | "book"): Promise<Person> {
  const person = await signedIn("Paul")
  await db
    .insert(sharedAccounts)
    .values({ ownerId: owner.id, sharedWithId: person.account.id, permissions: [permission] })
  return person
}

async function actAsDelegate(owner: Account, permission: "view" | "book"): Promise<Request> {
  const { request } = await grantee(owner, permission)
  const visitor = await readVisitor(request)
  if (visitor) await startActingFor(visitor, owner.id)
  return request
}

let day = 60
async function makeBooking(owner: Account) {
  const product = await makeProduct()
  const order = makeOrder(product.id, [addDays(dayInParis(new Date()), day++)])
  const answer = await placeBooking({ party: ownAccountParty(owner), order, at: new Date() })
  if (!answer.ok) throw new Error(answer.error.kind)
  return answer.value.booking
}

const open: AbortController[] = []
async function listen(from: Request, topics: string, headers: Record<string, string> = {}): Promise<Response> {
  const connection = new AbortController()
  open.push(connection)
  const request = new Request(`http://localhost:3000/api/live?topics=${topics}`, {
    headers: { ...Object.fromEntries(from.headers), ...headers },
    signal: connection.signal,
  })
  return loader((await routeArgs(request)) as never)
}

async function listenStatus(...args: Parameters<typeof listen>): Promise<number> {
  const { status, body } = await listen(...args)
  await body?.cancel()
  return status
}

test("each topic is for those who may read its subject, and for nobody else", async () => {
  const owner = await signedIn("Ada")
  const booking = await makeBooking(owner.account)
  const product = await makeProduct()
  const people = {
    anonymous: requestFrom(),
    owner: owner.request,
    stranger: (await signedIn("Éloi")).request,
    view: (await grantee(owner.account, "view")).request,
    book: (await grantee(owner.account, "book")).request,
    viewing: await actAsDelegate(owner.account, "view"),
    booking: await actAsDelegate(owner.account, "book"),
    administrator: (await signedIn("Camille", "admin")).request,
  }
  const topics = {
    product: `product.${product.id}`,
    cart: "cart",
    booking: `booking.${booking.number}`,
    missing: "booking.999999",
    bookings: "bookings",
    planning: "planning",
    both: `product.${product.id},bookings`,
  }
  const statuses: Record<string, Record<string, number>> = {}
  for (const [topic, name] of Object.entries(topics)) {
    statuses[topic] = {}
    for (const [who, request] of Object.entries(people)) statuses[topic][who] = await listenStatus(request, name)
  }
  const own = { owner: 200, stranger: 200, view: 200, book: 200, viewing: 200, booking: 200, administrator: 200 }
  const signedInOnly = { anonymous: 403, ...own }
  const others = { owner: 403, stranger: 403, view: 403, book: 403, viewing: 403, booking: 403 }
  const administrators = { anonymous: 403, ...others, administrator: 200 }
  const nobody = { ...administrators, administrator: 403 }
  expect(statuses).toEqual({
    product: { ...signedInOnly, anonymous: 200 },
    cart: { ...signedInOnly, viewing: 403 },
    booking: { ...signedInOnly, stranger: 403 },
    missing: nobody,
    bookings: administrators,
    planning: administrators,
    both: administrators,
  })
  expect(countStreams()).toBe(0)
})

test("an invalid topic, and a request of another site's page, get no stream", async () => {
  const { id } = await makeProduct()
  for (const topics of ["", "cart.", "product", "product.x", "booking.0", "bookings.1", `product.${id}.x`, "users"])
    expect([topics, await listenStatus(requestFrom(), topics)]).toEqual([topics, 400])
  const many = (count: number, name: (n: number) => string) =>
    Array.from({ length: count }, (_, n) => name(n)).join(",")
  expect(
    await listenStatus(
      requestFrom(),
      many(40, () => `product.${randomUUID()}`),
    ),
  ).toBe(400)
  expect(await listenStatus(requestFrom(), "booking.1,booking.2")).toBe(400)
  expect(await listenStatus(requestFrom(), `product.${id}&since=-1`)).toBe(400)
  expect(await listenStatus(requestFrom(), `product.${id}`, { "sec-fetch-site": "cross-site" })).toBe(403)
  expect(await listenStatus(requestFrom(), `product.${id}`, { "sec-fetch-site": "same-origin" })).toBe(200)
})

async function readUntilEnd(response: Response): Promise<string[]> {
  const events = [...(await response.text()).matchAll(/event: (\w+)/g)].map(([, event]) => event ?? "")
  return events.filter((event) => event !== "beat")
}

async function allDelivered(): Promise<void> {
  bell.invalidateNow()
  await vi.waitUntil(() => bell.refresh(), { timeout: 10_000 })
}

test("a stream ends with its rights: the session, the access, the role, the account acted for", async () => {
  const owner = await signedIn("Ada")
  const booking = await makeBooking(owner.account)

  const ended = await signedIn("Béa")
  const device = await listen(ended.request, "cart")
  await db.delete(sessions).where(eq(sessions.userId, ended.account.id))
  expect(await readUntilEnd(device)).toContain("ended")

  const viewer = await grantee(owner.account, "view")
  const shared = await listen(viewer.request, `booking.${booking.number}`)
  await db.delete(sharedAccounts).where(eq(sharedAccounts.sharedWithId, viewer.account.id))
  expect(await readUntilEnd(shared)).toContain("ended")

  const helper = await signedIn("Dan", "admin")
  const desk = await listen(helper.request, "bookings")
  await db.update(profiles).set({ role: "user" }).where(eq(profiles.id, helper.account.id))
  expect(await readUntilEnd(desk)).toContain("ended")

  const orderer = await grantee(owner.account, "book")
  const cart = await listen(orderer.request, "cart")
  const visitor = await readVisitor(orderer.request)
  if (visitor) await startActingFor(visitor, owner.account.id)
  expect(await readUntilEnd(cart)).toContain("ended")

  const disabled = await signedIn("Éva")
  const last = await listen(disabled.request, "cart")
  await db.execute(sql`update users set disabled_at = now() where id = ${disabled.account.id}`)
  expect(await readUntilEnd(last)).toContain("ended")
})

test("a booking's page hears of its answer, and the list says by whom", async () => {
  const owner = await signedIn("Ada")
  const administrator = await signedIn("Camille", "admin")
  const [booking, other] = [await makeBooking(owner.account), await makeBooking(owner.account)]
  const now = new Date()
  await allDelivered()
  const since = `&since=${await readLiveSince()}`
  const page = await listen(owner.request, `booking.${booking.number}${since}`)
  const otherPage = await listen(owner.request, `booking.${other.number}${since}`)
  const by = { kind: "administrator" as const, ...administrator.account }
  expect(
    (await moveBooking({ actor: by, id: booking.id, move: { from: "pending", to: "confirmed" }, at: now })).ok,
  ).toBe(true)
  await allDelivered()
  closeStreams()
  expect((await readUntilEnd(page)).slice(1)).toContain("changed")
  expect((await readUntilEnd(otherPage)).slice(1)).toEqual([])

  expect(await recentAnswerLabels(owner.account.id, now)).toEqual({ [booking.id]: "Confirmée par Camille" })
  expect(await recentAnswerLabels(administrator.account.id, now)).toEqual({ [booking.id]: "Confirmée par vous" })
  expect(await recentAnswerLabels(owner.account.id, new Date(now.getTime() + 11 * 60_000))).toEqual({})
})

test("open pages are announced by and to administrators only, and extend no session", async () => {
  const say = async (from: Request, body: unknown) => {
    const headers = { ...Object.fromEntries(from.headers), "content-type": "application/json" }
    const request = new Request("http://localhost:3000/api/presence", {
      method: "POST",
      headers,
      body: typeof body === "string" ? body : JSON.stringify(body),
    })
    return presence((await routeArgs(request)) as never)
  }
  const [louise, nora] = [await signedIn("Louise", "admin"), await signedIn("Nora", "admin")]
  const here = (tab: string) => ({ tab: tab.repeat(32), places: ["booking:7"] })
  for (const from of [requestFrom(), (await signedIn("Ada")).request]) {
    const refused = await say(from, here("a"))
    expect([refused.status, await refused.json()]).toEqual([403, { others: [] }])
  }
  await db.update(sessions).set({ expiresAt: sql`now() + interval '5 days'` })
  const before = await db.select({ expiresAt: sessions.expiresAt }).from(sessions).orderBy(sessions.id)
  expect(await (await say(louise.request, here("a"))).json()).toEqual({ others: [] })
  const answer = await say(nora.request, here("b"))
  expect([answer.status, await answer.json(), answer.headers.get("cache-control")]).toEqual([
    200,
    { others: ["Louise"] },
    "no-store",
  ])
  expect(await db.select({ expiresAt: sessions.expiresAt }).from(sessions).orderBy(sessions.id)).toEqual(before)
  const tooMany = { tab: "c".repeat(32), places: Array.from({ length: 13 }, (_, index) => `faq:${index}`) }
  for (const body of [
    "",
    "[]",
    "{",
    { tab: "c", places: [] },
    { ...here("c"), places: [""] },
    tooMany,
    "x".repeat(9000),
  ])
    expect((await say(louise.request, body)).status, JSON.stringify(body).slice(0, 40)).toBe(400)
})

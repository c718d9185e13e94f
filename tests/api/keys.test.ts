import { eq } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { MAX_API_KEYS, apiScopes } from "../../domain/api/api-key.ts"
import type { Day } from "../../domain/day.ts"
import { ownAccountParty } from "../../domain/accounts/party.ts"
import { listApiKeys, createApiKey, revokeApiKey } from "../../server/outside/api/keys.ts"
import { authenticateApiKey } from "../../server/outside/api/authenticate-key.ts"
import { requestFrom } from "../../server/accounts/auth/accounts.fixture.ts"
import { digestOf } from "../../server/platform/secrets/secret-token.ts"
import { endSessionsAndKeys, openSession } from "../../server/accounts/auth/sessions.ts"
import { policies } from "../../server/accounts/auth/throttle.ts"
import { placeBooking } from "../../server/bookings/place.ts"
import { db, pool, transaction } from "../../server/platform/database.server.ts"
import { installQueue } from "../../server/platform/queue/install-queue.ts"
import { changeRole } from "../../server/bookings/shifts/edit-person.ts"
import { signInSettings, throttles, users } from "../../server/platform/schema/accounts.ts"
import { apiKeys } from "../../server/platform/schema/api-keys.ts"
import { products } from "../../server/platform/schema/catalog.ts"
import { eventDetails, events } from "../../server/platform/schema/events.ts"
import { checkRequestLine } from "../../server/platform/request/request-line.ts"
import { makeAccountHolder, makeFinanceSettings, makeOrder, makeProduct } from "../factories.ts"
import { freshDatabase } from "../harness/database.ts"
import { administrator, ask, makeKey } from "./ask.ts"

beforeEach(async () => {
  await freshDatabase()
  await installQueue(pool)
})

type Problem = { type: string; title: string; status: number; errors?: { pointer: string; detail: string }[] }
const readProblem = async (answer: Response) => (await answer.json()) as Problem
type ListReply = { data: { id: string; number?: number }[]; nextCursor: string | null }
const readList = async (answer: Response) => (await answer.json()) as ListReply

describe("a key", () => {
  test("a key grants the ticked scopes and nothing else, and only its digest is stored", async () => {
    const key = await makeKey(await administrator(), ["catalogue:read"])
    expect((await ask("/products", { key })).status).toBe(200)
    for (const path of ["/bookings", "/customers", "/payments"]) {
      const refused = await ask(path, { key })
      expect(refused.status).toBe(403)
      expect(refused.headers.get("www-authenticate")).toContain("insufficient_scope")
    }
    const [row] = await db.select().from(apiKeys)
    expect(row).toMatchObject({ tokenDigest: digestOf(key) })
    expect(JSON.stringify(row)).not.toContain(key)
    expect(row?.usedAt).toBeInstanceOf(Date)
  })

  test("a key is the only credential: a session grants nothing", async () => {
    const admin = await administrator()
    const signedIn = requestFrom({ setCookies: await openSession(db, admin.id, requestFrom(), new Date()) })
    const refused = await ask("/products", { headers: { cookie: signedIn.headers.get("cookie") ?? "" } })
    expect(refused.status).toBe(401)
    expect(refused.headers.get("www-authenticate")).toBe('Bearer realm="guinguette"')
    expect(refused.headers.get("access-control-allow-origin")).toBeNull()
    expect((await ask("/products", { key: "guinguette_0" })).status).toBe(401)
  })

  test("a key ends when it is revoked, and the journal records both acts", async () => {
    const admin = await administrator()
    const key = await makeKey(admin)
    const [made] = await listApiKeys()
    if (!made) throw new Error("No key")
    await revokeApiKey(await administrator("Louise"), made.id)
    expect((await ask("/products", { key })).status).toBe(401)
    await revokeApiKey(admin, made.id)
    const acts = await db
      .select({ action: events.action, details: events.details, personal: eventDetails.personal })
      .from(events)
      .innerJoin(eventDetails, eq(eventDetails.eventId, events.id))
      .orderBy(events.id)
    const recorded = { details: { scopes: [...apiScopes] }, personal: { name: made.name } }
    expect(acts).toEqual([
      { action: "person.api-key-made", ...recorded },
      { action: "person.api-key-revoked", ...recorded },
    ])
  })

  test("a key ends when it expires", async () => {
    const admin = await administrator()
    const at = new Date("2027-05-01T09:00:00Z")
    const made = await createApiKey(admin, { name: "Essai", scopes: ["catalogue:read"], days: 30 }, at)
    if (!made.ok) throw new Error(made.error.kind)
    const { secret } = made.value
    expect((await authenticateApiKey(secret, new Date("2027-05-31T08:59:59Z"))).ok).toBe(true)
    expect(await authenticateApiKey(secret, new Date("2027-05-31T09:00:00Z"))).toEqual({
      ok: false,
      error: { kind: "unknown" },
    })
  })

  test("a key ends with its maker's sessions, and with their role", async () => {
    const [camille, louise] = [await administrator(), await administrator("Louise")]
    const first = await makeKey(camille)
    await transaction((tx) => endSessionsAndKeys(tx, camille.id))
    expect((await ask("/products", { key: first })).status).toBe(401)
    const second = await makeKey(camille)
    expect((await changeRole(louise, camille.id, "user")).ok).toBe(true)
    expect(await db.$count(apiKeys)).toBe(0)
    expect((await ask("/products", { key: second })).status).toBe(401)
  })

  test("a key is suspended while its maker is disabled, or owes a password or a second factor", async () => {
    const admin = await administrator()
    const key = await makeKey(admin)
    const change = (values: Partial<typeof users.$inferInsert>) =>
      db.update(users).set(values).where(eq(users.id, admin.id))
    await change({ disabledAt: new Date() })
    expect((await ask("/products", { key })).status).toBe(401)
    await change({ disabledAt: null, passwordRenewalDue: true })
    expect((await ask("/products", { key })).status).toBe(401)
    await change({ passwordRenewalDue: false })
    expect((await ask("/products", { key })).status).toBe(200)
    await db
      .insert(signInSettings)
      .values({ id: 1, secondFactorRoles: ["admin"] })
      .onConflictDoUpdate({ target: signInSettings.id, set: { secondFactorRoles: ["admin"] } })
    expect((await ask("/products", { key })).status).toBe(401)
  })

  test("a key has a rate limit, with the time to come back", async () => {
    const key = await makeKey(await administrator())
    const at = new Date()
    expect((await authenticateApiKey(key, at)).ok).toBe(true)
    await db.update(throttles).set({ attempts: policies.apiKey.free - 1 })
    expect((await authenticateApiKey(key, at)).ok).toBe(true)
    const refused = await authenticateApiKey(key, at)
    expect(refused).toMatchObject({ ok: false, error: { kind: "throttled" } })
  })

  test("a key has a scope, and there are twenty at most", async () => {
    const admin = await administrator()
    expect(await createApiKey(admin, { name: "Rien", scopes: [], days: null })).toMatchObject({ ok: false })
    for (let made = 0; made < MAX_API_KEYS; made++) await makeKey(admin)
    expect(await createApiKey(admin, { name: "Une de trop", scopes: apiScopes, days: null })).toEqual({
      ok: false,
      error: { kind: "too-many", max: MAX_API_KEYS },
    })
  })
})

describe("an API error", () => {
  test("an error is in the caller's language, with its fields", async () => {
    const key = await makeKey(await administrator())
    const inEnglish = await ask("/bookings?limit=0&colour=red", {
      key,
      headers: { "accept-language": "en-GB, fr;q=0.5" },
    })
    expect(inEnglish.status).toBe(422)
    expect(inEnglish.headers.get("content-type")).toContain("application/problem+json")
    const problem = await readProblem(inEnglish)
    expect(problem).toMatchObject({ type: "urn:guinguette:problem:invalid", title: "Invalid request" })
    expect(problem.errors?.map(({ pointer }) => pointer).toSorted()).toEqual(["/query/colour", "/query/limit"])
    const inFrench = await readProblem(await ask("/bookings?limit=0&limit=1", { key }))
    expect(inFrench.title).toBe("Demande incorrecte")
    expect((await readProblem(await ask("/bookings?cursor=abc", { key }))).errors).toEqual([
      { pointer: "/query/cursor", detail: "Ce curseur n’est pas l’un des nôtres." },
    ])
  })

  test("an error has its status", async () => {
    const key = await makeKey(await administrator())
    const statusOf = async (...args: Parameters<typeof ask>) => (await ask(...args)).status
    expect(await statusOf("/nothing", { key })).toBe(404)
    expect(await statusOf("/products/not-an-id", { key })).toBe(404)
    expect(await statusOf("/products/00000000-0000-4000-8000-000000000000", { key })).toBe(404)
    expect(await statusOf("/products", { key, headers: { accept: "text/html" } })).toBe(406)
    const sent = await ask("/products", { key, method: "POST" })
    expect(sent.status).toBe(405)
    expect(sent.headers.get("allow")).toBe("GET, HEAD")
  })

  test("an API address in the framework's .data form is a 404", () => {
    const refusedStatus = (url: string) =>
      checkRequestLine({ method: "GET", url, headers: { host: "localhost" } })?.status
    expect(refusedStatus("/api/v1/products.data")).toBe(404)
    expect(refusedStatus("/api/v1/products.data?x=1")).toBe(404)
    expect(refusedStatus("/catalog.data")).toBeUndefined()
    expect(refusedStatus("/api/v1/products?x=.data")).toBeUndefined()
  })
})

describe("a list", () => {
  test("the list of bookings is newest first whatever their numbers, and continues while others come", async () => {
    await makeFinanceSettings()
    const key = await makeKey(await administrator())
    const product = await makeProduct({ stock: 9 })
    const claire = await makeAccountHolder()
    const place = async (day: Day, time: string) => {
      const at = new Date(`2027-05-01T${time}Z`)
      const placed = await placeBooking({ party: ownAccountParty(claire), order: makeOrder(product.id, [day]), at })
      if (!placed.ok) throw new Error("Not placed")
      return placed.value.booking.id
    }
    const oldest = await place("2027-06-12", "09:00:00.001")
    const newest = await place("2027-06-13", "09:00:00.003")
    const atOnce = [await place("2027-06-14", "09:00:00.002"), await place("2027-06-16", "09:00:00.002")]
    const newestFirst = [newest, ...atOnce.toSorted().toReversed(), oldest]
    const ids: string[] = []
    let cursor: string | null = null
    do {
      const page: ListReply = await readList(
        await ask(`/bookings?limit=1${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ""}`, { key }),
      )
      ids.push(...page.data.map(({ id }) => id))
      if (ids.length === 1) await place("2027-06-15", "09:00:01")
      cursor = page.nextCursor
    } while (cursor !== null)
    expect(ids).toEqual(newestFirst)
  })

  test("the list of customers has each of one moment once, and no erased one", async () => {
    const key = await makeKey(await administrator())
    for (let made = 0; made < 4; made++) await makeAccountHolder()
    await db.execute("update profiles set created_at = '2027-01-01T00:00:00.123456Z'")
    const ids: string[] = []
    let cursor: string | null = ""
    while (cursor !== null) {
      const after: string = cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`
      const page: ListReply = await readList(await ask(`/customers?limit=2${after}`, { key }))
      ids.push(...page.data.map(({ id }) => id))
      cursor = page.nextCursor
    }
    expect(ids).toHaveLength(5)
    expect(new Set(ids).size).toBe(5)
  })

  test("the list of products leaves out unrentable ones, and does not restart when its cursor is gone", async () => {
    const key = await makeKey(await administrator())
    const [one] = [await makeProduct(), await makeProduct(), await makeProduct({ price: 0 })]
    const first = await readList(await ask("/products?limit=1", { key }))
    expect(first.nextCursor).not.toBeNull()
    const rest = `/products?cursor=${encodeURIComponent(first.nextCursor ?? "")}`
    const second = await readList(await ask(rest, { key }))
    expect([second.data.length, second.nextCursor]).toEqual([1, null])
    expect([...first.data, ...second.data].map(({ id }) => id)).toContain(one.id)
    await db.update(products).set({ isActive: false })
    expect((await ask(rest, { key })).status).toBe(422)
  })

  test("an unchanged list is not sent again", async () => {
    const key = await makeKey(await administrator())
    const first = await ask("/products", { key })
    const etag = first.headers.get("etag") ?? ""
    expect((await ask("/products", { key, headers: { "if-none-match": etag } })).status).toBe(304)
    await makeProduct()
    expect((await ask("/products", { key, headers: { "if-none-match": etag } })).status).toBe(200)
  })
})

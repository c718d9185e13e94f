import { AsyncLocalStorage } from "node:async_hooks"
import type { IncomingMessage } from "node:http"
import { type AddressInfo, type Socket, connect, createServer } from "node:net"
import { sql } from "drizzle-orm"
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import { makeProduct, withoutTriggers } from "../../../tests/factories.ts"
import { patient } from "../../../tests/harness/patient.ts"
import { type ChangeFeed, startChangeFeed } from "../live/change-feed.ts"
import { db, pool, transaction } from "../database.server.ts"
import { occupyDay } from "../../../tests/unit-days.ts"
import { findNextTimedChange } from "../../availability/next-change.ts"
import { log } from "../log.ts"
import { faqEntries } from "../schema/content.ts"
import { matchCacheablePage } from "./cacheable.ts"
import { openPageCache } from "./page-cache.ts"
import { isSharedRendering } from "./shared-rendering.ts"

/** Guaranteed: a request that begins this long after a commit sees it. */
const VISIBLE_WITHIN_MS = 250

type Render = (path: string, request: Request) => Promise<Response>

let rendered: Record<string, number> = {}
const open: ChangeFeed[] = []

const html = (body: unknown, init: ResponseInit = {}) =>
  new Response(String(body), { headers: { "content-type": "text/html; charset=utf-8" }, ...init })

async function value(statement: ReturnType<typeof sql>): Promise<string> {
  const { rows } = await db.execute<{ value: string | null }>(statement)
  return String(rows[0]?.value ?? "")
}

/** "/faq" lists the questions, "/product/:id" shows the number of booked days. */
const render: Render = async (path) => {
  const [, kind, id] = path.split("/")
  if (kind === "faq")
    return html(await value(sql`select string_agg(question, ',' order by question) as value from faq_entries`))
  return html(
    await value(sql`
      select name || ' ' || (select count(*) from unit_days where product_id = products.id
        and (hold_ends_at is null or hold_ends_at > ${new Date().toISOString()}::timestamptz)) as value
      from products where id = ${id}`),
  )
}

async function openShop(show: Render = render, connectionString?: string) {
  const bell = startChangeFeed(connectionString ? { connectionString } : {})
  open.push(bell)
  const cache = openPageCache({
    changeFeed: bell,
    nextChangeByClock: findNextTimedChange,
    render(request) {
      const { pathname } = new URL(request.url)
      rendered[pathname] = (rendered[pathname] ?? 0) + 1
      return show(pathname, request)
    },
  })
  await vi.waitFor(() => expect(bell.refresh()).resolves.toBe(true), { timeout: 10_000 })
  const pageAt = (url: string, cookie = "") => {
    const headers = { host: "boutique.example", cookie }
    const page = matchCacheablePage({ method: "GET", url, headers } as unknown as IncomingMessage)
    if (!page) throw new Error(`${url} is not cacheable`)
    return page
  }
  return {
    /** null when the page is rendered for this visitor. */
    async ask(url: string, cookie?: string): Promise<string | null> {
      const page = pageAt(url, cookie)
      const answer = cache.find(page) ?? (await cache.findOrRender(page))
      return answer?.bodies.identity?.toString() ?? null
    },
    isCached: (url: string) => cache.find(pageAt(url)) !== null,
    size: cache.size,
  }
}

type Shop = Awaited<ReturnType<typeof openShop>>

const occupy = (id: string, day: string) => transaction((tx) => tx.execute(occupyDay(id, day)))

/** Retries, because a paused machine has to poll for changes again. */
async function expectCached(shop: Shop, url: string): Promise<void> {
  await vi.waitFor(async () => {
    await shop.ask(url)
    expect(shop.isCached(url)).toBe(true)
  }, patient)
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

beforeEach(async () => {
  rendered = {}
  await db.execute(sql`delete from faq_entries`)
})
afterEach(async () => {
  vi.useRealTimers()
  await Promise.all(open.splice(0).map((bell) => bell.stop()))
})

const question = (slug: string) => ({ slug, theme: "prix", question: slug, answer: "Oui." })

test("a page is rendered once for a hundred concurrent strangers, outside all of their requests", async () => {
  const requests = new AsyncLocalStorage<number>()
  const scopes: unknown[] = []
  const shop = await openShop((path, request) => {
    scopes.push([requests.getStore(), isSharedRendering(), request.headers.get("cookie")])
    return render(path, request)
  })
  await db.insert(faqEntries).values(question("a"))
  const visitors = Array.from({ length: 100 }, (_, visitor) => requests.run(visitor, () => shop.ask("/faq", "other=1")))
  expect(new Set(await Promise.all(visitors))).toEqual(new Set(["a"]))
  expect(rendered).toEqual({ "/faq": 1 })
  expect(scopes).toEqual([[undefined, true, null]])
  await expectCached(shop, "/faq")
})

test("any change drops every page", async () => {
  const shop = await openShop()
  const { id } = await makeProduct({ name: "Un" })
  for (const url of ["/faq", `/product/${id}`]) await expectCached(shop, url)
  await occupy(id, "2027-06-12")
  await pause(VISIBLE_WITHIN_MS)
  expect([shop.isCached("/faq"), shop.isCached(`/product/${id}`)]).toEqual([false, false])
  expect(await shop.ask(`/product/${id}`)).toBe("Un 1")
})

describe("the guaranteed freshness of cached pages", () => {
  /** Records the start and the result of each request. */
  async function load(shops: readonly Shop[], id: string, until: () => boolean) {
    const answers: { began: number; got: number }[] = []
    const visitor = async (shop: Shop) => {
      while (!until()) {
        const began = performance.now()
        const got = await shop.ask(`/product/${id}`)
        if (got !== null) answers.push({ began, got: Number(got.split(" ")[1]) })
        await pause(Math.random() * 4)
      }
    }
    await Promise.all(shops.flatMap((shop) => Array.from({ length: 6 }, () => visitor(shop))))
    return answers
  }

  test("a committed write is visible in time under load, with two processes, one of them deaf for a while", async () => {
    const wire = await openWire()
    const shops = [await openShop(), await openShop(render, wire.url)]
    const { id } = await makeProduct({ name: "Miroir" })
    const commits: { at: number; count: number }[] = []
    let isOver = false
    const asking = load(shops, id, () => isOver)
    for (let count = 1; count <= 24; count++) {
      await occupy(id, `2027-06-${String(count).padStart(2, "0")}`)
      commits.push({ at: performance.now(), count })
      if (count === 6)
        await db.execute(sql`select pg_terminate_backend(pid) from pg_stat_activity
          where application_name like 'guinguette bell %' and datname = current_database()`)
      // Simulates silence on a connection that stays open.
      if (count === 12) wire.isSilent = true
      if (count === 18) wire.isSilent = false
      await pause(60 + Math.random() * 120)
    }
    await pause(VISIBLE_WITHIN_MS)
    isOver = true
    const answers = await asking
    for (const shop of shops)
      await vi.waitFor(async () => expect(await shop.ask(`/product/${id}`)).toBe("Miroir 24"), { timeout: 10_000 })
    wire.close()
    const stale = answers.filter(({ began, got }) =>
      commits.some(({ at, count }) => began >= at + VISIBLE_WITHIN_MS && got < count),
    )
    expect(stale).toEqual([])
    // Proves that the pages were cached, and not rendered for each request.
    expect(rendered[`/product/${id}`]).toBeLessThan(answers.length / 4)
  })

  test("a transaction committed after others that began later is noticed", async () => {
    const shop = await openShop()
    const late = await pool.connect()
    await late.query("begin")
    await late.query("insert into faq_entries (slug, theme, question, answer) values ('tard', 'prix', 'tard', 'Oui.')")
    await db.insert(faqEntries).values(question("avant"))
    expect(await shop.ask("/faq")).toBe("avant")
    await pause(150)
    expect(await shop.ask("/faq")).toBe("avant")
    await late.query("commit")
    late.release()
    await pause(VISIBLE_WITHIN_MS)
    expect(await shop.ask("/faq")).toBe("avant,tard")
  })

  test("a deaf process serves no cached page, and fresh ones afterwards", async () => {
    const wire = await openWire()
    const shop = await openShop(render, wire.url)
    expect(await shop.ask("/faq")).toBe("")
    await expectCached(shop, "/faq")
    wire.isSilent = true
    await pause(VISIBLE_WITHIN_MS)
    expect(shop.isCached("/faq")).toBe(false)
    expect(await shop.ask("/faq")).toBeNull()
    await db.insert(faqEntries).values(question("c"))
    wire.isSilent = false
    await vi.waitFor(async () => expect(await shop.ask("/faq")).toBe("c"), { timeout: 10_000 })
    wire.close()
  })

  test("a page changed during its rendering goes to earlier requests, and is not cached", async () => {
    const [begun, changed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const shop = await openShop(async (path, request) => {
      const answer = await render(path, request)
      begun.resolve()
      await changed.promise
      return answer
    })
    const first = shop.ask("/faq")
    await begun.promise
    await db.insert(faqEntries).values(question("pendant"))
    await pause(VISIBLE_WITHIN_MS)
    const second = shop.ask("/faq")
    changed.resolve()
    expect([await first, await second]).toEqual(["", "pendant"])
  })

  test("a hold that expires frees its day without a write", async () => {
    const shop = await openShop()
    const { id } = await makeProduct({ name: "Borne" })
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2027-06-01T10:00:00Z") })
    await holdUntil(id, new Date("2027-06-01T10:30:00Z"))
    await expectCached(shop, `/product/${id}`)
    vi.setSystemTime(new Date("2027-06-01T10:29:59Z"))
    await expectCached(shop, `/product/${id}`)
    vi.setSystemTime(new Date("2027-06-01T10:30:00Z"))
    expect(shop.isCached(`/product/${id}`)).toBe(false)
    expect(await shop.ask(`/product/${id}`)).toBe("Borne 0")
  })

  test("every page is rendered again when the day changes in Paris", async () => {
    const shop = await openShop()
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2027-06-01T21:59:00Z") })
    await expectCached(shop, "/faq")
    vi.setSystemTime(new Date("2027-06-01T22:00:00Z"))
    expect(shop.isCached("/faq")).toBe(false)
  })

  test("a write without a notification stays unseen, so the notification is what updates the pages", async () => {
    const shop = await openShop()
    await expectCached(shop, "/faq")
    await withoutTriggers(
      sql`insert into faq_entries (slug, theme, question, answer) values ('s', 'prix', 's', 'Oui.') returning slug`,
    )
    await pause(VISIBLE_WITHIN_MS)
    expect(await shop.ask("/faq")).toBe("")
  })
})

test("a response with a cookie, no-store, a redirect, an error or another type is made for each visitor", async () => {
  const answers = [
    { headers: { "content-type": "text/html", "set-cookie": "a=b" } },
    { headers: { "content-type": "text/html", "cache-control": "no-store" } },
    { headers: { "content-type": "application/json" } },
    { status: 302 },
    { status: 503 },
  ]
  for (const init of answers) {
    const shop = await openShop(() => Promise.resolve(html("", init)))
    expect([init, await shop.ask("/faq"), shop.size().answers]).toEqual([init, null, 0])
  }
})

test("a page that is not found is rendered for each request, and not cached", async () => {
  const shop = await openShop(() => Promise.resolve(html("Introuvable", { status: 404 })))
  expect(await shop.ask("/faq")).toBe("Introuvable")
  expect(await shop.ask("/faq")).toBe("Introuvable")
  expect([rendered["/faq"], shop.size().answers]).toEqual([2, 0])
})

test("a page whose rendering logged a warning is served, and not cached", async () => {
  const shop = await openShop((path, request) => {
    log.warn("A picture could not be read")
    return render(path, request)
  })
  expect(await shop.ask("/faq")).toBe("")
  expect(shop.size().answers).toBe(0)
})

async function holdUntil(productId: string, endsAt: Date): Promise<void> {
  await db.execute(sql`
    with owner as (insert into profiles (id, email, name) values (gen_random_uuid(), gen_random_uuid() || '@exemple.example', 'Lila') returning id),
      cart as (insert into carts (user_id, expires_at) select id, ${endsAt.toISOString()} from owner returning id)
    insert into occupancy (unit_id, product_id, during, kind, cart_id, hold_ends_at)
    select units.id, product_id, rental_range('2027-06-12', '2027-06-12', 0), 'hold', cart.id, ${endsAt.toISOString()}
    from cart, units where product_id = ${productId} and number = 1`)
}

/** Can go silent like a pulled cable: the connection stays open, and nothing arrives. */
async function openWire() {
  const target = new URL(process.env["DATABASE_URL"] ?? "")
  const sockets = new Set<Socket>()
  const wire = { isSilent: false, url: "", close: () => {} }
  const server = createServer((near) => {
    const host = target.searchParams.get("host") ?? target.hostname
    const port = Number(target.port || 5432)
    const far = host.startsWith("/") ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on("data", (bytes: Buffer) => void (wire.isSilent || to.write(bytes)))
      from.on("error", () => to.destroy())
      from.on("close", () => to.destroy())
    }
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const url = new URL(target)
  url.searchParams.delete("host")
  url.hostname = "127.0.0.1"
  url.port = String((server.address() as AddressInfo).port)
  wire.url = url.href
  wire.close = () => {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
  return wire
}

import { randomUUID } from "node:crypto"
import { sql } from "drizzle-orm"
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest"
import { onOwnAccount } from "../../domain/accounts/party.ts"
import type { Day } from "../../domain/day.ts"
import { makeCustomer, makeFinanceSettings, makeOrder, makeProduct, now } from "../../tests/factories.ts"
import { placeBooking } from "../bookings/place.ts"
import { db, pool } from "../database.server.ts"
import { installQueue } from "../jobs/install-queue.ts"
import { closeQueue } from "../jobs/queue.ts"
import { type Bell, hangBell } from "../kept/bell.ts"
import { type Listening, closeStreams, countStreams, limits, liveSince, openStream, openStreams } from "./streams.ts"
import type { Topic } from "./topics.ts"

/** One process: what it hears goes to its streams. */
let bell: Bell
const hang = () =>
  hangBell({
    onChanges: () => undefined,
    onDeaf: () => undefined,
    onTables: () => undefined,
    forget: () => Promise.resolve(),
    also: openStreams(),
  })
let open: AbortController[] = []

beforeAll(async () => {
  await installQueue(pool)
  await makeFinanceSettings()
})
afterAll(closeQueue)
beforeEach(async () => {
  bell = hang()
  await vi.waitUntil(() => bell.ask(), { timeout: 10_000 })
})
afterEach(async () => {
  closeStreams()
  await bell.stop()
  open = []
})

const stranger = (topics: readonly Topic[], more: Partial<Listening> = {}): Listening => {
  const connection = new AbortController()
  open.push(connection)
  return { topics, since: null, address: "203.0.113.7", who: null, signal: connection.signal, ...more }
}

/** A page that listens: what it was told so far, and the last `id`. */
function listen(listening: Listening) {
  const response = openStream(listening)
  if (!(response instanceof Response)) throw new Error(`There is no stream: ${response}`)
  const told = { text: "", ended: false, connection: open.at(-1) as AbortController }
  const events = () => [...told.text.matchAll(/event: (\w+)/g)].map(([, event]) => event)
  const lastId = () => [...told.text.matchAll(/id: (\d+)/g)].at(-1)?.[1] ?? null
  void (async () => {
    const decoder = new TextDecoder()
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) told.text += decoder.decode(chunk)
    told.ended = true
  })()
  return { told, events, lastId }
}

const patient = { timeout: 10_000 }
const block = (product: string, day: string) =>
  sql`insert into occupancy (product_id, unit, day, kind) values (${product}, 1, ${day}, 'block')`
const since = () => BigInt(liveSince() ?? 0)

test("a page is told of a day that was taken elsewhere, and nobody of another product's", async () => {
  const [one, other] = [await makeProduct(), await makeProduct()]
  await bell.ask()
  const page = listen(stranger([{ kind: "product", id: one.id }], { since: since() }))
  const otherPage = listen(stranger([{ kind: "product", id: other.id }], { since: since() }))
  await vi.waitFor(() => expect(page.events()).toEqual(["open"]), patient)
  await db.execute(block(one.id, "2027-06-12"))
  await vi.waitFor(() => expect(page.events()).toEqual(["open", "changed"]), patient)
  expect(otherPage.events()).toEqual(["open"])
})

test("nothing is lost when the transaction that began first commits last", async () => {
  const [late, early] = [await makeProduct(), await makeProduct()]
  const first = await pool.connect()
  try {
    await first.query("begin")
    // It has its number before the other.
    await first.query("insert into occupancy (product_id, unit, day, kind) values ($1, 1, '2027-06-12', 'block')", [
      late.id,
    ])
    await bell.ask()
    const page = listen(stranger([{ kind: "product", id: late.id }], { since: since() }))
    await vi.waitFor(() => expect(page.events()).toEqual(["open"]), patient)
    await db.execute(block(early.id, "2027-06-12"))
    const cut = listen(stranger([{ kind: "product", id: early.id }]))
    await vi.waitFor(() => expect(cut.events()).toContain("changed"), patient)
    // A page that has seen the later transaction, and is away while the earlier one ends.
    const away = { topics: [{ kind: "product", id: late.id }] as const, since: BigInt(cut.lastId() ?? 0) }
    await first.query("commit")
    await vi.waitFor(() => expect(page.events()).toEqual(["open", "changed"]), patient)
    const back = listen(stranger(away.topics, { since: away.since }))
    await vi.waitFor(() => expect(back.events()).toEqual(["changed"]), patient)
  } finally {
    first.release()
  }
})

test("a connection that is cut loses nothing, and tells nothing twice", async () => {
  const product = await makeProduct()
  await bell.ask()
  const page = listen(stranger([{ kind: "product", id: product.id }], { since: since() }))
  await vi.waitFor(() => expect(page.events()).toEqual(["open"]), patient)
  page.told.connection.abort()
  await vi.waitFor(() => expect(page.told.ended).toBe(true), patient)
  await db.execute(block(product.id, "2027-06-13"))
  await vi.waitFor(async () => {
    await bell.ask()
    expect(since()).toBeGreaterThan(BigInt(page.lastId() ?? 0))
  }, patient)
  const back = listen(stranger([{ kind: "product", id: product.id }], { since: BigInt(page.lastId() ?? 0) }))
  await vi.waitFor(() => expect(back.events()).toEqual(["changed"]), patient)
  const again = listen(stranger([{ kind: "product", id: product.id }], { since: BigInt(back.lastId() ?? 0) }))
  await vi.waitFor(() => expect(again.events()).toEqual(["open"]), patient)
})

test("when the database was away, every open page reads itself again", async () => {
  const product = await makeProduct()
  await bell.ask()
  const page = listen(stranger([{ kind: "product", id: product.id }], { since: since() }))
  await vi.waitFor(() => expect(page.events()).toEqual(["open"]), patient)
  await pool.query("select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'guinguette bell'")
  await vi.waitFor(() => expect(page.events()).toEqual(["open", "changed"]), patient)
})

test("a cart is told to whose it is, a booking's events to its page and to the back office", async () => {
  const [customer, product] = [await makeCustomer(), await makeProduct()]
  await bell.ask()
  const mine = listen(stranger([{ kind: "cart", account: customer.id }], { since: since() }))
  const another = listen(stranger([{ kind: "cart", account: randomUUID() }], { since: since() }))
  const office = listen(stranger([{ kind: "bookings" }], { since: since() }))
  await db.execute(sql`
    insert into carts (user_id, expires_at) values (${customer.id}, now() + interval '1 hour')`)
  await db.execute(sql`
    insert into cart_items (cart_id, product_id, dates) select id, ${product.id}, '{2027-06-12}' from carts`)
  await vi.waitFor(() => expect(mine.events()).toEqual(["open", "changed"]), patient)
  expect(office.events()).toEqual(["open"])

  const placed = await placeBooking(onOwnAccount(customer), makeOrder(product.id, ["2027-06-12" as Day]), now)
  await vi.waitFor(() => expect(office.events()).toEqual(["open", "changed"]), patient)
  const id = placed.ok ? placed.value.booking.id : ""
  const page = listen(stranger([{ kind: "booking", id }], { since: BigInt(office.lastId() ?? 0) }))
  await vi.waitFor(() => expect(page.events()).toEqual(["open"]), patient)
  await db.execute(sql`insert into events (actor_kind, action, subject_kind, subject_id, booking_id)
    values ('system', 'booking.noted', 'booking', ${id}::text, ${id}::uuid)`)
  await vi.waitFor(() => expect(page.events()).toEqual(["open", "changed"]), patient)
  expect(another.events()).toEqual(["open"])
})

test("a stream ends as soon as its session does, and is asked before anything else is told", async () => {
  const customer = await makeCustomer()
  const product = await makeProduct()
  await db.execute(sql`insert into users (id, email, name) values (${customer.id}, ${`${customer.id}@exemple.fr`}, 'Ada')
    on conflict do nothing`)
  await db.execute(sql`insert into sessions (token_digest, user_id, user_agent, expires_at)
    values (${randomUUID()}, ${customer.id}, '', now() + interval '1 day')`)
  await bell.ask()
  let may = true
  const who = { person: customer.id, endsAt: new Date(Date.now() + 60_000), mayStill: () => Promise.resolve(may) }
  const page = listen(stranger([{ kind: "product", id: product.id }], { since: since(), who }))
  await vi.waitFor(() => expect(page.events()).toEqual(["open"]), patient)
  may = false
  await db.execute(sql`
    with ended as (delete from sessions where user_id = ${customer.id} returning 1)
    insert into occupancy (product_id, unit, day, kind) values (${product.id}, 1, '2027-06-14', 'block')`)
  await vi.waitFor(() => expect(page.told.ended).toBe(true), patient)
  expect(page.events()).toEqual(["open", "ended"])
})

test("one address, one person and all strangers together have only so many", () => {
  const topics = [{ kind: "bookings" }] as const
  const who = { person: "a", endsAt: new Date(8.64e15), mayStill: () => Promise.resolve(true) }
  for (let index = 0; index < limits.ofAddress; index++) expect(openStream(stranger(topics))).toBeInstanceOf(Response)
  expect(openStream(stranger(topics))).toBe("too-many")
  // Another of the same network of a subscriber is the same one.
  const address = (index: number) => `2001:db8:0:${index.toString(16)}::1`
  for (let index = 0; index < limits.ofPerson; index++)
    expect(openStream(stranger(topics, { who, address: address(index) }))).toBeInstanceOf(Response)
  expect(openStream(stranger(topics, { who, address: address(99) }))).toBe("too-many")
  const strangers = limits.ofStrangers - limits.ofAddress
  for (let index = 0; index < strangers; index++)
    expect(openStream(stranger(topics, { address: address(1000 + index) }))).toBeInstanceOf(Response)
  expect(openStream(stranger(topics, { address: address(1) }))).toBe("full")
  expect(openStream(stranger(topics, { address: address(1), who: { ...who, person: "b" } }))).toBeInstanceOf(Response)
  // Who leaves makes room.
  open[0]?.abort()
  expect(openStream(stranger(topics))).toBeInstanceOf(Response)
})

test("a process that stops lets go of all at once, and opens no more", async () => {
  const page = listen(stranger([{ kind: "bookings" }]))
  closeStreams()
  await vi.waitFor(() => expect(page.told.ended).toBe(true), patient)
  expect(countStreams()).toBe(0)
  expect(openStream(stranger([{ kind: "bookings" }]))).toBe("closed")
})

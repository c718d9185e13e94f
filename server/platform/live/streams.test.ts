import { randomUUID } from "node:crypto"
import { sql } from "drizzle-orm"
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest"
import { ownAccountParty } from "../../../domain/accounts/party.ts"
import type { Day } from "../../../domain/day.ts"
import { makeCustomer, makeFinanceSettings, makeOrder, makeProduct, now } from "../../../tests/factories.ts"
import { occupyDay } from "../../../tests/unit-days.ts"
import { placeBooking } from "../../bookings/place.ts"
import { type ChangeFeed, startChangeFeed } from "./change-feed.ts"
import { db, pool } from "../database.server.ts"
import { installQueue } from "../queue/install-queue.ts"
import { closeQueue } from "../queue/queue.ts"
import {
  type StreamRequest,
  readLiveSince,
  closeStreams,
  countStreams,
  limits,
  openStream,
  openStreams,
} from "./streams.ts"
import type { Topic } from "./topics.ts"

const patient = { timeout: 10_000 }
/** A short pause of the machine must not count as an outage, which all pages would receive. */
const timeoutMs = 15_000

let bell: ChangeFeed
const hang = () => {
  const started = startChangeFeed({ timeoutMs })
  openStreams(started)
  return started
}
let open: AbortController[] = []
const expectNoChange = ({ events }: { events(): unknown[] }) => expect(events()).not.toContain("changed")

beforeAll(async () => {
  await installQueue(pool)
  await makeFinanceSettings()
})
afterAll(closeQueue)
beforeEach(async () => {
  bell = hang()
  await vi.waitUntil(() => bell.refresh(), patient)
})
afterEach(async () => {
  closeStreams()
  await bell.stop()
  open = []
})

const stranger = (topics: readonly Topic[], more: Partial<StreamRequest> = {}): StreamRequest => {
  const connection = new AbortController()
  open.push(connection)
  return { topics, since: null, address: "203.0.113.7", subscriber: null, signal: connection.signal, ...more }
}

/** Returns the messages after the greeting. */
async function listen(listening: StreamRequest) {
  const response = openStream(listening)
  if (!(response instanceof Response)) throw new Error(`There is no stream: ${response}`)
  const received = { text: "", ended: false, connection: open.at(-1) as AbortController }
  const all = () =>
    [...received.text.matchAll(/event: (\w+)/g)].flatMap(([, event]) => (event === "beat" ? [] : [event]))
  const events = () => all().slice(1)
  void (async () => {
    const decoder = new TextDecoder()
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>)
      received.text += decoder.decode(chunk)
    received.ended = true
  })()
  await vi.waitUntil(() => all().length > 0, patient)
  return { received, events }
}

const since = readLiveSince

test("a page receives a day that another customer booked, but none of another product", async () => {
  const [one, other] = [await makeProduct(), await makeProduct()]
  const page = await listen(stranger([{ kind: "product", id: one.id }], { since: await since() }))
  const otherPage = await listen(stranger([{ kind: "product", id: other.id }], { since: await since() }))
  await db.execute(occupyDay(one.id, "2027-06-12"))
  await vi.waitFor(() => expect(page.events()).toContain("changed"), patient)
  expectNoChange(otherPage)
})

test("no change is lost when the transaction that began first commits last", async () => {
  const [late, early] = [await makeProduct(), await makeProduct()]
  const first = await pool.connect()
  try {
    await first.query("begin")
    await first.query(
      `insert into occupancy (unit_id, product_id, during, kind)
        select id, product_id, rental_range('2027-06-12', '2027-06-12', 0), 'repair' from units where product_id = $1`,
      [late.id],
    )
    const readAt = await since()
    const page = await listen(stranger([{ kind: "product", id: late.id }], { since: readAt }))
    const other = await listen(stranger([{ kind: "product", id: early.id }], { since: readAt }))
    await db.execute(occupyDay(early.id, "2027-06-12"))
    await vi.waitFor(() => expect(other.events()).toContain("changed"), patient)
    expectNoChange(page)
    const readBefore = await since()
    await first.query("commit")
    await vi.waitFor(() => expect(page.events()).toContain("changed"), patient)
    // Loaded before the commit, and subscribed after it.
    const back = await listen(stranger([{ kind: "product", id: late.id }], { since: readBefore }))
    await vi.waitFor(() => expect(back.events()).toContain("changed"), patient)
  } finally {
    first.release()
  }
})

test("a cut connection loses no change", async () => {
  const product = await makeProduct()
  const readAt = await since()
  const page = await listen(stranger([{ kind: "product", id: product.id }], { since: readAt }))
  page.received.connection.abort()
  await vi.waitFor(() => expect(page.received.ended).toBe(true), patient)
  await db.execute(occupyDay(product.id, "2027-06-13"))
  await since()
  const back = await listen(stranger([{ kind: "product", id: product.id }], { since: readAt }))
  await vi.waitFor(() => expect(back.events()).toContain("changed"), patient)
})

test("every open page reloads after an outage of the database", async () => {
  const product = await makeProduct()
  const page = await listen(stranger([{ kind: "product", id: product.id }], { since: await since() }))
  await pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'guinguette bell %' and datname = current_database()",
  )
  await vi.waitFor(() => expect(page.events()).toContain("changed"), patient)
})

test("a cart's changes go to its owner, and a booking's to its page and to the back office", async () => {
  const [customer, product] = [await makeCustomer(), await makeProduct()]
  const mine = await listen(stranger([{ kind: "cart", account: customer.id }], { since: await since() }))
  const another = await listen(stranger([{ kind: "cart", account: randomUUID() }], { since: await since() }))
  const office = await listen(stranger([{ kind: "bookings" }], { since: await since() }))
  await db.execute(sql`
    insert into carts (user_id, expires_at) values (${customer.id}, now() + interval '1 hour')`)
  await db.execute(sql`
    insert into cart_items (cart_id, product_id, dates) select id, ${product.id}, '{2027-06-12}' from carts`)
  await vi.waitFor(() => expect(mine.events()).toContain("changed"), patient)
  expectNoChange(office)

  const placed = await placeBooking({
    party: ownAccountParty(customer),
    order: makeOrder(product.id, ["2027-06-12" as Day]),
    at: now,
  })
  await vi.waitFor(() => expect(office.events()).toContain("changed"), patient)
  const id = placed.ok ? placed.value.booking.id : ""
  const page = await listen(stranger([{ kind: "booking", id }], { since: await since() }))
  await db.execute(sql`insert into events (actor_kind, action, subject_kind, subject_id, booking_id)
    values ('system', 'booking.noted', 'booking', ${id}::text, ${id}::uuid)`)
  await vi.waitFor(() => expect(page.events()).toContain("changed"), patient)
  expectNoChange(another)
})

test("a stream ends with its session, which is checked before anything else is sent", async () => {
  const customer = await makeCustomer()
  const product = await makeProduct()
  await db.execute(sql`insert into users (id, email, name) values (${customer.id}, ${`${customer.id}@exemple.fr`}, 'Ada')
    on conflict do nothing`)
  await db.execute(sql`insert into sessions (token_digest, user_id, user_agent, expires_at)
    values (${randomUUID()}, ${customer.id}, '', now() + interval '1 day')`)
  let may = true
  const endsAt = new Date(Date.now() + 60_000)
  const lastVersion = await since()
  const subscriber = { person: customer.id, endsAt, readSessionEnd: () => Promise.resolve(may ? endsAt : null) }
  const page = await listen(stranger([{ kind: "product", id: product.id }], { since: lastVersion, subscriber }))
  may = false
  await db.execute(sql`
    with ended as (delete from sessions where user_id = ${customer.id} returning 1)
    ${occupyDay(product.id, "2027-06-14")}`)
  await vi.waitFor(() => expect(page.received.ended).toBe(true), patient)
  expect(page.events()).toContain("ended")
  expectNoChange(page)
})

test("one address, and all strangers together, have a limited number of streams", () => {
  const topics = [{ kind: "bookings" }] as const
  const endsAt = new Date(8.64e15)
  const subscriber = { person: "b", endsAt, readSessionEnd: () => Promise.resolve(endsAt) }
  for (let index = 0; index < limits.perAddress; index++) expect(openStream(stranger(topics))).toBeInstanceOf(Response)
  expect(openStream(stranger(topics))).toBe("too-many")
  // Addresses in a subscriber's IPv6 network count as one; those of the next subscriber do not.
  const address = (index: number) => `2001:db8:0:${index.toString(16)}::1`
  for (let index = 0; index < limits.perAddress; index++)
    expect(openStream(stranger(topics, { address: `2001:db8:0:1::${index + 1}` }))).toBeInstanceOf(Response)
  expect(openStream(stranger(topics, { address: "2001:db8:0:1:2:3:4:5" }))).toBe("too-many")
  expect(openStream(stranger(topics, { address: address(2) }))).toBeInstanceOf(Response)
  const strangers = limits.strangers - 2 * limits.perAddress - 1
  for (let index = 0; index < strangers; index++)
    expect(openStream(stranger(topics, { address: address(1000 + index) }))).toBeInstanceOf(Response)
  expect(openStream(stranger(topics, { address: address(3) }))).toBe("full")
  expect(openStream(stranger(topics, { address: address(3), subscriber }))).toBeInstanceOf(Response)
  open[0]?.abort()
  expect(openStream(stranger(topics))).toBeInstanceOf(Response)
})

test("a stopping process closes all streams at once, and opens no more", async () => {
  const page = await listen(stranger([{ kind: "bookings" }]))
  closeStreams()
  await vi.waitFor(() => expect(page.received.ended).toBe(true), patient)
  expect(countStreams()).toBe(0)
  expect(openStream(stranger([{ kind: "bookings" }]))).toBe("closed")
})

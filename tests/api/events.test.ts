import type { PoolClient } from "pg"
import { beforeEach, describe, expect, test } from "vitest"
import { ownAccountParty } from "../../domain/accounts/party.ts"
import type { Day } from "../../domain/day.ts"
import type { BookingId } from "../../domain/id.ts"
import { moveBooking } from "../../server/bookings/answer.ts"
import { placeBooking } from "../../server/bookings/place.ts"
import { pool } from "../../server/platform/database.server.ts"
import { installQueue } from "../../server/platform/queue/install-queue.ts"
import { makeAccountHolder, makeFinanceSettings, makeOrder, makeProduct } from "../factories.ts"
import { freshDatabase } from "../harness/database.ts"
import { administrator, ask, makeKey } from "./ask.ts"

type Page = {
  data: { type: string; at: string; bookingId: string; bookingNumber: number; url: string }[]
  nextCursor: string
  hasMore: boolean
}

const at = new Date("2027-05-01T09:00:00Z")
let admin: Awaited<ReturnType<typeof administrator>>
let key: string
let booking: { id: BookingId; number: number }

beforeEach(async () => {
  await freshDatabase()
  await installQueue(pool)
  await makeFinanceSettings()
  admin = await administrator()
  key = await makeKey(admin, ["events:read"])
  const product = await makeProduct({ stock: 1 })
  const placed = await placeBooking({
    party: ownAccountParty(await makeAccountHolder()),
    order: makeOrder(product.id, ["2027-06-12" as Day]),
    at,
  })
  if (!placed.ok) throw new Error("Not placed")
  booking = placed.value.booking
})

/**
 * Waits for every earlier transaction: transaction numbers are those of the whole server, where other tests run too.
 */
async function read(cursor?: string, limit = 25): Promise<Page> {
  await expect
    .poll(async () => (await pool.query(`select from event_feed where place is null and ${isWaiting}`)).rowCount, {
      timeout: 20_000,
    })
    .toBe(0)
  return readAtOnce(cursor, limit)
}

const isWaiting = `xid >= pg_snapshot_xmin(pg_current_snapshot()) and xid < pg_snapshot_xmax(pg_current_snapshot())`

async function readAtOnce(cursor?: string, limit = 25): Promise<Page> {
  const answer = await ask(`/events?limit=${limit}${cursor === undefined ? "" : `&cursor=${cursor}`}`, { key })
  expect(answer.status).toBe(200)
  return (await answer.json()) as Page
}

const kinds = ({ data }: Page) => data.map(({ type }) => type)

async function write(client: PoolClient, kind: string, eventId: number, xid?: string): Promise<void> {
  await client.query(
    `insert into events (id, at, actor_kind, action, subject_kind, subject_id, booking_id) overriding system value
     values ($1, $2, 'system', 'booking.edited', 'booking', $3::uuid::text, $3::uuid)`,
    [eventId, at, booking.id],
  )
  await client.query(
    `insert into event_feed (event_id, kind, booking_id, at, xid)
     values ($1, $2, $3, $4, coalesce($5::xid8, pg_current_xact_id()))`,
    [eventId, kind, booking.id, at, xid ?? null],
  )
}

async function connected<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    return await work(client)
  } finally {
    client.release()
  }
}

test("the events of bookings continue from the last cursor, named like the webhooks, without personal data", async () => {
  const first = await read()
  expect(first).toEqual({
    data: [
      {
        type: "booking.requested",
        at: at.toISOString(),
        bookingId: booking.id,
        bookingNumber: booking.number,
        url: `http://localhost:3000/api/v1/bookings/${booking.id}`,
      },
    ],
    nextCursor: expect.any(String),
    hasMore: false,
  })
  expect(await read(first.nextCursor)).toEqual({ data: [], nextCursor: first.nextCursor, hasMore: false })
  expect((await moveBooking({ actor: admin, id: booking.id, move: { from: "pending", to: "refused" }, at })).ok).toBe(
    true,
  )
  expect((await moveBooking({ actor: admin, id: booking.id, move: { from: "refused", to: "pending" }, at })).ok).toBe(
    true,
  )
  const [second, third] = [await read(first.nextCursor, 1), await read(first.nextCursor)]
  expect([kinds(second), second.hasMore]).toEqual([["booking.refused"], true])
  expect(kinds(await read(second.nextCursor))).toEqual(["booking.reopened"])
  expect([kinds(third), third.hasMore]).toEqual([["booking.refused", "booking.reopened"], false])
})

test("a cursor exists before any event, and another scope reads nothing", async () => {
  await pool.query("truncate event_feed")
  const none = await read()
  expect(none).toEqual({ data: [], nextCursor: expect.any(String), hasMore: false })
  expect((await moveBooking({ actor: admin, id: booking.id, move: { from: "pending", to: "refused" }, at })).ok).toBe(
    true,
  )
  expect(kinds(await read(none.nextCursor))).toEqual(["booking.refused"])
  const other = await makeKey(await administrator("Louise"), ["bookings:read"])
  expect((await ask("/events", { key: other })).status).toBe(403)
  expect((await ask("/events?cursor=rien", { key })).status).toBe(422)
})

describe("the order of events", () => {
  test("an event written first and committed last delays the later ones", async () => {
    const { nextCursor } = await read()
    await connected(async (late) => {
      await late.query("begin")
      await write(late, "contract.sent", 900_001)
      await connected((early) => write(early, "contract.signed", 900_002))
      expect((await readAtOnce(nextCursor)).data).toEqual([])
      await late.query("commit")
    })
    expect(kinds(await read(nextCursor))).toEqual(["contract.sent", "contract.signed"])
  })

  test("an event with an earlier id and a later write comes after", async () => {
    const { nextCursor } = await read()
    await connected(async (late) => {
      // It has an id, 900_001, and has written nothing yet.
      await late.query("begin")
      await connected((early) => write(early, "contract.signed", 900_002))
      const earlier = await read(nextCursor)
      expect(kinds(earlier)).toEqual(["contract.signed"])
      await write(late, "contract.sent", 900_001)
      await late.query("commit")
      expect(kinds(await read(earlier.nextCursor))).toEqual(["contract.sent"])
    })
    expect(kinds(await read(nextCursor))).toEqual(["contract.signed", "contract.sent"])
  })

  test("an event with a transaction number of another database has its place at once", async () => {
    const { nextCursor } = await read()
    await connected((client) => write(client, "invoice.issued", 900_001, "99999999999"))
    await connected((client) => write(client, "refund.made", 900_002))
    expect(kinds(await read(nextCursor)).toSorted()).toEqual(["invoice.issued", "refund.made"])
  })

  test("two concurrent readers get each place once, without a gap", async () => {
    await connected(async (client) => {
      for (let id = 0; id < 40; id++) await write(client, "payment.recorded", 900_000 + id)
    })
    await Promise.all(Array.from({ length: 8 }, () => read()))
    const { rows } = await pool.query<{ place: string }>("select place from event_feed order by place")
    expect(rows.map(({ place }) => Number(place))).toEqual(Array.from({ length: 41 }, (_, index) => index + 1))
  })
})

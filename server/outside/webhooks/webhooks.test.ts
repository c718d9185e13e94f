import { createHmac } from "node:crypto"
import { type IncomingMessage, createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest"
import type { Staff } from "../../../domain/accounts/party.ts"
import { ownAccountParty } from "../../../domain/accounts/party.ts"
import { addDays } from "../../../domain/day.ts"
import type { ProfileId } from "../../../domain/id.ts"
import { webhookKinds } from "../../../domain/webhooks/kinds.ts"
import { freshDatabase } from "../../../tests/harness/database.ts"
import {
  makeAdministrator,
  makeCustomer,
  makeFinanceSettings,
  makeOrder,
  makeProduct,
} from "../../../tests/factories.ts"
import { confirmBooking } from "../../bookings/answer.ts"
import { placeBooking } from "../../bookings/place.ts"
import { pool, transaction } from "../../platform/database.server.ts"
import { environment } from "../../platform/environment.server.ts"
import { recordEvent } from "../../platform/events/record.ts"
import {
  addWebhook,
  listLatestWebhookMessages,
  listWebhooks,
  removeWebhook,
  renewWebhookSecret,
  resumeWebhook,
  resendWebhookMessage,
  countStoppedWebhooks,
  sendTestMessage,
} from "./manage.ts"
import { deleteOldWebhookMessages, sendWebhooks } from "./send.ts"

type Received = { headers: IncomingMessage["headers"]; body: string }

let received: Received[] = []
let answerWith: (sent: Received) => { status: number; text?: string } | Promise<{ status: number; text?: string }>
const program = createServer((request, response) => {
  let body = ""
  request.on("data", (part: Buffer) => (body += part.toString()))
  request.on("end", async () => {
    const sent = { headers: request.headers, body }
    received.push(sent)
    const { status, text = "" } = await answerWith(sent)
    response.writeHead(status)
    response.end(text)
  })
})
let address = ""
let owner: Staff & { id: ProfileId }

beforeAll(async () => {
  await new Promise<void>((resolve) => program.listen(0, "127.0.0.1", resolve))
  address = `http://127.0.0.1:${(program.address() as AddressInfo).port}/hook`
})
afterAll(() => program.close())

beforeEach(async () => {
  await freshDatabase()
  await makeFinanceSettings()
  const { id, name } = await makeAdministrator()
  owner = { kind: "administrator", id, name }
  received = []
  answerWith = () => ({ status: 200 })
})
afterEach(() => {
  answerWith = () => ({ status: 200 })
})

const minutes = (count: number) => new Date(Date.now() + count * 60_000)
const receivedTypes = () => received.map(({ body }) => (JSON.parse(body) as { type: string }).type)
const send = (at = new Date()) => sendWebhooks(at, "anywhere")

async function listen(kinds: readonly (typeof webhookKinds)[number][] = webhookKinds) {
  const added = await addWebhook(owner, { url: address, kinds }, new Date(), "anywhere")
  if (!added.ok) throw new Error(added.error.kind)
  return added.value
}

let days = 0
async function request() {
  const { id } = await makeProduct()
  const day = addDays("2027-06-01", days++)
  const placed = await placeBooking({
    party: ownAccountParty(await makeCustomer()),
    order: makeOrder(id, [day]),
    at: new Date(),
  })
  if (!placed.ok) throw new Error(placed.error.kind)
  return placed.value.booking
}

test("the events of a booking are sent in order, signed, with ids and without personal data", async () => {
  const { secret } = await listen()
  const { id, number } = await request()
  await confirmBooking(owner, id, new Date())
  expect(await send()).toBe("2 delivered, 0 failed")
  expect(receivedTypes()).toEqual(["booking.requested", "booking.confirmed"])
  const [first] = received
  expect(JSON.parse(first?.body ?? "")).toEqual({
    type: "booking.requested",
    timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
    data: { bookingId: id, bookingNumber: number, url: `${environment.origin}/api/v1/bookings/${id}` },
  })
  const { "webhook-id": name, "webhook-timestamp": at, "webhook-signature": signature } = first?.headers ?? {}
  const key = Buffer.from(secret.slice("whsec_".length), "base64")
  const expected = createHmac("sha256", key).update([name, at, first?.body].join(".")).digest("base64")
  expect(key).toHaveLength(32)
  expect(signature).toBe(`v1,${expected}`)
  expect(Math.abs(Number(at) - Date.now() / 1000)).toBeLessThan(60)
  expect(await send()).toBe("0 delivered, 0 failed")
})

test("only the selected events are sent, and none from a rolled back transaction", async () => {
  await listen(["booking.confirmed"])
  const { id } = await request()
  await expect(
    transaction(async (tx) => {
      await recordEvent(tx, {
        by: owner,
        action: "booking.invoice-sent-again",
        subject: id,
        details: { number: "F-1", kind: "final" },
        at: new Date(),
      })
      await tx.execute(
        "insert into webhook_messages (endpoint_id, kind, at, next_at) select id, 'x', now(), now() from webhook_endpoints",
      )
      throw new Error("undone")
    }),
  ).rejects.toThrow("undone")
  await send()
  expect(receivedTypes()).toEqual([])
  await confirmBooking(owner, id, new Date())
  await send()
  expect(receivedTypes()).toEqual(["booking.confirmed"])
})

test("the next message of a booking waits for the previous one, and no other booking waits", async () => {
  await listen()
  const [one, other] = [await request(), await request()]
  await confirmBooking(owner, one.id, new Date())
  answerWith = ({ body }) => ({ status: body.includes(one.id) ? 503 : 200, text: "plus tard" })
  await send()
  await send()
  expect(received.filter(({ body }) => body.includes(one.id))).toHaveLength(1)
  await send(minutes(2))
  expect(receivedTypes().filter((kind) => kind === "booking.confirmed")).toEqual([])
  answerWith = () => ({ status: 204 })
  await send(minutes(10))
  expect(received.slice(-2).map(({ body }) => (JSON.parse(body) as { type: string }).type)).toEqual([
    "booking.requested",
    "booking.confirmed",
  ])
  expect(received.some(({ body }) => body.includes(other.id))).toBe(true)
  const waiting = await pool.query("select from webhook_messages where state <> 'delivered'")
  expect(waiting.rowCount).toBe(0)
})

test("an unaccepted message is tried ten times in three days; then its endpoint stops, with an alert", async () => {
  const { id } = await listen(["booking.requested"])
  await request()
  answerWith = () => ({ status: 500, text: "x".repeat(20_000) })
  let at = new Date()
  const waited: number[] = []
  for (;;) {
    await send(at)
    const { rows } = await pool.query<{ state: string; next_at: Date }>("select state, next_at from webhook_messages")
    if (rows[0]?.state !== "waiting") break
    waited.push(Math.round((rows[0].next_at.getTime() - at.getTime()) / 60_000))
    at = rows[0].next_at
  }
  expect(waited).toEqual([1, 5, 30, 120, 300, 600, 840, 1200, 1200])
  expect(new Set(received.map(({ headers }) => headers["webhook-id"])).size).toBe(1)
  expect(received).toHaveLength(10)
  const [message] = await listLatestWebhookMessages(10)
  expect(message).toMatchObject({ state: "given-up", tries: 10, status: 500, answer: "x".repeat(1000) })
  expect(await countStoppedWebhooks()).toBe(1)

  await request()
  await send(minutes(10))
  expect(received).toHaveLength(10)
  await resumeWebhook(id)
  answerWith = () => ({ status: 200 })
  expect(message && (await resendWebhookMessage(message.id))).toBe(true)
  await send(minutes(10))
  expect(received.at(-1)?.headers["webhook-id"]).toBe(received[0]?.headers["webhook-id"])
  expect(await countStoppedWebhooks()).toBe(0)
})

test("a program that replies 410 gets no more messages", async () => {
  const { id } = await listen()
  await request()
  answerWith = () => ({ status: 410 })
  await send()
  expect(await countStoppedWebhooks()).toBe(1)
  expect(await sendTestMessage(id)).toBe(false)
})

test("a message under way goes out once, and again under its id when the sender was killed", async () => {
  await listen(["booking.requested"])
  await request()
  const held = Promise.withResolvers<{ status: number }>()
  answerWith = () => held.promise
  const first = send()
  await expect.poll(() => received.length).toBe(1)
  expect(await send()).toBe("0 delivered, 0 failed")
  held.resolve({ status: 200 })
  expect(await first).toBe("1 delivered, 0 failed")

  // The state left by a kill between the claim and the record.
  await pool.query("update webhook_messages set state = 'waiting', tries = 1, next_at = now() + interval '1 minute'")
  expect(await send()).toBe("0 delivered, 0 failed")
  expect(await send(minutes(2))).toBe("1 delivered, 0 failed")
  expect(received[1]?.headers["webhook-id"]).toBe(received[0]?.headers["webhook-id"])
})

test("each message of a run has its own lease and its own instant", async () => {
  await listen()
  const { id } = await request()
  await confirmBooking(owner, id, new Date())
  answerWith = async () => {
    await new Promise((resolve) => setTimeout(resolve, 300))
    return { status: 200 }
  }
  expect(await send()).toBe("2 delivered, 0 failed")
  const { rows } = await pool.query<{ tried_at: Date }>("select tried_at from webhook_messages order by event_id")
  const [first = 0, second = 0] = rows.map(({ tried_at: triedAt }) => triedAt.getTime())
  expect(second - first).toBeGreaterThanOrEqual(290)
})

test("private addresses are refused when added, and again at each request", async () => {
  for (const url of [
    "http://exemple.fr/",
    "https://127.0.0.1/",
    "https://[::1]/",
    "https://10.0.0.8/x",
    "https://exemple.fr:8443/",
    "https://localhost",
    "https://caisse.local/",
    "https://nas/",
    "ftp://exemple.fr/",
  ])
    expect(await addWebhook(owner, { url, kinds: webhookKinds }, new Date(), "internet")).toEqual({
      ok: false,
      error: { kind: "bad-address" },
    })
  await listen()
  await request()
  await sendWebhooks(new Date(), "internet")
  expect(received).toEqual([])
  const [message] = await listLatestWebhookMessages(1)
  expect(message).toMatchObject({ state: "waiting", failure: "refused-address" })
})

test("redirects are not followed", async () => {
  await listen()
  await request()
  answerWith = () => ({ status: 302 })
  await send()
  const [message] = await listLatestWebhookMessages(1)
  expect(message).toMatchObject({ state: "waiting", status: 302 })
})

test("the old and the new secret both sign for a day after a change", async () => {
  const { id, secret } = await listen()
  const renewed = await renewWebhookSecret(owner, id)
  await sendTestMessage(id)
  await send()
  await sendTestMessage(id)
  await send(minutes(25 * 60))
  const signatures = received.map(({ headers }) => String(headers["webhook-signature"]).split(" "))
  expect(signatures.map((each) => each.length)).toEqual([2, 1])
  expect(renewed).not.toBe(secret)
  expect(receivedTypes()).toEqual(["webhook.trial", "webhook.trial"])
})

test("ten endpoints at most, each once, are allowed, also for concurrent additions", async () => {
  const urls = Array.from({ length: 14 }, (_, index) => `https://exemple.fr/${index % 13}`)
  const added = await Promise.all(
    urls.map((url) => addWebhook(owner, { url, kinds: ["invoice.issued"] }, new Date(), "internet")),
  )
  expect(added.filter(({ ok }) => ok)).toHaveLength(10)
  const [first] = await listWebhooks()
  if (first) await removeWebhook(owner, first.id)
  expect(await listWebhooks()).toHaveLength(9)
})

test("messages are deleted after thirty days", async () => {
  await listen()
  await request()
  expect(await deleteOldWebhookMessages(new Date(Date.now() + 29 * 86_400_000))).toBe(0)
  expect(await deleteOldWebhookMessages(new Date(Date.now() + 31 * 86_400_000))).toBe(1)
  expect(await listLatestWebhookMessages(1)).toEqual([])
})

test("a stopping process finishes the messages under way, and leaves the others to the next one", async () => {
  await listen(["booking.requested"])
  for (let count = 0; count < 6; count++) await request()
  const stopping = new AbortController()
  answerWith = () => {
    stopping.abort()
    return { status: 200 }
  }
  await sendWebhooks(new Date(), "anywhere", stopping.signal)
  // Four messages are sent at a time.
  const gone = received.length
  expect(gone).toBeLessThanOrEqual(4)
  expect(await send()).toBe(`${6 - gone} delivered, 0 failed`)
})

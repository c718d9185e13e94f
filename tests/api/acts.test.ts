import { and, eq } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { readDocument } from "../../app/admin/api-keys/document/load.server.ts"
import { ownAccountParty } from "../../domain/accounts/party.ts"
import type { Day } from "../../domain/day.ts"
import {
  ANSWER_RETENTION_HOURS,
  claimRequest,
  deleteExpiredAnswers,
  storeAnswer,
} from "../../server/outside/api/idempotency.ts"
import { readBookingTimeline } from "../../server/booking-record/timeline.ts"
import { placeBooking } from "../../server/bookings/place.ts"
import { db, pool, transaction } from "../../server/platform/database.server.ts"
import { eraseEventDetails } from "../../server/jobs/retention/erase-event-details.ts"
import { readJournal } from "../../server/reports/journal/entries.ts"
import { installQueue } from "../../server/platform/queue/install-queue.ts"
import { profiles } from "../../server/platform/schema/accounts.ts"
import { apiAnswers, apiKeys } from "../../server/platform/schema/api-keys.ts"
import { unitDays } from "../unit-days.ts"
import { bookings } from "../../server/platform/schema/bookings.ts"
import { promoCodes } from "../../server/platform/schema/promo-codes.ts"
import { makeAccountHolder, makeFinanceSettings, makeOption, makeOrder, makePlan, makeProduct } from "../factories.ts"
import { freshDatabase } from "../harness/database.ts"
import { administrator, ask, makeKey } from "./ask.ts"

type Answered = { id: string; number: number; status: string; total: number; customerId: string }
type Problem = {
  type: string
  status: number
  detail: string
  errors?: { pointer: string }[]
  settlement?: { refund: number; indemnity: number }
}
const bookingIn = async (answer: Response) => (await answer.json()) as Answered
const problemIn = async (answer: Response) => (await answer.json()) as Problem

const soon = (days: number): Day => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10) as Day
const address = { street: "12 quai de la Marne", zipCode: "94340", city: "Joinville-le-Pont" }

let key: string
let admin: Awaited<ReturnType<typeof administrator>>
let product: Awaited<ReturnType<typeof makeProduct>>
let claire: Awaited<ReturnType<typeof makeAccountHolder>>

beforeEach(async () => {
  await freshDatabase()
  await installQueue(pool)
  await makeFinanceSettings()
  admin = await administrator()
  key = await makeKey(admin)
  product = await makeProduct({ stock: 1 })
  claire = await makeAccountHolder()
})

const choice = (day = 30) => ({ productId: product.id, days: [soon(day)], isDelivery: false })

async function quote(body: object): Promise<{ total: number; isAvailable: boolean; refusal: { type: string } | null }> {
  const answer = await ask("/quotes", { key, body })
  expect(answer.status).toBe(200)
  return (await answer.json()) as Awaited<ReturnType<typeof quote>>
}

async function create(more: object = {}, headers: Record<string, string> = {}) {
  const { total } = await quote({ ...choice(300), seenBy: "owner" })
  return ask("/bookings", { key, headers, body: { ...choice(), address, customerId: claire.id, total, ...more } })
}

async function placeRequest(day = 40) {
  const placed = await placeBooking({
    party: ownAccountParty(claire),
    order: makeOrder(product.id, [soon(day)]),
    at: new Date(),
  })
  if (!placed.ok) throw new Error(placed.error.kind)
  const { id } = placed.value.booking
  return { id, etag: (await ask(`/bookings/${id}`, { key })).headers.get("etag") ?? "" }
}

test("an evening is read, quoted and booked by its plan and its start", async () => {
  const plan = await makePlan(product.id)
  const read = (await (await ask(`/products/${product.id}`, { key })).json()) as { plans: { id: string | null }[] }
  expect(read.plans.map(({ id }) => id)).toEqual([null, plan.id])
  const evening = { ...choice(), plan: { id: plan.id, startTime: "17:00", extraHours: 1 } }
  const { total } = await quote({ ...evening, seenBy: "owner" })
  expect(total).toBe(68_000)
  const booked = await ask("/bookings", { key, body: { ...evening, address, customerId: claire.id, total } })
  expect(booked.status).toBe(201)
  expect(await booked.json()).toMatchObject({
    rentals: [{ plan: { id: plan.id, name: plan.name, startTime: "17:00", extraHours: 1 } }],
  })
  const day = soon(30)
  const query = `from=${day}&until=${day}&plan=${plan.id}`
  const free = await ask(`/products/${product.id}/availability?${query}`, { key })
  const { days } = (await free.json()) as { days: { starts: { time: string; isAvailable: boolean }[] }[] }
  expect(days[0]?.starts.filter(({ isAvailable }) => isAvailable).map(({ time }) => time)).toEqual(["11:00"])
  const refused = await ask("/quotes", { key, body: { ...evening, plan: { id: plan.id } } })
  expect((await problemIn(refused)).errors).toMatchObject([{ pointer: "/body/plan" }])
})

describe("a quote", () => {
  test("a quote is the price of the booking, or says why there can be none", async () => {
    const first = await quote({ ...choice(), seenBy: "owner" })
    expect(first).toMatchObject({ isAvailable: true, refusal: null })
    const made = await create()
    expect((await bookingIn(made)).total).toBe(first.total)
    expect(await quote(choice())).toMatchObject({
      isAvailable: false,
      refusal: { type: "urn:guinguette:problem:days-taken", days: choice().days },
      total: null,
    })
    expect(await quote(choice(-3))).toMatchObject({ refusal: { type: "urn:guinguette:problem:outside-window" } })
    const delivered = await quote({ ...choice(50), isDelivery: true, zipCode: "94340" })
    expect(delivered).toMatchObject({ delivery: { state: expect.any(String) } })
    expect(await db.$count(bookings)).toBe(1)
  })

  test("a quote counts a promo code, and refuses one that cannot be had", async () => {
    await db.insert(promoCodes).values({ code: "ETE", unit: "euros", value: 5_000 })
    const { total } = await quote(choice())
    const discounted = await quote({ ...choice(), promoCode: "été" })
    expect(discounted.total).toBe((total ?? 0) - 5_000)
    const refused = await ask("/quotes", { key, body: { ...choice(), promoCode: "HIVER" } })
    expect((await problemIn(refused)).errors).toMatchObject([{ pointer: "/body/promoCode" }])
  })

  test("a quote refuses a sub-option without its option", async () => {
    const parent = await makeOption(product.id)
    const child = await makeOption(product.id, { parentOptionId: parent.id })
    const refused = await ask("/quotes", { key, body: { ...choice(), options: [{ id: child.id, quantity: 1 }] } })
    expect((await problemIn(refused)).errors).toMatchObject([{ pointer: "/body/options/0" }])
  })
})

describe("a booking through an API key", () => {
  test("a booking of two machines is quoted and made with rentals, each with its own days and amount", async () => {
    const platform = await makeProduct({ name: "Plateforme 360", price: 59_000 })
    const rentals = [
      { productId: product.id, days: [soon(50), soon(51)], photoPacks: 2 },
      { productId: platform.id, days: [soon(51)] },
    ]
    const { total } = await quote({ rentals, isDelivery: false, seenBy: "owner" })
    const made = await ask("/bookings", {
      key,
      body: { rentals, isDelivery: false, address, customerId: claire.id, total },
    })
    expect(made.status).toBe(201)
    expect(await made.json()).toMatchObject({
      product: { id: product.id },
      days: [soon(50), soon(51)],
      total: 111_800,
      rentals: [
        { position: 1, days: [soon(50), soon(51)], photoPacks: 2, amount: 52_800, start: expect.any(String) },
        { position: 2, product: { id: platform.id, name: "Plateforme 360" }, days: [soon(51)], amount: 59_000 },
      ],
    })
    const listed = await ask(`/bookings?product=${platform.id}`, { key })
    expect(((await listed.json()) as { data: unknown[] }).data).toHaveLength(1)
    const refused = async (body: object) => {
      const answer = await ask("/quotes", { key, body: { isDelivery: false, ...body } })
      return (await problemIn(answer)).errors?.[0]?.pointer
    }
    expect(await refused({ rentals, ...choice() })).toBe("/body/rentals")
    expect(await refused({ productId: product.id })).toBe("/body/rentals")
    expect(await refused({ rentals: [rentals[1], { ...rentals[0], productId: claire.id }] })).toBe(
      "/body/rentals/1/productId",
    )
  })

  test("a booking is not confirmed at once while the distance of its delivery is unknown", async () => {
    const to = { isDelivery: true, address: { street: "12 rue X", zipCode: "20000", city: "Ajaccio" }, confirm: true }
    const refused = await create(to)
    expect(refused.status).toBe(409)
    expect(await problemIn(refused)).toMatchObject({
      type: "urn:guinguette:problem:distance-unknown",
      errors: [{ pointer: "/body/distanceKm" }],
    })
    expect(await db.$count(bookings)).toBe(0)
    expect((await create({ ...to, confirm: false })).status).toBe(201)
  })

  test("a booking is made like the owner's, on behalf of the key's maker, and the journal records the key", async () => {
    const answer = await create({ confirm: true })
    expect(answer.status).toBe(201)
    const made = await bookingIn(answer)
    expect(made).toMatchObject({ status: "confirmed", customerId: claire.id })
    expect(answer.headers.get("location")).toMatch(new RegExp(`/api/v1/bookings/${made.id}$`))
    const [row] = await db.select().from(bookings)
    expect(row).toMatchObject({ placedBy: admin.id, number: made.number })
    const acts = await readBookingTimeline(made.id as never)
    expect(acts.map(({ action, actorName, apiKey }) => [action, actorName, apiKey])).toEqual([
      ["booking.placed", "Camille", "Comptabilité"],
      ["booking.confirmed", "Camille", "Comptabilité"],
    ])
    const filter = { person: admin.id, matters: ["booking"], from: null, until: null, subject: null, search: "" }
    const { entries } = await readJournal({ ...filter, actions: [] }, { before: null, after: null })
    expect(entries.map(({ apiKey }) => apiKey)).toEqual(["Comptabilité", "Comptabilité"])
    await transaction((tx) => eraseEventDetails(tx, admin, admin.id, new Date()))
    expect((await readBookingTimeline(made.id as never)).map(({ apiKey }) => apiKey)).toEqual([null, null])
  })

  test("a booking creates its customer, who is not created when it fails", async () => {
    const people = await db.$count(profiles)
    const customer = { name: "Lila Morel", email: "lila@exemple.example" }
    const dear = await create({ customerId: undefined, customer, total: 1 })
    expect([dear.status, (await problemIn(dear)).type]).toEqual([409, "urn:guinguette:problem:price-changed"])
    expect(await db.$count(profiles)).toBe(people)
    const made = await create({ customerId: undefined, customer })
    expect(made.status).toBe(201)
    expect(await db.$count(profiles)).toBe(people + 1)
    const { customerId } = await bookingIn(made)
    const again = await create({ customerId: undefined, customer, days: [soon(60)] })
    expect((await problemIn(again)).errors?.[0]?.pointer).toBe("/body/customer/email")
    expect((await create({ customer })).status).toBe(422)
    expect((await create({ customerId, days: [soon(61)] })).status).toBe(201)
  })

  test("a booking requires the right to write, and a read-only key is refused", async () => {
    const reader = await makeKey(admin, ["bookings:read", "quotes:read"])
    const { id } = await placeRequest()
    for (const path of ["/bookings", `/bookings/${id}/confirm`, `/bookings/${id}/refuse`, `/bookings/${id}/cancel`])
      expect((await ask(path, { key: reader, body: {} })).status).toBe(403)
    expect((await db.select().from(bookings))[0]?.status).toBe("pending")
    await db.update(apiKeys).set({ scopes: ["catalogue:read"] })
    expect((await ask(`/bookings/${id}/confirm`, { key, body: {} })).status).toBe(403)
  })

  test("a booking is confirmed, refused and cancelled once, and only at the version that was read", async () => {
    const { id, etag } = await placeRequest()
    const stale = await ask(`/bookings/${id}/confirm`, { key, body: {}, headers: { "if-match": '"another"' } })
    expect([stale.status, (await problemIn(stale)).type]).toEqual([412, "urn:guinguette:problem:stale"])
    const confirmed = await ask(`/bookings/${id}/confirm`, { key, body: {}, headers: { "if-match": etag } })
    expect([confirmed.status, (await bookingIn(confirmed)).status]).toEqual([200, "confirmed"])
    expect(confirmed.headers.get("etag")).toBe((await ask(`/bookings/${id}`, { key })).headers.get("etag"))
    expect((await ask(`/bookings/${id}/refuse`, { key, body: {}, headers: { "if-match": etag } })).status).toBe(412)
    const late = await ask(`/bookings/${id}/refuse`, { key, body: { reason: "En révision" } })
    expect([late.status, (await problemIn(late)).type]).toEqual([409, "urn:guinguette:problem:not-possible"])
    const cancelled = await ask(`/bookings/${id}/cancel`, { key, body: { reason: "En révision" } })
    expect((await bookingIn(cancelled)).status).toBe("cancelled")
    expect(await db.$count(unitDays, eq(unitDays.bookingId, id))).toBe(0)
    expect((await ask(`/bookings/${id}/cancel`, { key, body: {} })).status).toBe(409)
    expect((await readBookingTimeline(id)).at(-1)).toMatchObject({
      apiKey: "Comptabilité",
      details: { reason: "En révision" },
    })
  })

  test("a booking is cancelled with the amounts that were read", async () => {
    const { id } = await placeRequest()
    const other = { refund: 100, indemnity: 0 }
    const refused = await ask(`/bookings/${id}/cancel`, { key, body: { settlement: other } })
    expect(await problemIn(refused)).toMatchObject({ status: 409, settlement: { refund: 0, indemnity: 0 } })
  })
})

describe("an Idempotency-Key", () => {
  test("a key used twice makes one booking, with the same response", async () => {
    const name = { "idempotency-key": "commande-1" }
    const first = await create({ days: [soon(70)] }, name)
    const [body, again] = [await first.text(), await create({ days: [soon(70)] }, name)]
    expect([again.status, await again.text(), again.headers.get("idempotent-replayed")]).toEqual([201, body, "true"])
    expect([again.headers.get("location"), again.headers.get("etag")]).toEqual([
      first.headers.get("location"),
      first.headers.get("etag"),
    ])
    expect(await db.$count(bookings)).toBe(1)
    const another = await create({ days: [soon(71)] }, name)
    expect([another.status, (await problemIn(another)).type]).toEqual([422, "urn:guinguette:problem:key-of-another"])
    const other = await makeKey(admin)
    expect(
      (await ask(`/bookings/${JSON.parse(body).id}/confirm`, { key: other, body: {}, headers: name })).status,
    ).toBe(200)
  })

  test("a key used by two concurrent requests lets one through", async () => {
    const headers = { "idempotency-key": "ensemble" }
    const { id } = await placeRequest()
    const both = await Promise.all([1, 2].map(() => ask(`/bookings/${id}/confirm`, { key, body: {}, headers })))
    const statuses = both.map(({ status }) => status).toSorted()
    expect(statuses[0]).toBe(200)
    expect([200, 409]).toContain(statuses[1])
    const acts = await readBookingTimeline(id)
    expect(acts.filter(({ action }) => action === "booking.confirmed")).toHaveLength(1)
  })

  test("a key is free again after a stale request, and stores a rule's refusal", async () => {
    const headers = { "idempotency-key": "deux-fois" }
    const { id, etag } = await placeRequest()
    const confirm = (ifMatch: string) =>
      ask(`/bookings/${id}/confirm`, { key, body: {}, headers: { ...headers, "if-match": ifMatch } })
    expect((await confirm('"x"')).status).toBe(412)
    expect((await confirm(etag)).status).toBe(200)
    const refuse = (language: string) =>
      ask(`/bookings/${id}/refuse`, {
        key,
        body: {},
        headers: { "idempotency-key": "refus", "accept-language": language },
      })
    const first = await refuse("en")
    const again = await refuse("fr")
    expect([first.status, again.headers.get("idempotent-replayed")]).toEqual([409, "true"])
    expect(again.headers.get("content-language")).toBe("en")
    expect(await again.text()).toBe(await first.text())
  })

  test("a key left by a dead process is taken over once it cannot be in use, and a late request does nothing", async () => {
    const [row] = await db.select({ id: apiKeys.id }).from(apiKeys)
    if (!row) throw new Error("No key")
    const demand = { keyId: row.id, name: "mort", requestDigest: "a" }
    const at = new Date()
    const after = (seconds: number) => new Date(at.getTime() + seconds * 1000)
    const first = await claimRequest(demand, at)
    if (first.kind !== "begun") throw new Error(first.kind)
    expect((await claimRequest(demand, after(59))).kind).toBe("running")
    expect((await claimRequest({ ...demand, requestDigest: "b" }, after(61))).kind).toBe("another")
    const second = await claimRequest(demand, after(61))
    if (second.kind !== "begun") throw new Error(second.kind)
    await expect(storeAnswer(db, first.claim, { status: 200, body: "{}" })).rejects.toThrow()
    await storeAnswer(db, second.claim, { status: 200, body: "{}" })
    expect((await claimRequest(demand, after(120))).kind).toBe("answered")
    const nextDay = after(62 + ANSWER_RETENTION_HOURS * 3600)
    expect((await claimRequest({ ...demand, requestDigest: "b" }, nextDay)).kind).toBe("begun")
    expect(await deleteExpiredAnswers(nextDay)).toBe(0)
    expect(await deleteExpiredAnswers(new Date(nextDay.getTime() + 25 * 3_600_000))).toBe(1)
  })

  test("a key stores its response with the act: an aborted transaction leaves none", async () => {
    const { id } = await placeRequest()
    await db.execute("alter table api_answers add constraint never check (status is null)")
    const headers = { "idempotency-key": "coupure" }
    expect((await ask(`/bookings/${id}/confirm`, { key, body: {}, headers })).status).toBe(500)
    expect((await db.select().from(bookings).where(eq(bookings.id, id)))[0]?.status).toBe("pending")
    expect(await db.$count(apiAnswers, and(eq(apiAnswers.name, "coupure")))).toBe(0)
    await db.execute("alter table api_answers drop constraint never")
    expect((await ask(`/bookings/${id}/confirm`, { key, body: {}, headers })).status).toBe(200)
  })
})

test("a malformed request is refused: too long, not JSON, or another method", async () => {
  const french = await ask("/quotes", { key, body: `{"productId":"${"x".repeat(40_000)}"}` })
  expect([french.status, (await problemIn(french)).type]).toEqual([413, "urn:guinguette:problem:too-large"])
  const plain = await ask("/quotes", {
    key,
    body: "a=b",
    headers: { "content-type": "text/plain", "accept-language": "en" },
  })
  expect(await problemIn(plain)).toMatchObject({ status: 415, title: "Unsupported media type" })
  expect((await ask("/quotes", { key, body: "{" })).status).toBe(400)
  const read = await ask("/quotes", { key })
  expect([read.status, read.headers.get("allow")]).toEqual([405, "POST"])
  const both = await ask("/bookings", { key, method: "PUT" })
  expect([both.status, both.headers.get("allow")]).toEqual([405, "GET, HEAD, POST"])
  expect(
    (await problemIn(await ask("/quotes", { key, body: { ...choice(), "a/b": 1 } }))).errors?.map(
      ({ pointer }) => pointer,
    ),
  ).toEqual(["/body/a~1b"])
})

test("the documented example of a booking is accepted with its placeholders replaced", async () => {
  const written = readDocument().operations.find(
    ({ method, path }) => `${method} ${path}` === "POST /bookings",
  )?.example
  const example = JSON.parse(/-d '([^']+)'/.exec(written ?? "")?.[1] ?? "null") as object
  const chosen = { rentals: [{ productId: product.id, days: [soon(40)] }], isDelivery: false }
  const { total } = await quote({ ...chosen, seenBy: "owner" })
  expect((await ask("/bookings", { key, body: { ...example, ...chosen, total } })).status).toBe(201)
})

test("an invalid day is refused once", async () => {
  const problem = await problemIn(await ask("/quotes", { key, body: { ...choice(), days: ["2027-02-29"] } }))
  expect(problem.errors?.map(({ pointer }) => pointer)).toEqual(["/body/days/0"])
})

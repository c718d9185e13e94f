import { sql } from "drizzle-orm"
import { describe, expect, test } from "vitest"
import { ownAccountParty } from "../../domain/accounts/party.ts"
import type { BookingId } from "../../domain/id.ts"
import { UNDO_ACCEPTED_SECONDS } from "../../domain/journal/undo-window.ts"
import { makeAdministrator, makeCustomer, makeOrder, makeProduct, now } from "../../tests/factories.ts"
import { refuseExpired } from "./refuse-expired.ts"
import { db, transaction } from "../platform/database.server.ts"
import { sendMail } from "../jobs/send-mail.ts"
import { listBookingMails } from "../outside/mails/ledger.ts"
import { undoEvent } from "../reports/undo/undo.ts"
import { refuseBooking } from "./answer.ts"
import { placeForCustomer } from "./place-for-customer.ts"
import { placeBooking } from "./place.ts"
import { cancelBooking } from "../../tests/ends.ts"
import { readMailOrders } from "../../tests/harness/jobs.ts"

const seconds = (count: number) => new Date(now.getTime() + count * 1000)

async function administrator() {
  return { kind: "administrator", id: (await makeAdministrator()).id, name: "Camille" } as const
}

async function request() {
  const placed = await placeBooking({
    party: ownAccountParty(await makeCustomer()),
    order: makeOrder((await makeProduct()).id, ["2027-06-12"]),
    at: now,
  })
  if (!placed.ok) throw new Error(placed.error.kind)
  return placed.value.booking
}

const mailStates = async (id: BookingId) =>
  (await listBookingMails(id)).map(({ template, state }) => `${template} ${state}`).toSorted()
const inQueue = async (id: BookingId) => (await readMailOrders()).find((order) => order.id === id)

describe("the mails of a request", () => {
  test("a request is acknowledged to its customer and mailed to the owner, once however often it is sent", async () => {
    const party = ownAccountParty(await makeCustomer())
    const order = makeOrder((await makeProduct()).id, ["2027-06-12"])
    const [first] = await Promise.all([
      placeBooking({ party, order, at: now }),
      placeBooking({ party, order, at: now }),
    ])
    if (!first?.ok) throw new Error("The order was refused")
    const templates = (await listBookingMails(first.value.booking.id)).map(({ template }) => template)
    expect(templates.filter((name) => name === "booking-requested")).toHaveLength(1)
  })

  test("a request confirmed by the owner on the phone is not acknowledged", async () => {
    const placed = await placeForCustomer({
      actor: await administrator(),
      account: await makeCustomer(),
      order: makeOrder((await makeProduct()).id, ["2027-06-12"]),
      confirm: true,
      at: now,
    })
    if (!placed.ok) throw new Error(placed.error.kind)
    expect(await listBookingMails(placed.value.booking.id)).toEqual([])
  })

  test("an expired request is mailed to its customer", async () => {
    const { id, expiresAt } = await request()
    const at = new Date((expiresAt?.getTime() ?? 0) + 1)
    await transaction((tx) => refuseExpired(tx, [id], at))
    expect(await mailStates(id)).toContain("booking-expired waiting")
  })
})

describe("the mails of a refusal", () => {
  test("a refusal is mailed with its reason once it can no longer be undone", async () => {
    const { id } = await request()
    await refuseBooking({ actor: await administrator(), id, reason: "En révision", at: now })
    const mail = (await listBookingMails(id)).find(({ template }) => template === "booking-refused")
    expect(mail?.startAfter?.getTime()).toBeGreaterThan(seconds(UNDO_ACCEPTED_SECONDS).getTime())
    expect(await inQueue(mail?.id ?? crypto.randomUUID())).toMatchObject({ data: { extra: { reason: "En révision" } } })
  })

  test("an undone refusal is mailed to nobody", async () => {
    const { id } = await request()
    const actor = await administrator()
    const refused = await refuseBooking({ actor, id, at: now })
    if (!refused.ok) throw new Error(refused.error.kind)
    const mail = (await listBookingMails(id)).find(({ template }) => template === "booking-refused")
    const order = await inQueue(mail?.id ?? crypto.randomUUID())
    expect((await undoEvent(actor, refused.value.eventId, seconds(UNDO_ACCEPTED_SECONDS))).ok).toBe(true)
    expect(await mailStates(id)).toContain("booking-refused withdrawn")
    expect(await inQueue(mail?.id ?? crypto.randomUUID())).toBeUndefined()
    // Not even by a worker that had already fetched the job.
    if (!order) throw new Error("The mail was not in the queue")
    expect(await sendMail(order)).toBe("nothing to do: withdrawn")
  })

  test("a mailed refusal cannot be undone", async () => {
    const { id } = await request()
    const actor = await administrator()
    const refused = await refuseBooking({ actor, id, at: now })
    if (!refused.ok) throw new Error(refused.error.kind)
    await db.execute(
      sql`update mails set state = 'sent', settled_at = now(), tries = 1 where booking_id = ${id} and template = 'booking-refused'`,
    )
    expect(await undoEvent(actor, refused.value.eventId, seconds(5))).toEqual({
      ok: false,
      error: { kind: "too-late", action: "booking.refused" },
    })
    const { rows } = await db.execute(sql`select status from bookings where id = ${id}`)
    expect(rows).toEqual([{ status: "refused" }])
  })
})

test("a cancellation is mailed to the customer, and not to the owner who made it", async () => {
  const { id } = await request()
  await cancelBooking({ actor: await administrator(), id, from: "pending", at: now })
  expect((await mailStates(id)).filter((mail) => mail.includes("cancelled"))).toEqual(["booking-cancelled waiting"])
})

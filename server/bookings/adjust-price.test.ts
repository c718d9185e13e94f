import { randomUUID } from "node:crypto"
import { eq } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import type { Staff } from "../../domain/accounts/party.ts"
import type { BookingId } from "../../domain/id.ts"
import type { Adjustment } from "../../domain/pricing/adjustment.ts"
import { makeAdministrator, makeCustomer, makeOrder, makeProduct, now } from "../../tests/factories.ts"
import {
  bookingNow,
  contractAt,
  signingForm,
  hours,
  lastSecret,
  deliverMails,
  minutes,
  queuedJobs,
  makeSentContract,
  shopWithTemplate,
  visit,
} from "../../tests/contracts/signing.ts"
import { ownAccountParty } from "../../domain/accounts/party.ts"
import { freshDatabase } from "../../tests/harness/database.ts"
import { lapseChange } from "./lapse-change.ts"
import { sendContract } from "../contracts/send-contract.ts"
import { signContract } from "../contracts/sign.ts"
import { db, pool } from "../platform/database.server.ts"
import { listInstalments } from "../money/finance/instalments.ts"
import { recordPayment } from "../money/finance/payments.ts"
import { listOpenRefunds } from "../money/finance/refunds.ts"
import { listBookingMails } from "../outside/mails/ledger.ts"
import { recordedEvents } from "../platform/schema/events.ts"
import { adjustPrice, removeAdjustment } from "./adjust-price.ts"
import { editBooking } from "./edit.ts"
import { placeBooking } from "./place.ts"
import { proposeEdit } from "./propose-edit.ts"
import { readBookingVersion } from "./booking-version.ts"
import { clearJobs } from "../../tests/harness/jobs.ts"

let camille: Staff
beforeEach(async () => {
  await freshDatabase()
  await clearJobs()
  camille = await shopWithTemplate()
})

const at = hours(2)

const discount = (values: Partial<Adjustment> = {}): Adjustment => ({
  id: randomUUID(),
  kind: "discount",
  name: "Remise fidélité",
  reason: "Troisième location",
  amount: 5_000,
  ...values,
})

async function request() {
  const placed = await placeBooking({
    party: ownAccountParty(await makeCustomer()),
    order: makeOrder((await makeProduct()).id, ["2027-06-12"]),
    at: now,
  })
  if (!placed.ok) throw new Error(placed.error.kind)
  return placed.value.booking
}

async function adjust(
  bookingId: BookingId,
  values: Partial<Adjustment> = {},
  { seen: version = null as number | null, acceptsOverpaid = false, when = at, by = camille } = {},
) {
  const options = {
    expectedVersion: version ?? (await readBookingVersion(bookingId)),
    acceptsOverpaid,
    tellsCustomer: true,
  }
  return adjustPrice(by, bookingId, { ...options, adjustment: discount(values) }, when)
}

async function remove(bookingId: BookingId, lineId: string, acceptsOverpaid = false) {
  const options = { expectedVersion: await readBookingVersion(bookingId), acceptsOverpaid, tellsCustomer: true }
  return removeAdjustment(camille, bookingId, { ...options, lineId }, at)
}

/** Signed at one o'clock: 250 €, 75 € of them at the signature. */
async function signed() {
  const made = await makeSentContract(camille)
  const outcome = await signContract({ by: "link", secret: made.secret }, signingForm(made.contract), visit, hours(1))
  if (!outcome.ok) throw new Error(outcome.error.kind)
  return made
}

const contractJob = (bookingId: BookingId, when = at) =>
  sendContract({ bookingId, confirmedAt: now.toISOString() }, minutes(2, when))

async function pay(bookingId: BookingId, amount: number) {
  const paid = await recordPayment(
    camille,
    { id: randomUUID(), bookingId, means: "transfer", amount, receivedOn: "2027-05-01", note: "" },
    hours(1),
  )
  if (!paid.ok) throw new Error(paid.error.kind)
}

describe("an owner's line on the price of a request", () => {
  test("the line is stored with the price lines, recorded and mailed", async () => {
    const { id } = await request()
    const adjusted = await adjust(id)
    expect(adjusted).toMatchObject({ ok: true, value: { contract: "none", mailed: true } })
    const stored = await bookingNow(id)
    expect(stored.total).toBe(20_000)
    expect(stored.priceLines.lines.at(-1)).toMatchObject({
      kind: "adjustment",
      adjustment: "discount",
      label: "Remise fidélité",
      reason: "Troisième location",
      amount: -5_000,
    })
    const [event] = await db.select().from(recordedEvents).where(eq(recordedEvents.action, "booking.price-adjusted"))
    expect(event).toMatchObject({
      details: { adjustment: "discount", amount: -5_000, total: 20_000, totalBefore: 25_000 },
      personal: { name: "Remise fidélité", reason: "Troisième location" },
    })
    const [mail] = (await queuedJobs("send-mail")).filter(({ data }) => data.template === "booking-changed")
    expect(mail?.data).toMatchObject({
      data: {
        booking: { total: 20_000 },
        extra: { totalBefore: 25_000, changes: [{ label: "Remises et suppléments", before: "aucun" }] },
      },
    })
  })

  test("the line sent twice is one line", async () => {
    const { id } = await request()
    const version = await readBookingVersion(id)
    const line = discount()
    const input = { expectedVersion: version, acceptsOverpaid: false, tellsCustomer: false, adjustment: line }
    const [first, second] = await Promise.all([
      adjustPrice(camille, id, input, at),
      adjustPrice(camille, id, input, at),
    ])
    expect([first.ok, second.ok]).toEqual([true, true])
    expect((await bookingNow(id)).total).toBe(20_000)
  })

  test("two administrators adding it at once get one line, and the second reads who was faster", async () => {
    const { id } = await request()
    const dominique: Staff = { ...camille, id: (await makeAdministrator("Dominique")).id, name: "Dominique" }
    const version = await readBookingVersion(id)
    const both = await Promise.all([
      adjust(id, {}, { seen: version }),
      adjust(id, {}, { seen: version, by: dominique }),
    ])
    expect(both.filter(({ ok }) => ok)).toHaveLength(1)
    expect(both.find(({ ok }) => !ok)).toMatchObject({ error: { kind: "stale" } })
    expect((await bookingNow(id)).total).toBe(20_000)
  })

  test("a discount never exceeds the price; the database refuses it too", async () => {
    const { id } = await request()
    expect(await adjust(id, { amount: 25_001 })).toEqual({ ok: false, error: { kind: "below-zero", total: 25_000 } })
    expect(await adjust(id, { kind: "surcharge", amount: 2_000_000_000 })).toMatchObject({
      ok: false,
      error: { kind: "too-much" },
    })
    expect((await bookingNow(id)).total).toBe(25_000)
    await expect(
      pool.query(
        "update bookings set total = -1, price_lines = jsonb_set(price_lines, '{lines,0,amount}', '-1') where id = $1",
        [id],
      ),
    ).rejects.toThrow(/cents_check/)
  })

  test("removing the line restores the price", async () => {
    const before = await request()
    const adjusted = await adjust(before.id)
    if (!adjusted.ok) throw new Error(adjusted.error.kind)
    expect(await remove(before.id, adjusted.value.line.id)).toMatchObject({ ok: true })
    expect(await bookingNow(before.id)).toMatchObject({ total: 25_000, priceLines: before.priceLines })
    expect(await remove(before.id, adjusted.value.line.id)).toEqual({ ok: false, error: { kind: "line-gone" } })
  })

  test("the line keeps its amount when the booking changes, and a change to a negative price is refused", async () => {
    const { id } = await request()
    const adjusted = await adjust(id, { amount: 24_000 })
    expect(adjusted.ok).toBe(true)
    const longer = await proposeEdit(id, { rentals: [{ position: 1, days: ["2027-06-12", "2027-06-13"] }] }, at)
    if (!longer.ok) throw new Error(longer.error.kind)
    expect(longer.value.after.total).toBe(26_000)
    const change = {
      change: { rentals: [{ position: 1, days: ["2027-06-12", "2027-06-13"] as const }] },
      expectedTotal: 26_000,
      message: null,
    }
    const edited = await editBooking({
      actor: camille,
      id,
      ...change,
      expectedVersion: await readBookingVersion(id),
      at,
    })
    expect(edited.ok).toBe(true)
    expect((await adjust(id, { amount: 25_000 })).ok).toBe(true)
    expect(await proposeEdit(id, { rentals: [{ position: 1, days: ["2027-06-12"] }] }, at)).toMatchObject({
      ok: false,
      error: { kind: "below-zero", total: -24_000 },
    })
  })

  test("the line is refused once the rental has begun", async () => {
    const { booking } = await signed()
    expect(await adjust(booking.id, {}, { when: new Date("2027-06-13T08:00:00Z") })).toEqual({
      ok: false,
      error: { kind: "begun" },
    })
  })
})

describe("an owner's line on a signed price (D59)", () => {
  test("the line makes a new version, while the signed one stays in force until it is signed", async () => {
    const { booking } = await signed()
    expect(await adjust(booking.id)).toMatchObject({ ok: true, value: { contract: "later", mailed: false } })
    expect(await contractJob(booking.id)).toBe("version 2 sent")
    expect(await contractAt(booking.id, 1)).toMatchObject({ status: "signed", total: 25_000 })
    expect((await listInstalments(booking.id)).map(({ amount }) => amount)).toEqual([7_500, 17_500])
    const [mail] = (await queuedJobs("send-mail")).filter(({ data }) => data.template === "booking-changed")
    expect(mail?.data).toMatchObject({
      data: { extra: { totalBefore: 25_000, changes: [{ label: "Remises et suppléments" }] } },
    })
    const second = await contractAt(booking.id, 2)
    expect(second.content).toContain("200")
    const outcome = await signContract({ by: "link", secret: await lastSecret() }, signingForm(second), visit, hours(4))
    expect(outcome.ok).toBe(true)
    expect((await listInstalments(booking.id)).map(({ amount }) => amount)).toEqual([6_000, 14_000])
  })

  test("an unsigned line lapses, and the price is again the signed one", async () => {
    const { booking } = await signed()
    await adjust(booking.id)
    await contractJob(booking.id)
    await deliverMails()
    const second = await contractAt(booking.id, 2)
    expect(await lapseChange(second.id, hours(72))).toBe("lapsed, as signed again")
    expect(await bookingNow(booking.id)).toMatchObject({ total: 25_000, priceLines: booking.priceLines })
  })

  test("a line removed before the job ran leaves everything as signed, and no mail goes out", async () => {
    const { booking } = await signed()
    const adjusted = await adjust(booking.id)
    if (!adjusted.ok) throw new Error(adjusted.error.kind)
    await remove(booking.id, adjusted.value.line.id)
    expect(await contractJob(booking.id)).toBe("as signed")
    expect((await listBookingMails(booking.id)).filter(({ template }) => template === "booking-changed")).toEqual([])
  })

  test("a price below the payments needs consent; the excess is owed once both have signed, and once only", async () => {
    const { booking } = await signed()
    await pay(booking.id, 25_000)
    expect(await adjust(booking.id)).toEqual({
      ok: false,
      error: { kind: "overpaid", total: 20_000, overpaid: 5_000 },
    })
    expect((await bookingNow(booking.id)).total).toBe(25_000)
    expect((await adjust(booking.id, {}, { acceptsOverpaid: true })).ok).toBe(true)
    await contractJob(booking.id)
    expect(await listOpenRefunds(hours(4), booking.id)).toEqual([])
    const second = await contractAt(booking.id, 2)
    const outcome = await signContract({ by: "link", secret: await lastSecret() }, signingForm(second), visit, hours(4))
    expect(outcome.ok).toBe(true)
    expect(await listOpenRefunds(hours(4), booking.id)).toMatchObject([
      { reason: "overpaid", amount: 5_000, dueOn: "2027-05-15" },
    ])
  })
})

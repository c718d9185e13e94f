import { randomUUID } from "node:crypto"
import { sql } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { withRentals } from "../booking-record/rentals.ts"
import type { BookingId, ProductId } from "../../domain/id.ts"
import type { Staff } from "../../domain/accounts/party.ts"
import type { ClockTime } from "../../domain/clock.ts"
import type { Day } from "../../domain/day.ts"
import { makeCustomer, makeOrder, makePlan, makeProduct, now } from "../../tests/factories.ts"
import { ownAccountParty } from "../../domain/accounts/party.ts"
import { freshDatabase } from "../../tests/harness/database.ts"
import { findBookingsOn } from "../availability/booked-days.ts"
import { listPlanningProducts, readCapacityByDay } from "../availability/planning.ts"
import { confirmBooking } from "../bookings/answer.ts"
import { previewCancellation } from "../bookings/cancel.ts"
import { editBooking } from "../bookings/edit.ts"
import { readHours, setHours } from "../booking-record/hours.ts"
import { listOwnBookings } from "../bookings/own-list.ts"
import { readBookingPage } from "../bookings/booking-page.ts"
import { placeBooking } from "../bookings/place.ts"
import { type RentalChange, proposeEdit } from "../bookings/propose-edit.ts"
import { readBookingVersion } from "../bookings/booking-version.ts"
import { previewWithdrawal } from "../bookings/withdraw.ts"
import { db, transaction } from "../platform/database.server.ts"
import { readPeriodInForce } from "../booking-record/booking-in-force.ts"
import { findNextExpiry } from "../availability/next-change.ts"
import { listInstalments } from "../money/finance/instalments.ts"
import { recordPayment } from "../money/finance/payments.ts"
import { issueDueInvoices } from "../money/invoicing/issue.ts"
import { occupancy } from "../platform/schema/availability.ts"
import { financeSettings } from "../platform/schema/settings.ts"
import { invoices } from "../platform/schema/invoices.ts"
import { openCardPayment } from "../money/payments/open-card-payment.ts"
import { runDue, countLateRows, sweep } from "../jobs/sweeps/all.ts"
import { lapseChange } from "../bookings/lapse-change.ts"
import { listEvidence } from "./evidence.ts"
import { sendContract } from "./send-contract.ts"
import { signContract } from "./sign.ts"
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
import { cancelBooking, invoicingCompany } from "../../tests/ends.ts"
import { clearJobs } from "../../tests/harness/jobs.ts"

let camille: Staff
beforeEach(async () => {
  await freshDatabase()
  await clearJobs()
  camille = await shopWithTemplate()
})

const at = hours(2)

async function signed(productId: ProductId | null = null) {
  const made = await makeSentContract(camille, {}, ["2027-06-12"], productId)
  const outcome = await signContract({ by: "link", secret: made.secret }, signingForm(made.contract), visit, hours(1))
  if (!outcome.ok) throw new Error(outcome.error.kind)
  return made
}

async function moved(bookingId: BookingId, days: readonly Day[], when: Date = at) {
  return changed(bookingId, { position: 1, days }, when)
}

async function changed(bookingId: BookingId, rental: RentalChange, when: Date = at) {
  const change = { rentals: [rental] }
  const proposed = await proposeEdit(bookingId, change, when)
  if (!proposed.ok) throw new Error(proposed.error.kind)
  const edit = {
    change,
    expectedVersion: await readBookingVersion(bookingId),
    expectedTotal: proposed.value.after.total,
    message: null,
  }
  const edited = await editBooking({ actor: camille, id: bookingId, ...edit, at: when })
  if (!edited.ok) throw new Error(edited.error.kind)
  const sent = await sendContract({ bookingId, confirmedAt: now.toISOString() }, minutes(1, when))
  await deliverMails()
  return sent
}

async function days(bookingId: BookingId): Promise<string[]> {
  const { rows } = await db.execute<{ day: string }>(
    sql`select day from unit_days where booking_id = ${bookingId} order by day`,
  )
  return rows.map(({ day }) => day)
}

const request = async (productId: ProductId, day: Day) =>
  (await placeBooking({ party: ownAccountParty(await makeCustomer()), order: makeOrder(productId, [day]), at })).ok

describe("a change after the signature (D59)", () => {
  test("a lapsed change leaves the signed time as it was placed, whatever the shop's hour is now (D61)", async () => {
    const { booking } = await signed()
    const readTimes = async () =>
      (await db.select({ during: occupancy.during }).from(occupancy).orderBy(occupancy.during)).map(({ during }) =>
        during.replaceAll(/[^\d: -]|:00|\+\d\d/g, " ").trim(),
      )
    const signedTime = await readTimes()
    await db.update(financeSettings).set({ rentalDayStartsAt: 12 })
    await moved(booking.id, ["2027-06-11"])
    expect(await readTimes()).not.toEqual(signedTime)
    // The signed Saturday begins at midnight, inside the rental day of Friday.
    expect(await request(booking.productId, "2027-06-12")).toBe(false)
    const waiting = await contractAt(booking.id, 2)
    await lapseChange(waiting.id, hours(24 * 30))
    expect(await readTimes()).toEqual(signedTime)
    expect(await bookingNow(booking.id)).toMatchObject({ dates: ["2027-06-12"] })
  })

  test("an amendment is pending: the signed version and its days hold, and no deadline ends the booking", async () => {
    const { booking, product } = await signed()
    expect(await moved(booking.id, ["2027-06-19", "2027-06-20"])).toBe("version 2 sent")
    expect(await contractAt(booking.id, 1)).toMatchObject({ status: "signed" })
    expect(await contractAt(booking.id, 2)).toMatchObject({ status: "sent", total: 50_000 })
    expect(await bookingNow(booking.id)).toMatchObject({ contractDueAt: null, total: 50_000 })
    // The amounts owed are those of the signed version.
    expect((await listInstalments(booking.id)).map(({ amount }) => amount)).toEqual([7_500, 17_500])
    // A cancellation or withdrawal would also end the signed version.
    const party = ownAccountParty({ id: booking.userId, name: "" })
    for (const preview of [previewCancellation, previewWithdrawal])
      expect(await preview(party, booking.id, at)).toMatchObject({
        ok: true,
        value: { when: { dates: ["2027-06-12"] } },
      })
    expect(await readPeriodInForce(await bookingNow(booking.id))).toEqual({ dates: ["2027-06-12"] })
    expect((await listOwnBookings(booking.userId, 1, at)).rows).toMatchObject([
      { dates: ["2027-06-12"], total: 25_000, next: { kind: "sign", change: true } },
    ])
    expect(await days(booking.id)).toEqual(["2027-06-12", "2027-06-19", "2027-06-20"])
    for (const day of ["2027-06-12", "2027-06-19"] as const) expect(await request(product, day)).toBe(false)
    const [mail] = (await queuedJobs("send-mail")).filter(({ data }) => data.template === "booking-changed")
    expect(mail?.data).toMatchObject({ data: { extra: { totalBefore: 25_000, changes: [{ label: "Dates" }] } } })
  })

  test("an amendment touches no invoice or money mail before its signature, which credits the final invoice", async () => {
    await invoicingCompany()
    const { booking } = await signed()
    const pay = (amount: number, when: Date) =>
      recordPayment(
        camille,
        { id: randomUUID(), bookingId: booking.id, means: "transfer", amount, receivedOn: "2027-05-01", note: "" },
        when,
      )
    const papers = async () =>
      (await db.select().from(invoices).orderBy(invoices.issuedAt, invoices.series)).map(
        ({ number, total, content }) => [number, total, content.booking.days.join()],
      )
    await moved(booking.id, ["2027-06-19"])
    await pay(7_500, hours(3))
    await pay(17_500, hours(4))
    const before = [
      ["F-2027-0001", 7_500, "2027-06-12"],
      ["F-2027-0002", 25_000, "2027-06-12"],
    ]
    expect(await papers()).toEqual(before)
    const reported = (await queuedJobs("send-mail")).flatMap(({ data }) =>
      data.template === "payment-received" ? [data.data.booking.days] : [],
    )
    expect(reported).toEqual([["2027-06-12"], ["2027-06-12"]])
    const change = signingForm(await contractAt(booking.id, 2))
    expect(await signContract({ by: "link", secret: await lastSecret() }, change, visit, hours(5))).toMatchObject({
      ok: true,
    })
    expect(await papers()).toEqual([
      ...before,
      ["A-2027-0001", 25_000, "2027-06-12"],
      ["F-2027-0003", 25_000, "2027-06-19"],
    ])
    // A second run finds nothing to correct.
    await transaction((tx) => issueDueInvoices(tx, booking.id, hours(6)))
    expect(await papers()).toHaveLength(4)
  })

  test("an amendment closes the card page for the old amount once it is signed, and not before", async () => {
    const { booking } = await signed()
    const opened = await openCardPayment(booking.id, { expectedAmount: 7_500 }, at)
    if (!opened.ok) throw new Error(opened.error.kind)
    await moved(booking.id, ["2027-06-19", "2027-06-20"])
    const looks = async () => (await queuedJobs("settle-card-payment")).map(({ data }) => data)
    expect(await looks()).toEqual([])
    const changed = await contractAt(booking.id, 2)
    const secret = await lastSecret()
    const outcome = await signContract({ by: "link", secret }, signingForm(changed), visit, hours(3))
    expect(outcome.ok).toBe(true)
    expect(await looks()).toEqual([{ id: opened.value.id }])
  })

  test("a signed amendment is in force, and frees the old days", async () => {
    const { booking, product } = await signed()
    await moved(booking.id, ["2027-06-19", "2027-06-20"])
    const outcome = await signContract(
      { by: "link", secret: await lastSecret() },
      signingForm(await contractAt(booking.id, 2)),
      visit,
      hours(3),
    )
    expect(outcome.ok).toBe(true)
    expect(await days(booking.id)).toEqual(["2027-06-19", "2027-06-20"])
    expect(await request(product, "2027-06-12")).toBe(true)
    expect((await listInstalments(booking.id)).map(({ amount }) => amount)).toEqual([15_000, 35_000])
  })

  test("a lapsed amendment clears the hours agreed for its days", async () => {
    const { booking } = await signed()
    await moved(booking.id, ["2027-06-19", "2027-06-20"])
    const { id } = await contractAt(booking.id, 2)
    await setHours({
      actor: camille,
      bookingId: booking.id,
      typed: { out: { from: "09:00", to: "10:00" }, back: null },
      at: hours(3),
    })
    expect(await lapseChange(id, hours(49, at))).toBe("lapsed, as signed again")
    expect((await readHours([booking.id])).size).toBe(0)
    const { rows } = await db.execute<{ forgotten: string[] }>(
      sql`select details -> 'forgotten' as forgotten from events where action = 'booking.change-lapsed'`,
    )
    expect(rows).toEqual([{ forgotten: ["hours"] }])
  })

  test("an amendment changes the calendars when it is sent, and again at its deadline without a write", async () => {
    const { booking, product } = await signed()
    await db.execute(sql`delete from page_changes`)
    await moved(booking.id, ["2027-06-19", "2027-06-20"])
    const rung = await db.execute(sql`select distinct product_id as product from page_changes where what = 'contracts'`)
    expect(rung.rows).toEqual([{ product }])
    const { dueAt } = await contractAt(booking.id, 2)
    expect(await findNextExpiry(at)).toBe(dueAt?.getTime())
    expect(await findNextExpiry(hours(49, at))).toBe(Infinity)
  })

  test("an amendment lapses after 48 hours without cancelling: the booking is as signed, on its own days", async () => {
    const { booking, product } = await signed()
    await moved(booking.id, ["2027-06-19", "2027-06-20"])
    const { id, dueAt } = await contractAt(booking.id, 2)
    expect(dueAt).toEqual(hours(48, minutes(1, at)))
    expect(await lapseChange(id, hours(1, at))).toBe("nothing to do")

    const late = hours(49, at)
    const isLate = async () => (await countLateRows(late)).find((each) => each.sweep === "lapse-changes")?.rows
    expect(await isLate()).toBe(1)
    expect(await sweep("lapse-changes", late)).toBe("1 due")
    await sweep("lapse-changes", late)
    expect((await queuedJobs("due")).map(({ data }) => data)).toEqual([
      { sweep: "lapse-changes", id, at: late.toISOString() },
    ])
    const reported = await Promise.all([lapseChange(id, late), lapseChange(id, late)])
    expect(reported.toSorted()).toEqual(["lapsed, as signed again", "nothing to do"])
    expect(await bookingNow(booking.id)).toMatchObject({
      status: "confirmed",
      dates: ["2027-06-12"],
      firstDay: "2027-06-12",
      lastDay: "2027-06-12",
      total: 25_000,
      priceLines: booking.priceLines,
    })
    expect(await days(booking.id)).toEqual(["2027-06-12"])
    expect(await request(product, "2027-06-19")).toBe(true)
    expect((await listEvidence(id)).map(({ kind }) => kind)).toEqual(["made", "typeset", "sent", "lapsed"])
    expect(await isLate()).toBe(0)
    expect(await runDue({ sweep: "lapse-changes", id, at: late.toISOString() })).toBe("lapse-changes: nothing to do")
  })

  test("an undelivered amendment never lapses, and waits to be handed over", async () => {
    const { booking } = await signed()
    await moved(booking.id, ["2027-06-19"])
    const { id } = await contractAt(booking.id, 2)
    await db.execute(sql`update mails set state = 'waiting', settled_at = null`)
    expect(await lapseChange(id, hours(49, at))).toBe("delivered to nobody")
    expect(await contractAt(booking.id, 2)).toMatchObject({ status: "sent", dueAt: null })
    expect(await bookingNow(booking.id)).toMatchObject({ dates: ["2027-06-19"], status: "confirmed" })
  })

  test("a lapsed amendment holds no days before the sweep: the next claim records the lapse", async () => {
    const { booking, product } = await signed()
    await moved(booking.id, ["2027-06-12", "2027-06-19"])
    const late = hours(49, at)
    const ask = async (day: Day, when: Date) =>
      (await placeBooking({ party: ownAccountParty(await makeCustomer()), order: makeOrder(product, [day]), at: when }))
        .ok
    expect(await ask("2027-06-19", hours(47, at))).toBe(false)
    const free = async (when: Date) =>
      (await findBookingsOn(db, [product], ["2027-06-12", "2027-06-19"], when)).flatMap(({ days: rented }) => rented)
    expect(await free(hours(47, at))).toEqual(["2027-06-12", "2027-06-19"])
    expect(await free(late)).toEqual(["2027-06-12"])
    const busy = async (when: Date) => {
      const products = (await listPlanningProducts("2027-06-01")).filter(({ id }) => id === product)
      const rooms = await readCapacityByDay(
        products,
        { productIds: [product], from: "2027-06-12", to: "2027-06-19" },
        [],
        when,
      )
      return [...rooms].flatMap(([day, room]) => (room.busy > 0 ? [day] : []))
    }
    expect([await busy(hours(47, at)), await busy(late)]).toEqual([["2027-06-12", "2027-06-19"], ["2027-06-12"]])
    // The page shows the signed version, before and after the sweep.
    const read = await readBookingPage(await withRentals(await bookingNow(booking.id)), late)
    expect(read.inForce).toMatchObject({ dates: ["2027-06-12"], lastDay: "2027-06-12", total: 25_000 })

    expect(await ask("2027-06-12", late)).toBe(false)
    expect(await ask("2027-06-19", late)).toBe(true)
    expect(await contractAt(booking.id, 2)).toMatchObject({ status: "lapsed" })
    expect(await bookingNow(booking.id)).toMatchObject({ dates: ["2027-06-12"], total: 25_000, status: "confirmed" })
    expect(await days(booking.id)).toEqual(["2027-06-12"])
  })

  test("a lapsed amendment of an evening frees its new hours before the sweep, and keeps the signed ones", async () => {
    const product = await makeProduct({ preparationDaysBefore: 1, preparationDaysAfter: 1 })
    const plan = await makePlan(product.id)
    const startAt = (startTime: ClockTime) => ({ id: plan.id, startTime, extraHours: 0 })
    const ask = async (startTime: ClockTime, when: Date) => {
      const order = makeOrder(product.id, ["2027-06-12"], { plan: startAt(startTime) })
      return placeBooking({ party: ownAccountParty(await makeCustomer()), order, at: when })
    }
    const placed = await ask("11:00", now)
    if (!placed.ok) throw new Error(placed.error.kind)
    const { id } = placed.value.booking
    await confirmBooking(camille, id, now)
    await sendContract({ bookingId: id, confirmedAt: now.toISOString() }, minutes(0.5))
    await setHours({
      actor: camille,
      bookingId: id,
      typed: { out: { from: "08:00", to: "09:00" }, back: null },
      at: now,
    })
    const form = signingForm(await contractAt(id, 1))
    expect(await signContract({ by: "link", secret: await lastSecret() }, form, visit, hours(1))).toMatchObject({
      ok: true,
    })
    await changed(id, { position: 1, plan: { ...startAt("11:00"), extraHours: 2 } })
    const late = hours(49, at)
    expect((await ask("17:00", hours(47, at))).ok).toBe(false)
    const { rows } = await db.execute<{ lapsed: string }>(sql`
      select to_char(lower(part) at time zone 'Europe/Paris', 'HH24:MI') || to_char(upper(part) at time zone 'Europe/Paris', ' HH24:MI') as lapsed
      from lapsed_time(${late.toISOString()}::timestamptz) cross join lateral unnest(parts) part`)
    expect(rows).toEqual([{ lapsed: "16:00 18:00" }])
    expect((await ask("17:00", late)).ok).toBe(true)
    expect(await contractAt(id, 2)).toMatchObject({ status: "lapsed" })
  })

  test("a lapsed amendment keeps the preparation of the signed days, and frees that of the others", async () => {
    const product = await makeProduct({ preparationDaysBefore: 1, preparationDaysAfter: 1 })
    const { booking } = await signed(product.id)
    await moved(booking.id, ["2027-06-13", "2027-06-16"])
    await lapseChange((await contractAt(booking.id, 2)).id, hours(49, at))
    const { rows } = await db.execute<{ day: string; role: string }>(
      sql`select day::text, role from unit_days where booking_id = ${booking.id} order by day`,
    )
    expect(rows).toEqual([
      { day: "2027-06-11", role: "preparation" },
      { day: "2027-06-12", role: "rental" },
      { day: "2027-06-13", role: "preparation" },
    ])
  })

  test("a signature racing the sweep at the deadline: one of the two happens", async () => {
    const { booking } = await signed()
    await moved(booking.id, ["2027-06-19"])
    const second = await contractAt(booking.id, 2)
    const secret = await lastSecret()
    const dueAt = second.dueAt ?? now
    const [outcome, reported] = await Promise.all([
      signContract({ by: "link", secret }, signingForm(second), visit, new Date(dueAt.getTime() - 1)),
      lapseChange(second.id, dueAt),
    ])
    const { status } = await contractAt(booking.id, 2)
    expect([outcome.ok, reported, status]).toEqual(
      outcome.ok ? [true, "nothing to do", "signed"] : [false, "lapsed, as signed again", "lapsed"],
    )
  })

  test("a change back needs no signature: the signed version holds, with its own days only", async () => {
    const { booking } = await signed()
    await moved(booking.id, ["2027-06-19"])
    expect(await moved(booking.id, ["2027-06-12"], hours(3))).toBe("as signed")
    expect((await contractAt(booking.id, 2)).status).toBe("replaced")
    expect(await days(booking.id)).toEqual(["2027-06-12"])
  })

  test("a cancelled booking voids its amendment and frees every day", async () => {
    const product = (await makeProduct()).id
    const { booking } = await signed(product)
    await moved(booking.id, ["2027-06-19"])
    await cancelBooking({ actor: camille, id: booking.id, from: "confirmed", at: hours(4) })
    expect(await days(booking.id)).toEqual([])
    expect(await lapseChange((await contractAt(booking.id, 2)).id, hours(60))).toBe("lapsed")
    expect((await bookingNow(booking.id)).status).toBe("cancelled")
  })
})

test("a change before the signature replaces the contract, with a new 48 hours", async () => {
  const { booking, secret, contract } = await makeSentContract(camille)
  expect(await moved(booking.id, ["2027-06-19"])).toBe("version 2 sent")
  expect((await contractAt(booking.id, 1)).status).toBe("replaced")
  expect((await bookingNow(booking.id)).contractDueAt).toEqual(hours(48, minutes(1, at)))
  expect(await days(booking.id)).toEqual(["2027-06-19"])
  // The first mail's link opens the current version, and signs only that.
  const outcome = await signContract({ by: "link", secret }, signingForm(contract), visit, hours(3))
  expect(outcome).toMatchObject({ ok: false, error: { kind: "replaced", contract: { version: 2 } } })
})

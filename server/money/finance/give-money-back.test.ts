import { randomUUID } from "node:crypto"
import { eq, sql } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { withRentals } from "../../booking-record/rentals.ts"
import type { Staff } from "../../../domain/accounts/party.ts"
import type { BookingId, Id } from "../../../domain/id.ts"
import { bookingNow, owner, pay, readRefunds, placeSignedBooking } from "../../../tests/ends.ts"
import { freshDatabase } from "../../../tests/harness/database.ts"
import type { Visitor } from "../../accounts/auth/visitor.ts"
import { readJobSheet } from "../../bookings/job-sheets.ts"
import { readBookingPage } from "../../bookings/booking-page.ts"
import { readSiteConfig } from "../../shop/content/site.ts"
import { previewDeletion } from "../../jobs/retention/delete-account.ts"
import { db, transaction } from "../../platform/database.server.ts"
import { issueDueInvoices } from "../invoicing/issue.ts"
import { readPayable } from "../payments/payable.ts"
import { bookingEnds } from "../../platform/schema/booking-ends.ts"
import { bookings } from "../../platform/schema/bookings.ts"
import { siteConfig } from "../../platform/schema/content.ts"
import { invoices } from "../../platform/schema/invoices.ts"
import { payments } from "../../platform/schema/money.ts"
import { readOpenMatters } from "../../reports/today/open-matters.ts"
import { giveMoneyBack, readRefundableMoney } from "./give-money-back.ts"
import { readDueAmount, readPaidAmount } from "./payments.ts"
import { readFinanceSettings } from "../../shop/settings/queries.ts"
import { recordRefund } from "./refunds.ts"
import { readJobs } from "../../../tests/harness/jobs.ts"

/** The rental is on 12 June, for 250 €. */
const before = new Date("2027-06-10T09:00:00Z")
const after = new Date("2027-06-13T09:00:00Z")
const minutes = (count: number) => new Date(after.getTime() + count * 60_000)

let camille: Staff
beforeEach(async () => {
  await freshDatabase()
  await readSiteConfig()
  await readFinanceSettings()
  await db.update(siteConfig).set({
    companyName: "La Belle Équipe",
    companyAddress: "8 quai de la Marne, 94340 Joinville-le-Pont",
    companySiret: "12345678200002",
    vatNumber: "FR11123456782",
  })
  await db.execute(sql`update invoicing_start set day = '2027-01-01'`)
  camille = await owner()
})

const give = ({
  id,
  amount,
  expectedPaid,
  at = after,
  key = randomUUID(),
}: {
  id: BookingId
  amount: number
  expectedPaid: number
  at?: Date
  key?: Id
}) => giveMoneyBack(camille, id, { key, amount, reason: "La livraison était en retard", expectedPaid }, at)

/** Invoices less credit notes, once nothing can be undone. */
async function invoiced(id: BookingId, at = minutes(2)) {
  await transaction((tx) => issueDueInvoices(tx, id, at))
  const rows = await db.select().from(invoices).where(eq(invoices.bookingId, id))
  return rows.reduce((sum, { kind, amount }) => sum + (kind === "credit-note" ? -amount : amount), 0)
}

describe("goodwill", () => {
  test("goodwill lowers the amount due everywhere, before and after it was paid out", async () => {
    const { booking } = await placeSignedBooking({ paid: 25_000 })
    const { id } = booking
    expect(await invoiced(id)).toBe(25_000)
    const outcome = await give({ id, amount: 2_000, expectedPaid: 25_000 })
    expect(outcome).toMatchObject({ ok: true, value: { amount: 2_000, overpaid: 0 } })
    const settled = async () => ({
      payable: await readPayable(id, minutes(2)),
      due: await readDueAmount(id, minutes(2)),
      left: (await readJobSheet(id, minutes(2)))?.leftToPay,
      journey: (await readBookingPage(await withRentals((await bookingNow(id)) ?? booking), minutes(2))).journey.next
        .kind,
      matters: (await readOpenMatters(minutes(2), 9)).payments.count,
      status: (await bookingNow(id))?.paymentStatus,
    })
    const paid = { due: 23_000, left: 0, matters: 0, status: "paid" }
    expect(await settled()).toMatchObject({
      ...paid,
      payable: { totalDue: 23_000, paid: 23_000, next: null, later: [] },
    })
    expect((await settled()).journey).not.toBe("pay")
    const [refund] = await readRefunds(id)
    if (!refund) throw new Error("Nothing is owed")
    expect(refund).toMatchObject({ reason: "goodwill", amount: 2_000, createdBy: camille.id })
    const noted = await recordRefund({
      actor: camille,
      refundId: refund.id,
      made: { means: "transfer", madeOn: "2027-06-13", note: "" },
      at: minutes(2),
    })
    expect(noted.ok).toBe(true)
    expect(await settled()).toMatchObject({
      ...paid,
      payable: { totalDue: 23_000, paid: 23_000, next: null, later: [] },
    })
    expect((await settled()).journey).not.toBe("pay")
    expect(await readPaidAmount(id)).toBe(23_000)
    expect(await invoiced(id)).toBe(23_000)
  })

  test("goodwill on a partly paid booking lowers its total and its last instalment", async () => {
    const { booking } = await placeSignedBooking({ paid: 7_500 })
    expect((await give({ id: booking.id, amount: 2_000, expectedPaid: 7_500 })).ok).toBe(true)
    expect(await readPayable(booking.id, minutes(2))).toMatchObject({
      totalDue: 23_000,
      paid: 5_500,
      next: { amount: 17_500 },
    })
    expect((await readOpenMatters(minutes(2), 9)).payments.items[0]?.payment.amount).toBe(17_500)
    expect((await readJobSheet(booking.id, minutes(2)))?.leftToPay).toBe(17_500)
  })

  test("goodwill for all that was paid is no debt that blocks an account's deletion", async () => {
    const { booking, customer } = await placeSignedBooking({ paid: 25_000 })
    await give({ id: booking.id, amount: 25_000, expectedPaid: 25_000 })
    const [refund] = await readRefunds(booking.id)
    if (!refund) throw new Error("Nothing is owed")
    await recordRefund({
      actor: camille,
      refundId: refund.id,
      made: { means: "transfer", madeOn: "2027-06-13", note: "" },
      at: minutes(2),
    })
    expect(await readDebts(customer)).toEqual([])
    // Control: an unpaid booking is a debt, due in full after its days.
    const unpaid = await placeSignedBooking()
    expect(await readDebts(unpaid.customer)).toMatchObject([{ amount: 25_000 }])
  })

  test("goodwill is credited at once, and the invoices equal the amount retained", async () => {
    const { booking } = await placeSignedBooking({ paid: 25_000 })
    expect(await invoiced(booking.id, after)).toBe(25_000)
    await give({ id: booking.id, amount: 25_000, expectedPaid: 25_000 })
    expect(await invoiced(booking.id, after)).toBe(0)
    expect((await bookingNow(booking.id))?.status).toBe("confirmed")
  })

  test("goodwill is credited once, even after a later overpayment", async () => {
    const { booking } = await placeSignedBooking({ paid: 25_000 })
    await give({ id: booking.id, amount: 5_000, expectedPaid: 25_000 })
    expect(await invoiced(booking.id)).toBe(20_000)
    await pay(booking.id, 10_000)
    const made = await db.$count(invoices)
    expect([await invoiced(booking.id, minutes(3)), await db.$count(invoices)]).toEqual([20_000, made])
  })

  test("goodwill after an end lowers the amount it retains; earlier goodwill is counted by the end alone", async () => {
    const { booking } = await placeSignedBooking({ paid: 25_000 })
    await db.update(bookings).set({ status: "cancelled" }).where(eq(bookings.id, booking.id))
    await db
      .insert(bookingEnds)
      .values({ bookingId: booking.id, kind: "cancelled_by_customer", at: before, kept: 25_000, refund: 0 })
    expect((await give({ id: booking.id, amount: 5_000, expectedPaid: 25_000 })).ok).toBe(true)
    expect(await readPayable(booking.id, minutes(2))).toMatchObject({ totalDue: 20_000, paid: 20_000, next: null })
    expect(await invoiced(booking.id)).toBe(20_000)
  })
})

describe("refunds", () => {
  test("a refund first returns overpayments, which lowers nothing; before the rental it does only that", async () => {
    const { booking } = await placeSignedBooking({ paid: 26_000 })
    expect(await readRefundableMoney(booking.id, before)).toMatchObject({ overpaid: 1_000, max: 1_000 })
    expect(await give({ id: booking.id, amount: 1_500, expectedPaid: 26_000, at: before })).toEqual({
      ok: false,
      error: { kind: "too-much", max: 1_000 },
    })
    expect((await give({ id: booking.id, amount: 3_000, expectedPaid: 26_000 })).ok).toBe(true)
    expect((await readRefunds(booking.id)).map(({ reason, amount }) => [reason, amount])).toEqual([
      ["overpaid", 1_000],
      ["goodwill", 2_000],
    ])
    expect(await readPayable(booking.id, minutes(2))).toMatchObject({ totalDue: 23_000, paid: 23_000 })
  })

  test("a refund goes to its original card as far as possible, by a job", async () => {
    const { booking } = await placeSignedBooking()
    await db.insert(payments).values({
      bookingId: booking.id,
      means: "card",
      amount: 7_500,
      receivedOn: "2027-05-02",
      provider: "stripe",
      providerId: "pi_1",
    })
    await pay(booking.id, 17_500)
    await give({ id: booking.id, amount: 10_000, expectedPaid: 25_000 })
    expect((await readRefunds(booking.id)).map(({ amount, paymentId }) => [amount, paymentId !== null])).toEqual([
      [2_500, false],
      [7_500, true],
    ])
    expect(await readJobs("settle-card-refund")).toHaveLength(1)
  })

  test("refunds never exceed the payments, however many are made at once", async () => {
    const { booking } = await placeSignedBooking({ paid: 25_000 })
    const outcomes = await Promise.all(
      Array.from({ length: 6 }, () => give({ id: booking.id, amount: 20_000, expectedPaid: 25_000 })),
    )
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
    expect(outcomes.filter((each) => !each.ok && each.error.kind === "changed")).toHaveLength(5)
    expect((await readRefunds(booking.id)).reduce((sum, { amount }) => sum + amount, 0)).toBe(20_000)
    expect(await give({ id: booking.id, amount: 5_001, expectedPaid: 5_000 })).toEqual({
      ok: false,
      error: { kind: "too-much", max: 5_000 },
    })
  })

  test("a refund is recorded once, however often its form is sent", async () => {
    const { booking } = await placeSignedBooking({ paid: 25_000 })
    const key = randomUUID()
    const outcomes = await Promise.all(
      [1, 2, 3].map(() => give({ id: booking.id, amount: 2_000, expectedPaid: 25_000, at: after, key })),
    )
    expect(outcomes.every(({ ok }) => ok)).toBe(true)
    expect(outcomes.filter((each) => each.ok && each.value.eventId !== null)).toHaveLength(1)
    expect(await readRefunds(booking.id)).toHaveLength(1)
  })

  test("a refund without an amount, a reason, a payment or a booking is refused", async () => {
    const { booking } = await placeSignedBooking()
    const resultKind = async (outcome: ReturnType<typeof give>) =>
      outcome.then((each) => (each.ok ? "ok" : each.error.kind))
    expect(await resultKind(give({ id: booking.id, amount: 0, expectedPaid: 0 }))).toBe("not-an-amount")
    expect(await resultKind(give({ id: booking.id, amount: 100, expectedPaid: 0 }))).toBe("nothing-to-give")
    expect(await resultKind(give({ id: randomUUID(), amount: 100, expectedPaid: 0 }))).toBe("not-found")
    const silent = { key: randomUUID(), amount: 100, reason: "  ", expectedPaid: 0 }
    expect(await resultKind(giveMoneyBack(camille, booking.id, silent, after))).toBe("reason-missing")
  })
})

/** The debts that block the deletion of the customer's account, as displayed to them. */
async function readDebts({ id }: Pick<Visitor["profile"], "id">) {
  const { blockers } = await previewDeletion({ profile: { id }, role: null } as Visitor, minutes(2))
  return blockers.filter(({ kind }) => kind === "debt")
}

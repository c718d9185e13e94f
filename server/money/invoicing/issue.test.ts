import type { BookingId } from "../../../domain/id.ts"
import { eq, sql } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { closeEndedBooking } from "../../bookings/end-booking.ts"
import {
  cancelAsCompany,
  cancelOwnBooking,
  previewCancellation,
  previewCompanyCancellation,
} from "../../bookings/cancel.ts"
import { db, pool, transaction } from "../../platform/database.server.ts"
import { dayInParis } from "../../../domain/day.ts"
import { amountDue } from "../../../domain/invoicing/invoice.ts"
import { recordPayment } from "../finance/payments.ts"
import { correctPayment } from "../finance/correct-payment.ts"
import { recordRefund, listOpenRefunds } from "../finance/refunds.ts"
import { siteConfig } from "../../platform/schema/content.ts"
import { invoiceDeductions, invoices } from "../../platform/schema/invoices.ts"
import { refunds } from "../../platform/schema/money.ts"
import { financeSettings } from "../../platform/schema/settings.ts"
import { takings } from "../../platform/schema/takings.ts"
import { sweep } from "../../jobs/sweeps/all.ts"
import { requestDuePayments } from "../payments/ask-payments.ts"
import { issueInvoices } from "../../jobs/sweeps/issue-invoices.ts"
import { makeCustomer } from "../../../tests/factories.ts"
import { databaseForTest, freshDatabase } from "../../../tests/harness/database.ts"
import { invoicingCompany, owner, placedAt, placeSignedBooking } from "../../../tests/ends.ts"
import { typesetInvoice } from "./invoice-files.ts"
import { searchEverything } from "../../reports/search/everything.ts"
import { issueDueInvoices } from "./issue.ts"
import { resendInvoice } from "./resend-invoice.ts"
import { readInvoicingState } from "./state.ts"
import { listAccountDocuments } from "../../accounts/customers/documents.ts"
import { listPersonInvoices, readPersonalData } from "../../reports/data-exports/gather.ts"
import { readJobs } from "../../../tests/harness/jobs.ts"

const later = new Date("2027-05-02T09:00:00Z")
const afterRental = new Date("2027-06-13T09:00:00Z")

beforeEach(async () => {
  await freshDatabase()
  await invoicingCompany()
})

const made = (bookingId: BookingId) =>
  db
    .select({ number: invoices.number, kind: invoices.kind, total: invoices.total, amount: invoices.amount })
    .from(invoices)
    .where(eq(invoices.bookingId, bookingId))
    .orderBy(invoices.issuedAt, invoices.series, invoices.sequence)

const pay = async (bookingId: BookingId, amount: number, at = later) => {
  const id = crypto.randomUUID()
  const paid = await recordPayment(
    await owner(),
    { id, bookingId, means: "transfer", amount, receivedOn: "2027-05-02", note: "" },
    at,
  )
  if (!paid.ok) throw new Error(paid.error.kind)
  return paid.value.payment
}

const retainedAmount = async (bookingId: BookingId) =>
  (await made(bookingId)).reduce((sum, { kind, amount }) => sum + (kind === "credit-note" ? -amount : amount), 0)

describe("the causes of an invoice", () => {
  test("a payment has a down-payment invoice, and the one that completes the price the final one", async () => {
    const { booking } = await placeSignedBooking()
    await pay(booking.id, 7_500)
    await pay(booking.id, 17_500, new Date("2027-05-03T09:00:00Z"))
    expect(await made(booking.id)).toEqual([
      { number: "F-2027-0001", kind: "down-payment", total: 7_500, amount: 7_500 },
      { number: "F-2027-0002", kind: "final", total: 25_000, amount: 17_500 },
    ])
    const [final] = await db.select().from(invoices).where(eq(invoices.kind, "final"))
    expect(final?.content).toMatchObject({
      deductions: [{ number: "F-2027-0001", total: 7_500, net: 6_250, vat: 1_250 }],
      received: [{ on: "2027-05-02", means: "transfer", amount: 17_500 }],
      net: 20_833,
      vatAmount: 4_167,
      seller: { siret: "12345678200002", address: { zipCode: "94340", city: "Joinville-le-Pont" } },
    })
    const { rows } = await pool.query(
      "select (details ->> 'amount')::int as amount, (details ->> 'total')::int as total from events where action = 'booking.invoiced' order by 1",
    )
    expect(rows).toEqual([
      { amount: 7_500, total: 7_500 },
      { amount: 17_500, total: 25_000 },
    ])
    expect(await readJobs("typeset-invoice")).toHaveLength(2)
  })

  test("the owner finds an invoice by its number, or a part of it", async () => {
    const { booking } = await placeSignedBooking()
    await pay(booking.id, 7_500)
    await pay(booking.id, 17_500, new Date("2027-05-03T09:00:00Z"))
    const findInvoices = async (typed: string) =>
      (await searchEverything(typed, 5, later)).invoices.map(({ number, bookingNumber }) => [number, bookingNumber])
    expect(await findInvoices("F-2027-0001")).toEqual([["F-2027-0001", booking.number]])
    expect(await findInvoices("f 2027")).toEqual([
      ["F-2027-0002", booking.number],
      ["F-2027-0001", booking.number],
    ])
    expect(await findInvoices("A-2027-0001")).toEqual([])
    expect(await findInvoices("Elena")).toEqual([])
  })

  test("an invoice is among the account's documents, and in the export of its data", async () => {
    const { booking } = await placeSignedBooking()
    await pay(booking.id, 7_500)
    const { number, productName, userId } = booking
    expect((await listAccountDocuments(userId, 1)).rows).toEqual(
      expect.arrayContaining([
        {
          kind: "invoice",
          number: "F-2027-0001",
          invoiceKind: "down-payment",
          booking: number,
          productName,
          at: later,
        },
      ]),
    )
    expect(await readPersonalData(userId)).toMatchObject({
      réservations: [{ factures: [{ numéro: "F-2027-0001", total_en_centimes: 7_500 }] }],
    })
    expect((await listPersonInvoices(userId)).map((invoice) => invoice.number)).toEqual(["F-2027-0001"])
    const stranger = await makeCustomer()
    expect(await listPersonInvoices(stranger.id)).toEqual([])
  })

  test("an invoice is mailed again on request, and once for a double click", async () => {
    const { booking } = await placeSignedBooking()
    await pay(booking.id, 7_500)
    const mails = async () => {
      const { rows } = await db.execute<{ count: number }>(
        sql`select count(*)::integer as count from mails where template = 'invoice'`,
      )
      return rows[0]?.count
    }
    const again = (at: Date) => owner().then((by) => resendInvoice(by, "F-2027-0001", at))
    expect(await again(later)).toEqual({ ok: false, error: { kind: "not-made-yet" } })
    const [invoice] = await db.select().from(invoices)
    await typesetInvoice({ invoiceId: invoice?.id ?? crypto.randomUUID() }, later)
    expect(await mails()).toBe(1)
    expect(await Promise.all([again(later), again(later)])).toEqual(
      expect.arrayContaining([
        { ok: true, value: { bookingId: booking.id, kind: "down-payment" } },
        { ok: false, error: { kind: "just-sent" } },
      ]),
    )
    expect(await mails()).toBe(2)
    expect(await again(new Date(later.getTime() + 120_000))).toMatchObject({ ok: true })
    expect(await owner().then((by) => resendInvoice(by, "F-2027-0009", later))).toMatchObject({ ok: false })
  })

  test("a second run issues nothing more", async () => {
    const { booking } = await placeSignedBooking()
    await pay(booking.id, 7_500)
    expect(await transaction((tx) => issueDueInvoices(tx, booking.id, later))).toBe(0)
    expect(await made(booking.id)).toHaveLength(1)
  })

  test("a payment recorded by mistake is credited", async () => {
    const { booking } = await placeSignedBooking()
    const payment = await pay(booking.id, 7_500)
    await correctPayment(await owner(), payment.id, later)
    expect(await made(booking.id)).toEqual([
      { number: "A-2027-0001", kind: "credit-note", total: 7_500, amount: 7_500 },
      { number: "F-2027-0001", kind: "down-payment", total: 7_500, amount: 7_500 },
    ])
  })

  test("the sweep issues the final invoice at the end of the rental, once", async () => {
    const { booking } = await placeSignedBooking({ signedAt: placedAt })
    await pay(booking.id, 7_500)
    expect(await sweep("issue-invoices", new Date("2027-06-12T20:00:00Z"))).toBe("0 due")
    expect(await sweep("issue-invoices", afterRental)).toBe("1 due")
    expect(await issueInvoices.run(booking.id, afterRental)).toBe("1 made")
    expect(await issueInvoices.run(booking.id, afterRental)).toBe("nothing to do any more")
    expect(await sweep("issue-invoices", afterRental)).toBe("0 due")
    expect(await made(booking.id)).toEqual([
      { number: "F-2027-0001", kind: "down-payment", total: 7_500, amount: 7_500 },
      { number: "F-2027-0002", kind: "final", total: 25_000, amount: 17_500 },
    ])
  })

  test("a customer's cancellation credits the refund and invoices the amount retained", async () => {
    const { booking, party } = await placeSignedBooking({ days: ["2027-05-20"] })
    await pay(booking.id, 7_500)
    const preview = await previewCancellation(party, booking.id, later)
    if (!preview.ok) throw new Error(preview.error.kind)
    const { retained: kept, refund } = preview.value.settlement
    const cancelled = await cancelOwnBooking(party, booking.id, { expected: { retained: kept, refund } }, later)
    expect(cancelled.ok).toBe(true)
    expect(await retainedAmount(booking.id)).toBe(kept)
    expect(await sweep("issue-invoices", afterRental)).toBe("0 due")
  })

  test("a company's cancellation is credited once it can no longer be undone", async () => {
    const { booking } = await placeSignedBooking()
    await pay(booking.id, 7_500)
    const preview = await previewCompanyCancellation(booking.id, later)
    if (!preview) throw new Error("Nothing to cancel")
    const { refund, indemnity } = preview.settlement
    const done = await cancelAsCompany({
      actor: await owner(),
      bookingId: booking.id,
      from: "confirmed",
      forceMajeure: false,
      expected: { refund, indemnity },
      at: later,
    })
    expect(done.ok).toBe(true)
    expect(await made(booking.id)).toHaveLength(1)
    await closeEndedBooking(booking.id, new Date(later.getTime() + 60_000))
    expect((await made(booking.id)).map(({ kind }) => kind)).toEqual(["down-payment", "credit-note"])
    expect(await retainedAmount(booking.id)).toBe(0)
  })

  test("a refund after the rental lowers its price: credit note and a new final invoice", async () => {
    const { booking } = await placeSignedBooking()
    await pay(booking.id, 25_000)
    await db.insert(refunds).values({ bookingId: booking.id, reason: "changed", amount: 5_000, dueOn: "2027-06-30" })
    await transaction((tx) => issueDueInvoices(tx, booking.id, afterRental))
    expect(await retainedAmount(booking.id)).toBe(20_000)
  })

  test("a payment more than three months ahead bears interest, owed beside the price (L214-2)", async () => {
    const { booking } = await placeSignedBooking({ days: ["2027-10-02"], signedAt: placedAt })
    await pay(booking.id, 25_000)
    const owed = await db.select().from(refunds).where(eq(refunds.bookingId, booking.id))
    // 61 days from 2 August, at 6.67 %.
    expect(owed).toMatchObject([{ kind: "indemnity", reason: "interest", amount: 279 }])
    const [final] = await db.select().from(invoices).where(eq(invoices.bookingId, booking.id))
    expect(final?.content.interest).toBe(279)
  })

  test("interest is due with the rental; a new final invoice names it again, and it is owed once", async () => {
    const { booking } = await placeSignedBooking({ days: ["2027-10-02"], signedAt: placedAt })
    await pay(booking.id, 25_000)
    const owed = async () =>
      (await db.select().from(refunds).where(eq(refunds.bookingId, booking.id))).flatMap((row) =>
        row.reason === "interest" && row.droppedAt === null ? [{ amount: row.amount, dueOn: row.dueOn }] : [],
      )
    expect(await owed()).toEqual([{ amount: 279, dueOn: "2027-10-02" }])
    await db.insert(refunds).values({ bookingId: booking.id, reason: "goodwill", amount: 5_000, dueOn: "2027-06-30" })
    await transaction((tx) => issueDueInvoices(tx, booking.id, afterRental))
    const rows = await db.select().from(invoices).where(eq(invoices.bookingId, booking.id))
    const finals = rows.filter(({ kind }) => kind === "final").map(({ content }) => content.interest)
    expect(finals).toHaveLength(2)
    expect(finals.every((interest) => interest > 0)).toBe(true)
    expect(await owed()).toEqual([{ amount: finals.toSorted()[0], dueOn: "2027-10-02" }])
  })

  test("interest deducted from the balance has no invoice of its own, and the final one deducts it", async () => {
    const { booking } = await placeSignedBooking({ days: ["2027-10-02"] })
    await pay(booking.id, 7_500)
    const requestedAt = new Date("2027-05-29T10:00:00Z")
    await requestDuePayments.run(booking.id, requestedAt)
    expect(await sweep("issue-invoices", requestedAt)).toBe("0 due")
    expect(await made(booking.id)).toMatchObject([{ kind: "down-payment", amount: 7_500 }])
    await pay(booking.id, 17_416, new Date("2027-06-02T09:00:00Z"))
    const [, final] = await db
      .select()
      .from(invoices)
      .where(eq(invoices.bookingId, booking.id))
      .orderBy(invoices.sequence)
    expect(final?.content).toMatchObject({
      kind: "final",
      total: 25_000,
      interest: 278,
      received: [
        { means: "transfer", amount: 17_416 },
        { means: "set-off", amount: 84 },
      ],
    })
    expect(final?.content.notes.map(({ text }) => text).join()).toMatch(
      /2,78\s€, dont 0,84\s€ déduits de votre solde, et le reste que nous/,
    )
    expect(final && amountDue(final.content)).toBe(0)
    // The balance was early too, so its interest is owed separately; the register equals the payments received.
    expect(await listOpenRefunds(afterRental, booking.id)).toMatchObject([{ reason: "interest", amount: 194 }])
    expect(
      (await db.select({ amount: takings.amount }).from(takings)).reduce((sum, { amount }) => sum + amount, 0),
    ).toBe(24_916)
  })

  test.each([
    ["within three months", later, []],
    // 40 days from 2 August to 11 September: the refund owed on the 1st was not paid before.
    ["four months after", new Date("2027-09-01T09:00:00Z"), [183]],
  ])("interest is owed until the refund is made: cancelled %s of the payment", async (_, cancelledOn, owed) => {
    const { booking } = await placeSignedBooking({ days: ["2027-10-02"], signedAt: placedAt })
    await pay(booking.id, 25_000)
    const cancel = async (at: Date) => {
      const { refund, indemnity } = (await previewCompanyCancellation(booking.id, at))?.settlement ?? {}
      const figures = { refund: refund ?? 0, indemnity: indemnity ?? 0 }
      const done = await cancelAsCompany({
        actor: await owner(),
        bookingId: booking.id,
        from: "confirmed",
        forceMajeure: false,
        expected: figures,
        at,
      })
      expect(done.ok).toBe(true)
      await closeEndedBooking(booking.id, new Date(at.getTime() + 60_000))
    }
    await cancel(cancelledOn)
    const [back] = await listOpenRefunds(cancelledOn, booking.id)
    if (!back) throw new Error("Nothing is to be given back")
    const madeAt = new Date(cancelledOn.getTime() + 10 * 86_400_000)
    const made = { means: "transfer", madeOn: dayInParis(madeAt), note: "" } as const
    expect((await recordRefund({ actor: await owner(), refundId: back.id, made, at: madeAt })).ok).toBe(true)
    const interest = (await db.select().from(refunds).where(eq(refunds.bookingId, booking.id))).filter(
      ({ reason, droppedAt }) => reason === "interest" && droppedAt === null,
    )
    expect(interest.map(({ amount }) => amount)).toEqual(owed)
  })

  test("an invoice for a company has its SIREN and VAT number, and no interest", async () => {
    const { booking } = await placeSignedBooking({
      days: ["2027-10-02"],
      client: {
        clientType: "business",
        businessName: "Atelier des Fêtes",
        businessSiret: "55208131766522",
        businessVat: "FR03552081317",
      },
    })
    await pay(booking.id, 25_000)
    const [final] = await db.select().from(invoices).where(eq(invoices.bookingId, booking.id))
    expect(final?.content.buyer).toMatchObject({
      name: "Atelier des Fêtes",
      siren: "552081317",
      vatNumber: "FR03552081317",
    })
    expect(final?.content.interest).toBe(0)
  })

  test("no invoice is issued without the shop's SIRET, and the sweep issues it later", async () => {
    await db.update(siteConfig).set({ companySiret: "" })
    const { booking } = await placeSignedBooking()
    await pay(booking.id, 7_500)
    expect(await made(booking.id)).toEqual([])
    expect(await sweep("issue-invoices", later)).toBe("0 due")
    await db.update(siteConfig).set({ companySiret: "12345678200002" })
    expect(await sweep("issue-invoices", later)).toBe("1 due")
    await issueInvoices.run(booking.id, later)
    expect(await made(booking.id)).toHaveLength(1)
  })

  test("an exempt shop needs no VAT number, and no VAT is counted", async () => {
    await db.update(financeSettings).set({ vatMode: "franchise" })
    await db.update(siteConfig).set({ vatNumber: null })
    const { booking } = await placeSignedBooking()
    await pay(booking.id, 7_500)
    const [invoice] = await db.select().from(invoices).where(eq(invoices.bookingId, booking.id))
    expect(invoice).toMatchObject({ net: 7_500, vat: 0, total: 7_500 })
  })

  test("the agreed VAT decides whether a number is required, and the list names the waiting invoices", async () => {
    const { booking: withVat } = await placeSignedBooking()
    await db.update(financeSettings).set({ vatMode: "franchise" })
    await db.update(siteConfig).set({ vatNumber: null })
    const { booking: exempt } = await placeSignedBooking({ days: ["2027-06-11"] })
    await pay(withVat.id, 7_500)
    expect(await made(withVat.id)).toEqual([])
    expect(await readInvoicingState(later)).toMatchObject({ missing: [], waitingForVatNumber: 1 })
    expect(await sweep("issue-invoices", later)).toBe("0 due")
    // The exempt booking is invoiced although today's prices include VAT and no number is set.
    await pay(exempt.id, 7_500)
    await db.update(financeSettings).set({ vatMode: "included" })
    expect(await readInvoicingState(afterRental)).toMatchObject({ missing: ["vatNumber"], waitingForVatNumber: 0 })
    expect(await sweep("issue-invoices", afterRental)).toBe("1 due")
    await issueInvoices.run(exempt.id, afterRental)
    expect((await made(exempt.id)).map(({ kind }) => kind)).toEqual(["down-payment", "final"])
    await db.update(siteConfig).set({ vatNumber: "FR11123456782" })
    expect(await sweep("issue-invoices", afterRental)).toBe("1 due")
    await issueInvoices.run(withVat.id, afterRental)
    expect((await db.select().from(invoices).where(eq(invoices.bookingId, withVat.id)))[0]?.vat).toBeGreaterThan(0)
  })

  test("a rental that ended before invoicing was introduced is not invoiced", async () => {
    await db.execute(sql`update invoicing_start set day = '2027-07-01'`)
    const { booking } = await placeSignedBooking()
    await pay(booking.id, 7_500)
    expect(await sweep("issue-invoices", afterRental)).toBe("0 due")
    expect(await made(booking.id)).toEqual([])
  })
})

describe("invoice numbers", () => {
  const numbers = async () =>
    (await db.select({ sequence: invoices.sequence }).from(invoices).orderBy(invoices.sequence)).map(
      ({ sequence }) => sequence,
    )

  test("thirty concurrent invoices, a third of them rolled back, leave no gap", async () => {
    const bookings = await Promise.all(Array.from({ length: 10 }, () => placeSignedBooking()))
    const orders = Array.from({ length: 30 }, (_, index) => ({ booking: bookings[index % 10]!.booking, index }))
    const results = await Promise.allSettled(
      orders.map(({ booking, index }) =>
        transaction(async (tx) => {
          await tx.execute(sql`
            insert into payments (booking_id, means, amount, received_on) values (${booking.id}, 'transfer', ${100 + index}, '2027-05-02')`)
          await issueDueInvoices(tx, booking.id, later)
          if (index % 3 === 0) throw new Error("The payment comes to nothing")
        }),
      ),
    )
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(20)
    expect(await numbers()).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
  })

  test("a database sequence, which no rollback resets, would leave gaps: hence the counter", async () => {
    const other = await databaseForTest()
    try {
      await other.pool.query(`
        create sequence loose;
        create or replace function next_invoice_sequence(of_series text, of_year smallint) returns integer
          language sql volatile as $$ select nextval('loose')::integer $$`)
      const drawn: number[] = []
      await Promise.all(
        Array.from({ length: 30 }, async (_, index) => {
          const client = await other.pool.connect()
          try {
            await client.query("begin")
            const { rows } = await client.query<{ next: number }>(
              "select next_invoice_sequence('F', 2027::smallint) as next",
            )
            if (index % 3 !== 0) drawn.push(rows[0]!.next)
            await client.query(index % 3 === 0 ? "rollback" : "commit")
          } finally {
            client.release()
          }
        }),
      )
      expect(drawn.toSorted((a, b) => a - b)).not.toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
    } finally {
      await other.drop()
    }
  })

  test("the database forbids a gap, a change and a deletion", async () => {
    const { booking } = await placeSignedBooking()
    await pay(booking.id, 7_500)
    const copy = sql`
      insert into invoices (booking_id, customer_id, kind, series, year, sequence, number, issued_at, issued_on, total, net, vat, amount, content)
      select booking_id, customer_id, kind, series, year, 3, 'F-2027-0003', issued_at, issued_on, total, net, vat, amount, content from invoices`
    await expect(db.execute(copy)).rejects.toMatchObject({ cause: { code: "23514" } })
    await expect(db.execute(sql`update invoices set total = 1`)).rejects.toMatchObject({ cause: { code: "23001" } })
    await expect(db.execute(sql`delete from invoices`)).rejects.toMatchObject({ cause: { code: "23001" } })
    await expect(db.execute(sql`truncate invoices cascade`)).rejects.toMatchObject({ cause: { code: "23001" } })
    await db.update(invoices).set({ pdfKey: "a", pdfSha256: "0".repeat(64) })
    await expect(db.execute(sql`update invoices set pdf_key = 'b'`)).rejects.toMatchObject({ cause: { code: "23001" } })
  })

  test("each year and each series starts with 1", async () => {
    const [first, second] = [await placeSignedBooking(), await placeSignedBooking()]
    await pay(first.booking.id, 7_500)
    await pay(second.booking.id, 7_500)
    await transaction(async (tx) => {
      const { rows } = await tx.execute<{ n: number }>(sql`select next_invoice_sequence('F', 2028::smallint) as n`)
      expect(rows[0]?.n).toBe(1)
    })
    expect((await made(second.booking.id))[0]?.number).toBe("F-2027-0002")
    expect(await db.$count(invoiceDeductions)).toBe(0)
  })
})

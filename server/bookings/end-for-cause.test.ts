import { randomUUID } from "node:crypto"
import { eq } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import type { Staff } from "../../domain/accounts/party.ts"
import type { ExternalCause } from "../../domain/booking/booking-end.ts"
import type { Day } from "../../domain/day.ts"
import type { BookingId } from "../../domain/id.ts"
import { signingForm, hours, makeSentContract, shopWithTemplate, visit } from "../../tests/contracts/signing.ts"
import { bookingNow, daysHeld, readEnd, readMails, readRefunds } from "../../tests/ends.ts"
import { now } from "../../tests/factories.ts"
import { freshDatabase } from "../../tests/harness/database.ts"
import { recordReport } from "../booking-record/condition/record.ts"
import { signContract } from "../contracts/sign.ts"
import { publishContractTemplate } from "../contracts/template.ts"
import { db } from "../platform/database.server.ts"
import { recordPayment } from "../money/finance/payments.ts"
import { correctPayment } from "../money/finance/correct-payment.ts"
import { payments, refunds } from "../platform/schema/money.ts"
import { undoEvent } from "../reports/undo/undo.ts"
import { readBookingTimeline } from "../booking-record/timeline.ts"
import { previewCompanyCancellation } from "./cancel.ts"
import { endForCause, listOpenCauses, previewNotedEnd } from "./end-for-cause.ts"
import { clearJobs } from "../../tests/harness/jobs.ts"

let camille: Staff
beforeEach(async () => {
  await freshDatabase()
  await clearJobs()
  camille = await shopWithTemplate()
})

const noonUtc = (day: Day) => new Date(`${day}T12:00:00Z`)

/** 250 € for 12 June, signed on 1 May: 75 € due then, 175 € on 5 June. */
async function signed({ named = true }: { named?: boolean } = {}) {
  const clauses = named ? " {{annulation.absence}} {{annulation.impaye}}" : ""
  const content = `Contrat n° {{reservation.numero}}.${clauses}`
  await publishContractTemplate(camille, { title: "Contrat", content }, 1, now)
  const made = await makeSentContract(camille)
  const outcome = await signContract({ by: "link", secret: made.secret }, signingForm(made.contract), visit, hours(1))
  if (!outcome.ok) throw new Error(outcome.error.kind)
  return made.booking
}

const pay = (bookingId: BookingId, amount: number, receivedOn: Day) =>
  db.insert(payments).values({ bookingId, amount, means: "transfer", receivedOn })

async function note(bookingId: BookingId, cause: ExternalCause, on: Day | null, at: Date) {
  const preview = await previewNotedEnd(bookingId, { cause, on }, at)
  if (!preview.ok) return preview
  const { settlement: figures, on: day, status: from } = preview.value
  return endForCause(camille, bookingId, { from, cause, on: day, reason: "Un motif", expected: figures }, at)
}

describe("a cancellation that the owner records for the customer (D68)", () => {
  test("the fee is that of the notice's day, without an indemnity, and is recorded as the customer's", async () => {
    const booking = await signed()
    await pay(booking.id, 25_000, "2027-05-02")
    // A cancellation by the company seven days before would also owe an indemnity of the whole price.
    const june5 = noonUtc("2027-06-05")
    expect(await previewCompanyCancellation(booking.id, june5)).toMatchObject({ settlement: { indemnity: 25_000 } })

    expect(await note(booking.id, "customer", "2027-05-20", june5)).toMatchObject({ ok: true })
    expect(await readEnd(booking.id)).toMatchObject([
      {
        kind: "cancelled_by_customer",
        noticedOn: "2027-05-20",
        kept: 12_500,
        refund: 12_500,
        indemnity: 0,
        sharePercent: 50,
      },
    ])
    expect(await readRefunds(booking.id)).toMatchObject([{ kind: "refund", amount: 12_500 }])
    expect(await daysHeld(booking.id)).toEqual([])
    const endMails = (await readMails(booking.id)).filter(({ template }) => template.startsWith("booking-cancelled"))
    expect(endMails.map(({ template, data }) => [template, data.extra])).toMatchObject([
      [
        "booking-cancelled",
        { by: "customer", noticedOn: "2027-05-20", settlement: { kept: 12_500, refunded: 12_500 } },
      ],
    ])
    expect((await readBookingTimeline(booking.id)).at(-1)).toMatchObject({
      action: "booking.cancelled",
      actorName: "Camille",
      details: { cause: "customer", noticedOn: "2027-05-20", kept: 12_500, refund: 12_500 },
    })
  })

  test("the preview says while the customer may still withdraw for less", async () => {
    const booking = await signed()
    const read = async (day: Day) => {
      const preview = await previewNotedEnd(booking.id, { cause: "customer", on: null }, noonUtc(day))
      return preview.ok && preview.value.withdrawal
    }
    // Cancelling costs nothing either.
    expect(await read("2027-05-02")).toBeNull()
    expect(await read("2027-05-18")).toEqual({ lastDay: "2027-05-18", owed: 0 })
    expect(await read("2027-05-19")).toBeNull()
  })

  test("the fee never exceeds what was paid or due on the day of the notice", async () => {
    const booking = await signed()
    await pay(booking.id, 7_500, "2027-05-02")
    await pay(booking.id, 17_500, "2027-06-04")
    const preview = await previewNotedEnd(booking.id, { cause: "customer", on: "2027-05-20" }, noonUtc("2027-06-05"))
    expect(preview).toMatchObject({
      ok: true,
      value: { settlement: { retainedPercent: 50, retained: 7_500, refund: 17_500 } },
    })
  })

  test("the fee excludes payments reversed or refunded after the notice", async () => {
    const preview = async (bookingId: BookingId) => {
      const read = await previewNotedEnd(bookingId, { cause: "customer", on: "2027-05-20" }, noonUtc("2027-06-05"))
      return read.ok && read.value.settlement
    }
    const [bounced, repaid] = [await signed(), await signed()]
    const cheque = { id: randomUUID(), means: "cheque", amount: 25_000, receivedOn: "2027-05-02", note: "" } as const
    const noted = await recordPayment(camille, { ...cheque, bookingId: bounced.id }, noonUtc("2027-05-02"))
    if (!noted.ok) throw new Error(noted.error.kind)
    expect((await correctPayment(camille, noted.value.payment.id, noonUtc("2027-05-28"))).ok).toBe(true)
    expect(await preview(bounced.id)).toMatchObject({ retained: 7_500, owed: 7_500, refund: 0 })

    // The 50 € overpaid after the notice went back; the 100 € paid before stay.
    await pay(repaid.id, 10_000, "2027-05-02")
    await pay(repaid.id, 20_000, "2027-05-25")
    await db.insert(refunds).values({
      bookingId: repaid.id,
      kind: "refund",
      reason: "overpaid",
      amount: 5_000,
      dueOn: "2027-06-08",
      createdAt: noonUtc("2027-05-25"),
    })
    expect(await preview(repaid.id)).toMatchObject({ retained: 10_000, refund: 15_000 })
  })

  test("a cheque that bounces later is not refunded, and earlier payments are retained", async () => {
    const booking = await signed()
    await pay(booking.id, 10_000, "2027-05-02")
    const cheque = { id: randomUUID(), means: "cheque", amount: 15_000, receivedOn: "2027-05-25", note: "" } as const
    const noted = await recordPayment(camille, { ...cheque, bookingId: booking.id }, noonUtc("2027-05-25"))
    if (!noted.ok) throw new Error(noted.error.kind)
    expect((await note(booking.id, "customer", "2027-05-20", noonUtc("2027-06-05"))).ok).toBe(true)
    expect((await readEnd(booking.id)).at(-1)).toMatchObject({ kept: 10_000, refund: 15_000 })
    expect((await correctPayment(camille, noted.value.payment.id, noonUtc("2027-06-06"))).ok).toBe(true)
    expect((await readEnd(booking.id)).filter(({ undoneAt }) => undoneAt === null)).toMatchObject([
      { noticedOn: "2027-05-20", kept: 10_000, refund: 0 },
    ])
  })

  test("a notice before the confirmation, from tomorrow or at other figures is refused", async () => {
    const booking = await signed()
    const at = noonUtc("2027-05-20")
    const days = { from: "2027-05-01", to: "2027-05-20" }
    for (const on of ["2027-04-30", "2027-05-21"] as const)
      expect(await note(booking.id, "customer", on, at)).toEqual({
        ok: false,
        error: { kind: "not-a-notice-day", days },
      })
    const end = {
      from: "confirmed",
      cause: "customer",
      on: "2027-05-20",
      expected: { retained: 0, refund: 0 },
    } as const
    expect(await endForCause(camille, booking.id, end, at)).toMatchObject({
      error: { kind: "end-changed", preview: { settlement: { retained: 7_500, owed: 7_500 } } },
    })
    expect((await bookingNow(booking.id))?.status).toBe("confirmed")
  })

  test("the record can be undone for a minute: nothing is owed, and no mail goes out", async () => {
    const booking = await signed()
    await pay(booking.id, 25_000, "2027-05-02")
    const at = noonUtc("2027-05-20")
    const ended = await note(booking.id, "customer", null, at)
    if (!ended.ok || !("eventId" in ended.value)) throw new Error("Not ended")
    expect((await undoEvent(camille, ended.value.eventId, new Date(at.getTime() + 5_000))).ok).toBe(true)
    expect((await bookingNow(booking.id))?.status).toBe("confirmed")
    expect((await readRefunds(booking.id)).filter(({ droppedAt }) => droppedAt === null)).toEqual([])
    expect(await daysHeld(booking.id)).toHaveLength(1)
  })
})

describe("an end for a cause named in the contract (D68)", () => {
  test("a no-show can be recorded from the first day on, with that day's share", async () => {
    const booking = await signed()
    await pay(booking.id, 20_000, "2027-05-02")
    expect(await listOpenCauses(booking.id, noonUtc("2027-06-11"))).not.toContain("no-show")
    const onTheDay = noonUtc("2027-06-12")
    expect(await note(booking.id, "no-show", null, onTheDay)).toMatchObject({ ok: true })
    // 175 € were due on 5 June: 50 € of them remain unpaid.
    expect(await readEnd(booking.id)).toMatchObject([
      { kind: "no_show", noticedOn: "2027-06-12", kept: 25_000, refund: 0 },
    ])
    expect((await readMails(booking.id)).at(-1)?.data.extra).toMatchObject({
      by: "no-show",
      settlement: { owed: 5_000 },
    })
  })

  test("a no-show is refused once the departure report is signed", async () => {
    const booking = await signed()
    const onTheDay = noonUtc("2027-06-12")
    const typed = { name: "Elena", signature: { kind: "typed", text: "Elena" } } as const
    const made = {
      bookingId: booking.id,
      leg: "out",
      machines: [{ rental: 1, damaged: false, remarks: "", photos: [] }],
    } as const
    const report = { id: randomUUID(), ...made, client: typed, company: typed }
    expect((await recordReport(camille, report, onTheDay)).ok).toBe(true)
    expect(await listOpenCauses(booking.id, onTheDay)).not.toContain("no-show")
    expect(await note(booking.id, "no-show", null, onTheDay)).toEqual({ ok: false, error: { kind: "handed-out" } })
  })

  test("non-payment ends the booking eight days after a formal notice, with the share of its day", async () => {
    const booking = await signed()
    const at = noonUtc("2027-05-24")
    expect(await previewNotedEnd(booking.id, { cause: "unpaid", on: "2027-05-17" }, at)).toMatchObject({
      error: { kind: "not-a-notice-day", days: { from: "2027-05-01", to: "2027-05-16" } },
    })
    expect(await note(booking.id, "unpaid", "2027-05-14", at)).toMatchObject({ ok: true })
    expect(await readEnd(booking.id)).toMatchObject([{ kind: "unpaid", kept: 7_500, refund: 0, sharePercent: 50 }])
    expect(await readRefunds(booking.id)).toEqual([])
  })

  test("non-payment is refused once all that was due is paid", async () => {
    const booking = await signed()
    await pay(booking.id, 7_500, "2027-05-20")
    expect(await note(booking.id, "unpaid", null, noonUtc("2027-05-24"))).toEqual({
      ok: false,
      error: { kind: "nothing-due" },
    })
    expect(await listOpenCauses(booking.id, noonUtc("2027-05-24"))).toEqual(["customer"])
  })

  test("a cause missing from the signed text is refused, whatever today's template says", async () => {
    const booking = await signed({ named: false })
    const content = "Autre. {{annulation.absence}} {{annulation.impaye}}"
    await publishContractTemplate(camille, { title: "Contrat", content }, 2, now)
    const onTheDay = noonUtc("2027-06-12")
    expect(await listOpenCauses(booking.id, onTheDay)).toEqual(["customer"])
    for (const cause of ["no-show", "unpaid"] as const)
      expect(await note(booking.id, cause, null, onTheDay)).toEqual({ ok: false, error: { kind: "not-a-cause" } })
  })
})

test("an unsigned booking withdrawn by phone owes nothing and is refunded in full", async () => {
  const { booking } = await makeSentContract(camille)
  await pay(booking.id, 7_500, "2027-05-02")
  expect(await note(booking.id, "customer", null, hours(30))).toMatchObject({ ok: true })
  expect(await readEnd(booking.id)).toMatchObject([
    { kind: "cancelled_by_customer", kept: 0, refund: 7_500, indemnity: 0 },
  ])
  expect(await db.$count(payments, eq(payments.bookingId, booking.id))).toBe(1)
})

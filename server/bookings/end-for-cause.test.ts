import { randomUUID } from "node:crypto"
import { eq } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import type { Administrator } from "../../domain/accounts/party.ts"
import type { NotedCause } from "../../domain/booking/booking-end.ts"
import type { Day } from "../../domain/day.ts"
import type { BookingId } from "../../domain/id.ts"
import { formOf, hours, sent, shopWithTemplate, visit } from "../../tests/contracts/signing.ts"
import { bookingNow, daysHeld, endOf, mailsOf, refundsOf } from "../../tests/ends.ts"
import { now } from "../../tests/factories.ts"
import { freshDatabase } from "../../tests/harness/database.ts"
import { recordReport } from "../booking-record/condition/record.ts"
import { signContract } from "../contracts/sign.ts"
import { publishContractTemplate } from "../contracts/template.ts"
import { db } from "../platform/database.server.ts"
import { correctPayment, recordPayment } from "../money/finance/payments.ts"
import { payments, refunds } from "../platform/schema/money.ts"
import { undoEvent } from "../reports/undo/undo.ts"
import { bookingTimeline } from "../booking-record/timeline.ts"
import { previewCompanyCancellation } from "./cancel.ts"
import { endForCause, openCauses, previewNotedEnd } from "./end-for-cause.ts"
import { clearJobs } from "../../tests/harness/jobs.ts"

let camille: Administrator
beforeEach(async () => {
  await freshDatabase()
  await clearJobs()
  camille = await shopWithTemplate()
})

const noonOf = (day: Day) => new Date(`${day}T12:00:00Z`)

/** 250 € for 12 June, signed on 1 May: 75 € due then, 175 € on 5 June. */
async function signed({ named = true }: { named?: boolean } = {}) {
  const clauses = named ? " {{annulation.absence}} {{annulation.impaye}}" : ""
  const content = `Contrat n° {{reservation.numero}}.${clauses}`
  await publishContractTemplate(camille, { title: "Contrat", content }, 1, now)
  const made = await sent(camille)
  const outcome = await signContract({ by: "link", secret: made.secret }, formOf(made.contract), visit, hours(1))
  if (!outcome.ok) throw new Error(outcome.error.kind)
  return made.booking
}

const pay = (bookingId: BookingId, amount: number, receivedOn: Day) =>
  db.insert(payments).values({ bookingId, amount, means: "transfer", receivedOn })

/** Reads the figures, and notes the end at them. */
async function note(bookingId: BookingId, cause: NotedCause, on: Day | null, at: Date) {
  const preview = await previewNotedEnd(bookingId, { cause, on }, at)
  if (!preview.ok) return preview
  const { settlement: shown, on: day, status: from } = preview.value
  return endForCause(camille, bookingId, { from, cause, on: day, reason: "Un motif", shown }, at)
}

describe("an end that the owner notes for the customer (D68)", () => {
  test("keeps the share of the day of the notice, owes no indemnity, and is told and recorded as the customer's", async () => {
    const booking = await signed()
    await pay(booking.id, 25_000, "2027-05-02")
    // Seven days before, the company would owe all of it on top.
    const june5 = noonOf("2027-06-05")
    expect(await previewCompanyCancellation(booking.id, june5)).toMatchObject({ settlement: { indemnity: 25_000 } })

    expect(await note(booking.id, "customer", "2027-05-20", june5)).toMatchObject({ ok: true })
    expect(await endOf(booking.id)).toMatchObject([
      {
        kind: "cancelled_by_customer",
        noticedOn: "2027-05-20",
        kept: 12_500,
        refund: 12_500,
        indemnity: 0,
        sharePercent: 50,
      },
    ])
    expect(await refundsOf(booking.id)).toMatchObject([{ kind: "refund", amount: 12_500 }])
    expect(await daysHeld(booking.id)).toEqual([])
    const told = (await mailsOf(booking.id)).filter(({ template }) => template.startsWith("booking-cancelled"))
    expect(told.map(({ template, data }) => [template, data.extra])).toMatchObject([
      [
        "booking-cancelled",
        { by: "customer", noticedOn: "2027-05-20", settlement: { kept: 12_500, refunded: 12_500 } },
      ],
    ])
    expect((await bookingTimeline(booking.id)).at(-1)).toMatchObject({
      action: "booking.cancelled",
      actorName: "Camille",
      details: { cause: "customer", noticedOn: "2027-05-20", kept: 12_500, refund: 12_500 },
    })
  })

  test("says while the customer may still withdraw for less", async () => {
    const booking = await signed()
    const read = async (day: Day) => {
      const preview = await previewNotedEnd(booking.id, { cause: "customer", on: null }, noonOf(day))
      return preview.ok && preview.value.withdrawal
    }
    // Cancelling costs nothing either.
    expect(await read("2027-05-02")).toBeNull()
    expect(await read("2027-05-18")).toEqual({ lastDay: "2027-05-18", owed: 0 })
    expect(await read("2027-05-19")).toBeNull()
  })

  test("keeps nothing beyond what was paid or due on the day of the notice", async () => {
    const booking = await signed()
    await pay(booking.id, 7_500, "2027-05-02")
    await pay(booking.id, 17_500, "2027-06-04")
    const preview = await previewNotedEnd(booking.id, { cause: "customer", on: "2027-05-20" }, noonOf("2027-06-05"))
    expect(preview).toMatchObject({ ok: true, value: { settlement: { keptPercent: 50, kept: 7_500, refund: 17_500 } } })
  })

  test("keeps nothing of what was taken back or given back after the notice", async () => {
    const preview = async (bookingId: BookingId) => {
      const read = await previewNotedEnd(bookingId, { cause: "customer", on: "2027-05-20" }, noonOf("2027-06-05"))
      return read.ok && read.value.settlement
    }
    const [bounced, repaid] = [await signed(), await signed()]
    const cheque = { id: randomUUID(), means: "cheque", amount: 25_000, receivedOn: "2027-05-02", note: "" } as const
    const noted = await recordPayment(camille, { ...cheque, bookingId: bounced.id }, noonOf("2027-05-02"))
    if (!noted.ok) throw new Error(noted.error.kind)
    expect((await correctPayment(camille, noted.value.payment.id, noonOf("2027-05-28"))).ok).toBe(true)
    expect(await preview(bounced.id)).toMatchObject({ kept: 7_500, owed: 7_500, refund: 0 })

    // 50 € too many came after the notice, and went back: the 100 € of before stay kept.
    await pay(repaid.id, 10_000, "2027-05-02")
    await pay(repaid.id, 20_000, "2027-05-25")
    await db.insert(refunds).values({
      bookingId: repaid.id,
      kind: "refund",
      reason: "overpaid",
      amount: 5_000,
      dueOn: "2027-06-08",
      createdAt: noonOf("2027-05-25"),
    })
    expect(await preview(repaid.id)).toMatchObject({ kept: 10_000, refund: 15_000 })
  })

  test("gives back no cheque that bounces afterwards, and keeps what had come by the notice", async () => {
    const booking = await signed()
    await pay(booking.id, 10_000, "2027-05-02")
    const cheque = { id: randomUUID(), means: "cheque", amount: 15_000, receivedOn: "2027-05-25", note: "" } as const
    const noted = await recordPayment(camille, { ...cheque, bookingId: booking.id }, noonOf("2027-05-25"))
    if (!noted.ok) throw new Error(noted.error.kind)
    expect((await note(booking.id, "customer", "2027-05-20", noonOf("2027-06-05"))).ok).toBe(true)
    expect((await endOf(booking.id)).at(-1)).toMatchObject({ kept: 10_000, refund: 15_000 })
    expect((await correctPayment(camille, noted.value.payment.id, noonOf("2027-06-06"))).ok).toBe(true)
    expect((await endOf(booking.id)).filter(({ undoneAt }) => undoneAt === null)).toMatchObject([
      { noticedOn: "2027-05-20", kept: 10_000, refund: 0 },
    ])
  })

  test("takes no notice of before the confirmation, of tomorrow, or at other figures", async () => {
    const booking = await signed()
    const at = noonOf("2027-05-20")
    const days = { from: "2027-05-01", to: "2027-05-20" }
    for (const on of ["2027-04-30", "2027-05-21"] as const)
      expect(await note(booking.id, "customer", on, at)).toEqual({
        ok: false,
        error: { kind: "not-a-notice-day", days },
      })
    const end = { from: "confirmed", cause: "customer", on: "2027-05-20", shown: { kept: 0, refund: 0 } } as const
    expect(await endForCause(camille, booking.id, end, at)).toMatchObject({
      error: { kind: "end-changed", preview: { settlement: { kept: 7_500, owed: 7_500 } } },
    })
    expect((await bookingNow(booking.id))?.status).toBe("confirmed")
  })

  test("is undone for a minute: nothing is owed back, and nobody is told", async () => {
    const booking = await signed()
    await pay(booking.id, 25_000, "2027-05-02")
    const at = noonOf("2027-05-20")
    const ended = await note(booking.id, "customer", null, at)
    if (!ended.ok || !("eventId" in ended.value)) throw new Error("Not ended")
    expect((await undoEvent(camille, ended.value.eventId, new Date(at.getTime() + 5_000))).ok).toBe(true)
    expect((await bookingNow(booking.id))?.status).toBe("confirmed")
    expect((await refundsOf(booking.id)).filter(({ droppedAt }) => droppedAt === null)).toEqual([])
    expect(await daysHeld(booking.id)).toHaveLength(1)
  })
})

describe("a contract that names them is ended by the owner (D68)", () => {
  test("when nobody came, from the first day on: the share of that day is kept", async () => {
    const booking = await signed()
    await pay(booking.id, 20_000, "2027-05-02")
    expect(await openCauses(booking.id, noonOf("2027-06-11"))).not.toContain("no-show")
    const onTheDay = noonOf("2027-06-12")
    expect(await note(booking.id, "no-show", null, onTheDay)).toMatchObject({ ok: true })
    // 175 € were due on 5 June: 50 € of them never came.
    expect(await endOf(booking.id)).toMatchObject([
      { kind: "no_show", noticedOn: "2027-06-12", kept: 25_000, refund: 0 },
    ])
    expect((await mailsOf(booking.id)).at(-1)?.data.extra).toMatchObject({ by: "no-show", settlement: { owed: 5_000 } })
  })

  test("but not when the report of the departure is signed: somebody came", async () => {
    const booking = await signed()
    const onTheDay = noonOf("2027-06-12")
    const typed = { name: "Elena", signature: { kind: "typed", text: "Elena" } } as const
    const made = { bookingId: booking.id, leg: "out", damaged: false, remarks: "", photos: [] } as const
    const report = { id: randomUUID(), ...made, client: typed, company: typed }
    expect((await recordReport(camille, report, onTheDay)).ok).toBe(true)
    expect(await openCauses(booking.id, onTheDay)).not.toContain("no-show")
    expect(await note(booking.id, "no-show", null, onTheDay)).toEqual({ ok: false, error: { kind: "handed-out" } })
  })

  test("when what was due was not paid eight days after a formal notice: the share of the day of the notice is kept", async () => {
    const booking = await signed()
    const at = noonOf("2027-05-24")
    expect(await previewNotedEnd(booking.id, { cause: "unpaid", on: "2027-05-17" }, at)).toMatchObject({
      error: { kind: "not-a-notice-day", days: { from: "2027-05-01", to: "2027-05-16" } },
    })
    expect(await note(booking.id, "unpaid", "2027-05-14", at)).toMatchObject({ ok: true })
    expect(await endOf(booking.id)).toMatchObject([{ kind: "unpaid", kept: 7_500, refund: 0, sharePercent: 50 }])
    expect(await refundsOf(booking.id)).toEqual([])
  })

  test("and not for want of payment once all that was due has come", async () => {
    const booking = await signed()
    await pay(booking.id, 7_500, "2027-05-20")
    expect(await note(booking.id, "unpaid", null, noonOf("2027-05-24"))).toEqual({
      ok: false,
      error: { kind: "nothing-due" },
    })
    expect(await openCauses(booking.id, noonOf("2027-05-24"))).toEqual(["customer"])
  })

  test("and by no cause that its text does not name, whatever today's template says", async () => {
    const booking = await signed({ named: false })
    const content = "Autre. {{annulation.absence}} {{annulation.impaye}}"
    await publishContractTemplate(camille, { title: "Contrat", content }, 2, now)
    const onTheDay = noonOf("2027-06-12")
    expect(await openCauses(booking.id, onTheDay)).toEqual(["customer"])
    for (const cause of ["no-show", "unpaid"] as const)
      expect(await note(booking.id, cause, null, onTheDay)).toEqual({ ok: false, error: { kind: "not-a-cause" } })
  })
})

test("a customer who gives up an unsigned booking by telephone owes nothing and gets back what they paid", async () => {
  const { booking } = await sent(camille)
  await pay(booking.id, 7_500, "2027-05-02")
  expect(await note(booking.id, "customer", null, hours(30))).toMatchObject({ ok: true })
  expect(await endOf(booking.id)).toMatchObject([
    { kind: "cancelled_by_customer", kept: 0, refund: 7_500, indemnity: 0 },
  ])
  expect(await db.$count(payments, eq(payments.bookingId, booking.id))).toBe(1)
})

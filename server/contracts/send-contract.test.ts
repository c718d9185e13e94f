import { randomUUID } from "node:crypto"
import { eq, sql } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import type { BookingId } from "../../domain/id.ts"
import { undoEndsAt } from "../../domain/journal/undo-window.ts"
import { type Staff, ownAccountParty } from "../../domain/accounts/party.ts"
import { now } from "../../tests/factories.ts"
import { freshDatabase } from "../../tests/harness/database.ts"
import { confirmBooking, restoreBooking } from "../bookings/answer.ts"
import { cancelOwnBooking, previewCancellation } from "../bookings/cancel.ts"
import { closeEndedBooking } from "../bookings/end-booking.ts"
import { listAccountDocuments } from "../accounts/customers/documents.ts"
import { db } from "../platform/database.server.ts"
import { listInstalments } from "../money/finance/instalments.ts"
import { recordPayment } from "../money/finance/payments.ts"
import { readPayable } from "../money/payments/payable.ts"
import { events } from "../platform/schema/events.ts"
import { bookings, contracts } from "../platform/schema/bookings.ts"
import { undoEvent } from "../reports/undo/undo.ts"
import { listContractsToSend, countLateContracts, sendContractNow } from "./contract-queue.ts"
import { listEvidence } from "./evidence.ts"
import { sendContract } from "./send-contract.ts"
import { signContract } from "./sign.ts"
import {
  bookingNow,
  makeConfirmedBooking,
  contractAt,
  signingForm,
  hours,
  lastSecret,
  minutes,
  queuedJobs,
  makeSentContract,
  shopWithTemplate,
  visit,
} from "../../tests/contracts/signing.ts"
import { cancelBooking } from "../../tests/ends.ts"
import { clearJobs } from "../../tests/harness/jobs.ts"

let camille: Staff
beforeEach(async () => {
  await freshDatabase()
  await clearJobs()
  camille = await shopWithTemplate()
})

const payload = (id: BookingId) => ({ bookingId: id, confirmedAt: now.toISOString() })

describe("the contract of a confirmation", () => {
  test("the contract is made after the undo window, and its deadline starts when it is sent (D12)", async () => {
    const { booking } = await makeConfirmedBooking(camille)
    expect(await queuedJobs("send-contract")).toEqual([{ data: payload(booking.id), after: minutes(10 / 60) }])
    expect(booking.contractDueAt).toBeNull()
    await sendContract(payload(booking.id), minutes(1))
    expect(await contractAt(booking.id, 1)).toMatchObject({
      status: "sent",
      sentAt: minutes(1),
      dueAt: hours(48, minutes(1)),
    })
    expect(await bookingNow(booking.id)).toMatchObject({
      contractDueAt: hours(48, minutes(1)),
      paymentStatus: "awaiting",
    })
    expect(await listInstalments(booking.id)).toEqual([
      { kind: "down-payment", amount: 7_500, dueOn: null },
      { kind: "balance", amount: 17_500, dueOn: "2027-06-05" },
    ])
    const trail = await listEvidence((await contractAt(booking.id, 1)).id)
    expect(trail.map(({ kind }) => kind)).toEqual(["made", "typeset", "sent"])
    const mails = (await queuedJobs("send-mail")).map(({ data }) => data.template)
    expect(mails.filter((name) => name === "booking-confirmed")).toHaveLength(1)
  })

  test("a contract within 48 hours of the event is due before its first day, or by the end of a begun one", async () => {
    const { booking } = await makeConfirmedBooking(camille, {}, ["2027-05-02"])
    await sendContract(payload(booking.id), minutes(1))
    expect((await contractAt(booking.id, 1)).dueAt?.toISOString()).toBe("2027-05-01T22:00:00.000Z")
    const { booking: today } = await makeConfirmedBooking(camille, {}, ["2027-05-02"])
    await sendContract(payload(today.id), hours(20))
    expect((await contractAt(today.id, 1)).dueAt?.toISOString()).toBe("2027-05-02T22:00:00.000Z")
  })

  test("the job makes one version and one mail, however often and concurrently it runs", async () => {
    const { booking } = await makeConfirmedBooking(camille)
    const sent = await Promise.all(Array.from({ length: 5 }, () => sendContract(payload(booking.id), minutes(1))))
    expect(sent.filter((what) => what === "version 1 sent")).toHaveLength(1)
    expect(await sendContract(payload(booking.id), minutes(2))).toBe("sent before")
    expect(await db.$count(contracts)).toBe(1)
    const mails = await queuedJobs("send-mail")
    expect(mails.filter(({ data }) => data.template === "booking-confirmed")).toHaveLength(1)
  })

  test("an interrupted job resumes: an unsent version is sent, not made again", async () => {
    const { booking } = await makeConfirmedBooking(camille)
    // Interrupts the job: no evidence of sending can be written.
    await db.execute(sql`alter table contract_evidence add constraint stopped check (kind <> 'sent')`)
    await expect(sendContract(payload(booking.id), minutes(1))).rejects.toThrow()
    expect((await contractAt(booking.id, 1)).status).toBe("prepared")
    expect((await queuedJobs("send-mail")).filter(({ data }) => data.template === "booking-confirmed")).toEqual([])
    await db.execute(sql`alter table contract_evidence drop constraint stopped`)
    expect(await sendContract(payload(booking.id), minutes(2))).toBe("version 1 sent")
    expect(await db.$count(contracts)).toBe(1)
  })

  test("no contract is made for an undone confirmation, nor by the job of an earlier one (D10)", async () => {
    const { booking, event } = await makeConfirmedBooking(camille)
    expect(await undoEvent(camille, event, minutes(0.1))).toMatchObject({ ok: true })
    expect(await sendContract(payload(booking.id), minutes(0.5))).toBe("not confirmed any more")
    const again = await confirmBooking(camille, booking.id, minutes(0.6))
    expect(again.ok).toBe(true)
    expect(await sendContract(payload(booking.id), minutes(0.7))).toBe("not confirmed any more")
    expect(await db.$count(contracts)).toBe(0)
    expect(await sendContract({ bookingId: booking.id, confirmedAt: minutes(0.6).toISOString() }, minutes(1))).toBe(
      "version 1 sent",
    )
  })

  test("a contract blocks the undo of its confirmation, which says what was sent", async () => {
    const { booking, event } = await makeConfirmedBooking(camille)
    await sendContract(payload(booking.id), minutes(0.3))
    expect(await undoEvent(camille, event, minutes(0.4))).toEqual({
      ok: false,
      error: { kind: "contract-made", sentAt: minutes(0.3) },
    })
    expect((await bookingNow(booking.id)).status).toBe("confirmed")
  })

  test("a contract and an undo at the same moment: only one of the two happens", async () => {
    for (let round = 0; round < 6; round++) {
      const { booking, event } = await makeConfirmedBooking(camille)
      const [sent, undone] = await Promise.all([
        sendContract(payload(booking.id), minutes(0.2)),
        undoEvent(camille, event, minutes(0.2)),
      ])
      const { status } = await bookingNow(booking.id)
      const made = await db.$count(contracts, eq(contracts.bookingId, booking.id))
      expect([sent, undone.ok, status, made]).toEqual(
        undone.ok ? ["not confirmed any more", true, "pending", 0] : ["version 1 sent", false, "confirmed", 1],
      )
    }
  })

  test("a contract for a customer without a mail is handed over, and has no deadline", async () => {
    const { booking } = await makeConfirmedBooking(camille, { email: "" })
    expect(await sendContract(payload(booking.id), minutes(1))).toBe("version 1 to be handed over")
    expect(await sendContract(payload(booking.id), minutes(2))).toBe("version 1 to be handed over")
    expect(await contractAt(booking.id, 1)).toMatchObject({ status: "prepared", dueAt: null })
    expect((await bookingNow(booking.id)).contractDueAt).toBeNull()
    expect(await listContractsToSend(hours(1), 5)).toMatchObject({ count: 1, items: [{ kind: "to-hand-over" }] })
  })

  test("a contract for a demonstration customer is not sent, and not recorded as sent", async () => {
    const { booking } = await makeConfirmedBooking(camille, { isExample: true })
    expect(await sendContract(payload(booking.id), minutes(1))).toBe("version 1 to be handed over")
    const contract = await contractAt(booking.id, 1)
    expect(contract).toMatchObject({ status: "prepared", dueAt: null })
    expect((await listEvidence(contract.id)).map(({ kind }) => kind)).toEqual(["made", "typeset"])
    expect(await db.$count(events, eq(events.action, "booking.contract-sent"))).toBe(0)
    expect(await listContractsToSend(hours(1), 5)).toMatchObject({ count: 1, items: [{ kind: "to-hand-over" }] })
  })
})

describe("contracts to send", () => {
  test("the list has upcoming bookings without a sent contract, once the job had its time", async () => {
    const { booking } = await makeConfirmedBooking(camille)
    await makeSentContract(camille)
    expect((await listContractsToSend(minutes(0.5), 5)).count).toBe(0)
    expect(await listContractsToSend(minutes(2), 5)).toMatchObject({
      count: 1,
      items: [{ bookingId: booking.id, kind: "to-send", clientName: "Elena" }],
    })
    expect(await countLateContracts(minutes(2))).toMatchObject({ unsent: 1 })
    expect((await listContractsToSend(hours(24 * 60), 5)).count).toBe(0)
  })

  test("the owner can send them, including for bookings confirmed before contracts existed", async () => {
    const { booking } = await makeConfirmedBooking(camille)
    await clearJobs()
    expect(await sendContractNow(booking.id)).toEqual({ ok: true, value: null })
    const [job] = await queuedJobs("send-contract")
    expect(await sendContract(job?.data ?? payload(booking.id), hours(5))).toBe("version 1 sent")
    await cancelBooking({ actor: camille, id: booking.id, from: "confirmed", at: hours(6) })
    expect(await sendContractNow(booking.id)).toEqual({ ok: false, error: { kind: "not-confirmed" } })
  })
})

describe("a booking that ends before the signature", () => {
  test("the contract is voided once the end can no longer be undone", async () => {
    const { booking } = await makeSentContract(camille)
    const cancelled = await cancelBooking({
      actor: camille,
      id: booking.id,
      from: "confirmed",
      reason: undefined,
      at: hours(1),
    })
    if (!cancelled.ok) throw new Error(cancelled.error.kind)
    expect((await queuedJobs("close-ended-booking"))[0]?.after).toEqual(undoEndsAt(hours(1)))
    // Until then an undo restores everything, including the deadline.
    expect(await undoEvent(camille, cancelled.value.eventId, minutes(0.2, hours(1)))).toMatchObject({ ok: true })
    expect(await closeEndedBooking(booking.id, hours(2))).toBe("goes on")
    expect(await bookingNow(booking.id)).toMatchObject({ status: "confirmed", contractDueAt: hours(48, minutes(0.5)) })

    await cancelBooking({ actor: camille, id: booking.id, from: "confirmed", at: hours(3) })
    expect(await closeEndedBooking(booking.id, hours(4))).toBe("closed")
    expect((await contractAt(booking.id, 1)).status).toBe("void")
    expect(await bookingNow(booking.id)).toMatchObject({ contractDueAt: null, paymentStatus: "none" })
    expect((await listEvidence((await contractAt(booking.id, 1)).id)).at(-1)?.kind).toBe("voided")
    expect(await db.$count(bookings)).toBe(1)
  })
})

describe("a booking that was signed, ended and reopened", () => {
  test("the old signature binds nobody: nothing is due, withheld or owed until a new one (D32)", async () => {
    const { booking, contract, secret, elena } = await makeSentContract(camille, {}, ["2027-05-10"])
    const ticks = { terms: true, earlyPerformance: true, withdrawalLoss: true }
    const signing = await signContract({ by: "link", secret }, signingForm(contract, { ticks }), visit, hours(1))
    expect(signing.ok).toBe(true)
    const party = ownAccountParty(elena)
    const preview = await previewCancellation(party, booking.id, hours(2))
    expect(preview).toMatchObject({ value: { signed: true, settlement: { retained: 7_500 } } })
    const cancel = (retained: number, when: Date) =>
      cancelOwnBooking(party, booking.id, { expected: { retained, refund: 0 } }, when)
    expect((await cancel(7_500, hours(2))).ok).toBe(true)
    expect((await restoreBooking({ actor: camille, id: booking.id, from: "cancelled", at: hours(3) })).ok).toBe(true)
    expect(await contractAt(booking.id, 1)).toMatchObject({ status: "void", signedAt: hours(1) })
    expect((await listEvidence(contract.id)).at(-1)?.kind).toBe("voided")
    // A pending request costs nothing, whatever was signed before.
    expect(await previewCancellation(party, booking.id, hours(3))).toMatchObject({
      value: { signed: false, settlement: { retained: 0, owed: 0 } },
    })
    expect((await confirmBooking(camille, booking.id, hours(4))).ok).toBe(true)
    const confirmedAt = hours(4).toISOString()
    await clearJobs("send-mail")
    expect(await sendContract({ bookingId: booking.id, confirmedAt }, hours(5))).toBe("version 2 sent")
    expect((await queuedJobs("send-mail")).map(({ data }) => data.template)).toContain("booking-confirmed")
    expect(await readPayable(booking.id, hours(5))).toMatchObject({ signed: false, totalDue: 0, next: null })
    const again = await contractAt(booking.id, 2)
    const form = (values: Partial<typeof ticks>) => signingForm(again, { ticks: { ...ticks, ...values } })
    const sign = async (values: Partial<typeof ticks>) =>
      signContract({ by: "link", secret: await lastSecret() }, form(values), visit, hours(6))
    // The earlier ticks belong to the earlier contract.
    expect(await sign({ earlyPerformance: false })).toMatchObject({ error: { missing: ["earlyPerformance"] } })
    expect((await sign({})).ok).toBe(true)
    expect(await readPayable(booking.id, hours(6))).toMatchObject({ signed: true, totalDue: 25_000 })
    // The signed contract stays on record, and among the customer's documents.
    expect((await listAccountDocuments(elena.id, 1)).rows).toHaveLength(2)
    const refused = db.update(contracts).set({ status: "void" }).where(eq(contracts.id, again.id))
    await expect(refused).rejects.toThrow()
  })

  test("earlier payments do not count as a paid price while nothing is agreed", async () => {
    const { booking } = await makeConfirmedBooking(camille)
    const part = { id: randomUUID(), bookingId: booking.id, means: "cash", receivedOn: "2027-05-01", note: "" } as const
    expect((await recordPayment(camille, { ...part, amount: 7_500 }, hours(1))).ok).toBe(true)
    expect((await bookingNow(booking.id)).paymentStatus).toBe("awaiting")
  })
})

import { eq, sql } from "drizzle-orm"
import { describe, expect, test } from "vitest"
import { undoEndsAt } from "../../domain/journal/undo-window.ts"
import { dayInParis } from "../../domain/day.ts"
import { ownAccountParty } from "../../domain/accounts/party.ts"
import { makeCustomer, makeOrder } from "../../tests/factories.ts"
import { db } from "../platform/database.server.ts"
import { recordRefund, listOpenRefunds } from "../money/finance/refunds.ts"
import { sharedAccounts } from "../platform/schema/accounts.ts"
import { contracts } from "../platform/schema/bookings.ts"
import { bookingLinks } from "../platform/schema/contracts.ts"
import { undoEvent } from "../reports/undo/undo.ts"
import { refuseBooking, restoreBooking } from "./answer.ts"
import { cancelAsCompany, cancelOwnBooking, previewCancellation, previewCompanyCancellation } from "./cancel.ts"
import { closeEndedBooking } from "./end-booking.ts"
import {
  addContract,
  bookingNow,
  placeConfirmedBooking,
  readContracts,
  day,
  daysHeld,
  readEnd,
  readEvents,
  readMails,
  owner,
  pay,
  placedAt,
  readRefunds,
  placeTestRequest,
  placeSignedBooking,
  readTemplates,
  cancelBooking,
} from "../../tests/ends.ts"
import { placeBooking } from "./place.ts"

/** 20 days before: the tier keeps half of 250 €. */
const inMay = new Date("2027-05-23T09:00:00Z")
const freeOfCharge = { retained: 0, refund: 0 }

describe("a cancellation by the customer", () => {
  test("a pending request owes nothing, and its days are free at once", async () => {
    const { party, booking, product } = await placeTestRequest()
    expect(await previewCancellation(party, booking.id, placedAt)).toMatchObject({
      ok: true,
      value: { status: "pending", signed: false, settlement: freeOfCharge, withdrawal: { kind: "not-signed" } },
    })
    expect(
      (await cancelOwnBooking(party, booking.id, { expected: freeOfCharge, reason: "Il pleut" }, placedAt)).ok,
    ).toBe(true)
    expect((await bookingNow(booking.id))?.status).toBe("cancelled")
    expect(await daysHeld(booking.id)).toEqual([])
    expect(await readEnd(booking.id)).toMatchObject([
      { kind: "cancelled_by_customer", kept: 0, refund: 0, reason: "Il pleut", by: party.account.id },
    ])
    expect(await readRefunds(booking.id)).toEqual([])
    expect(await readTemplates(booking.id)).toEqual(["booking-cancelled", "booking-cancelled-owner"])
    const again = await placeBooking({
      party: ownAccountParty(await makeCustomer()),
      order: makeOrder(product.id, [day]),
      at: placedAt,
    })
    expect(again.ok).toBe(true)
  })

  test("a cancellation before the signature refunds everything, and voids the contract and its links", async () => {
    const { party, booking } = await placeConfirmedBooking()
    await pay(booking.id, 7_500)
    await db.insert(bookingLinks).values([
      { bookingId: booking.id, purpose: "sign", digest: `s-${booking.id}`, madeAt: placedAt, endsAt: inMay },
      { bookingId: booking.id, purpose: "read", digest: `r-${booking.id}`, madeAt: placedAt, endsAt: inMay },
    ])
    const figures = { retained: 0, refund: 7_500 }
    expect(await cancelOwnBooking(party, booking.id, { expected: figures }, placedAt)).toMatchObject({ ok: true })
    expect(await readContracts(booking.id)).toEqual(["void"])
    expect((await bookingNow(booking.id))?.contractDueAt).toBeNull()
    const links = await db.select().from(bookingLinks).where(eq(bookingLinks.bookingId, booking.id))
    expect(links.map(({ purpose, revokedAt }) => [purpose, revokedAt !== null]).sort()).toEqual([
      ["read", false],
      ["sign", true],
    ])
    expect(await readRefunds(booking.id)).toMatchObject([
      { kind: "refund", reason: "cancelled", amount: 7_500, dueOn: "2027-05-15", madeAt: null },
    ])
  })

  test("a cancellation after the signature retains the tier's share of the total, shown beforehand (D53)", async () => {
    const { party, booking } = await placeSignedBooking({ paid: 25_000 })
    const preview = await previewCancellation(party, booking.id, inMay)
    const figures = { retainedPercent: 50, retained: 12_500, refund: 12_500, owed: 0 }
    expect(preview).toMatchObject({ ok: true, value: { signed: true, settlement: figures } })
    const done = await cancelOwnBooking(party, booking.id, { expected: { retained: 12_500, refund: 12_500 } }, inMay)
    expect(done).toMatchObject({ ok: true })
    expect(await readEnd(booking.id)).toMatchObject([
      { kind: "cancelled_by_customer", sharePercent: 50, kept: 12_500, refund: 12_500, indemnity: 0 },
    ])
    expect(await readRefunds(booking.id)).toMatchObject([{ amount: 12_500, dueOn: "2027-06-06" }])
    expect(await readContracts(booking.id)).toEqual(["signed"])
    expect(await daysHeld(booking.id)).toEqual([])
    expect((await readMails(booking.id)).map(({ data }) => data.extra)).toMatchObject([
      { by: "customer", settlement: { kept: 12_500, refunded: 12_500, indemnity: 0 } },
      { by: "customer" },
    ])
    expect((await readEvents(booking.id)).at(-1)).toMatchObject({
      action: "booking.cancelled-by-customer",
      actor_kind: "customer",
      actor_id: party.account.id,
      account_id: party.account.id,
    })
  })

  test("the agreed tiers apply, whatever the owner's settings have become", async () => {
    const { party, booking } = await placeSignedBooking({ paid: 25_000 })
    await db.execute(sql`update finance_settings set cancellation_tiers = '[]'`)
    const preview = await previewCancellation(party, booking.id, inMay)
    await db.execute(
      sql`update finance_settings set cancellation_tiers = '[{"daysBefore": 30, "refundPercent": 100}, {"daysBefore": 14, "refundPercent": 50}, {"daysBefore": 0, "refundPercent": 0}]'`,
    )
    expect(preview).toMatchObject({ ok: true, value: { settlement: { retained: 12_500 } } })
  })

  test("an instalment that was due and unpaid is owed, and nothing beyond it", async () => {
    const { party, booking } = await placeSignedBooking()
    expect(await previewCancellation(party, booking.id, inMay)).toMatchObject({
      ok: true,
      value: { settlement: { retained: 7_500, refund: 0, owed: 7_500 } },
    })
  })

  test("outdated figures cancel nothing, and the new ones are displayed", async () => {
    const { party, booking } = await placeSignedBooking({ paid: 7_500 })
    const read = { retained: 0, refund: 7_500 }
    expect(await previewCancellation(party, booking.id, placedAt)).toMatchObject({
      ok: true,
      value: { settlement: read },
    })
    // A tier has passed.
    expect(await cancelOwnBooking(party, booking.id, { expected: read }, inMay)).toMatchObject({
      ok: false,
      error: { kind: "settlement-changed", preview: { settlement: { retained: 7_500, refund: 0 } } },
    })
    // A payment has arrived.
    await pay(booking.id, 17_500)
    expect(await cancelOwnBooking(party, booking.id, { expected: read }, placedAt)).toMatchObject({
      ok: false,
      error: { kind: "settlement-changed", preview: { settlement: { retained: 0, refund: 25_000 } } },
    })
    expect((await bookingNow(booking.id))?.status).toBe("confirmed")
    expect(await readEnd(booking.id)).toEqual([])
    expect(await daysHeld(booking.id)).toEqual([day])
  })

  test("a cancellation is impossible once the first day has begun in Paris", async () => {
    const { party, booking } = await placeSignedBooking({ paid: 7_500 })
    const eve = await previewCancellation(party, booking.id, new Date("2027-06-11T21:59:00Z"))
    expect(eve).toMatchObject({ ok: true, value: { settlement: { retainedPercent: 100 } } })
    const begun = { ok: false, error: { kind: "begun" } }
    expect(await previewCancellation(party, booking.id, new Date("2027-06-11T22:01:00Z"))).toEqual(begun)
  })

  test("two cancellations at once send one notice", async () => {
    const { party, booking } = await placeSignedBooking({ paid: 25_000 })
    const figures = { retained: 12_500, refund: 12_500 }
    const both = await Promise.all(
      [1, 2, 3].map(() => cancelOwnBooking(party, booking.id, { expected: figures }, inMay)),
    )
    expect(both.filter(({ ok }) => ok)).toHaveLength(1)
    expect(both.filter(({ ok }) => !ok)).toMatchObject([
      { error: { kind: "ended", status: "cancelled" } },
      { error: { kind: "ended", status: "cancelled" } },
    ])
    expect(await readRefunds(booking.id)).toHaveLength(1)
    expect(await readTemplates(booking.id)).toHaveLength(2)
  })

  test("a race with the company's cancellation ends the booking once", async () => {
    for (let round = 0; round < 6; round++) {
      const { party, booking } = await placeSignedBooking({ paid: 25_000 })
      const [ours, theirs] = await Promise.all([
        cancelBooking({ actor: await owner(), id: booking.id, from: "confirmed", at: inMay }),
        cancelOwnBooking(party, booking.id, { expected: { retained: 12_500, refund: 12_500 } }, inMay),
      ])
      expect([ours.ok, theirs.ok].filter(Boolean)).toHaveLength(1)
      expect(await readEnd(booking.id)).toMatchObject([
        { kind: ours.ok ? "cancelled_by_company" : "cancelled_by_customer" },
      ])
      const [refund, indemnity] = [ours.ok ? 25_000 : 12_500, ours.ok ? [12_500] : []]
      expect((await readRefunds(booking.id)).map(({ amount }) => amount).sort()).toEqual([...indemnity, refund].sort())
    }
  })

  test("a payment during the cancellation is never lost", async () => {
    for (let round = 0; round < 6; round++) {
      const { party, booking } = await placeSignedBooking({ paid: 7_500 })
      const [done] = await Promise.all([
        cancelOwnBooking(party, booking.id, { expected: { retained: 0, refund: 7_500 } }, placedAt),
        pay(booking.id, 2_000),
      ])
      // A payment before the cancellation makes its figures outdated; one after it is not part of the mailed end.
      expect((await readRefunds(booking.id)).map(({ amount }) => amount)).toEqual(done.ok ? [7_500] : [])
    }
  })
})

describe("the right to cancel", () => {
  test("a stranger reads that there is no such booking", async () => {
    const { booking } = await placeSignedBooking({ paid: 7_500 })
    const stranger = ownAccountParty(await makeCustomer())
    const absent = { ok: false, error: { kind: "not-found" } }
    expect(await previewCancellation(stranger, booking.id, placedAt)).toEqual(absent)
    expect(await cancelOwnBooking(stranger, booking.id, { expected: freeOfCharge }, placedAt)).toEqual(absent)
    expect(await previewCancellation(stranger, crypto.randomUUID(), placedAt)).toEqual(absent)
  })

  test("a grantee who books may withdraw a request, and never a confirmed booking (D55)", async () => {
    const { party, booking } = await placeTestRequest()
    const friend = await makeCustomer()
    const inTheirName = { actor: ownAccountParty(friend).actor, account: party.account }
    const refused = { ok: false, error: { kind: "not-allowed" } }
    expect(await cancelOwnBooking(inTheirName, booking.id, { expected: freeOfCharge }, placedAt)).toEqual(refused)
    await db
      .insert(sharedAccounts)
      .values({ ownerId: party.account.id, sharedWithId: friend.id, permissions: ["view"] })
    expect(await cancelOwnBooking(inTheirName, booking.id, { expected: freeOfCharge }, placedAt)).toEqual(refused)
    await db
      .update(sharedAccounts)
      .set({ permissions: ["view", "book"] })
      .where(eq(sharedAccounts.sharedWithId, friend.id))
    const other = await placeConfirmedBooking()
    await db
      .insert(sharedAccounts)
      .values({ ownerId: other.party.account.id, sharedWithId: friend.id, permissions: ["book"] })
    const theirs = { actor: inTheirName.actor, account: other.party.account }
    expect(await cancelOwnBooking(theirs, other.booking.id, { expected: freeOfCharge }, placedAt)).toEqual(refused)
    expect(await cancelOwnBooking(inTheirName, booking.id, { expected: freeOfCharge }, placedAt)).toMatchObject({
      ok: true,
    })
    expect((await readEvents(booking.id)).at(-1)).toMatchObject({ actor_id: friend.id, account_id: party.account.id })
  })
})

describe("a cancellation by the company", () => {
  test("the company can cancel until the last day is over, and owes nothing for the days rented", async () => {
    const { booking } = await placeSignedBooking({ paid: 25_000 })
    const [onTheDay, after] = [new Date("2027-06-12T20:00:00Z"), new Date("2027-06-12T22:00:00Z")]
    expect(await previewCompanyCancellation(booking.id, onTheDay)).not.toBeNull()
    expect(await previewCompanyCancellation(booking.id, after)).toBeNull()
    const cancellation = { from: "confirmed", forceMajeure: true, expected: { refund: 25_000, indemnity: 0 } } as const
    expect(await cancelAsCompany({ actor: await owner(), bookingId: booking.id, ...cancellation, at: after })).toEqual({
      ok: false,
      error: { kind: "over" },
    })
    expect((await bookingNow(booking.id))?.status).toBe("confirmed")
    expect(await readRefunds(booking.id)).toEqual([])
  })

  test("the company refunds all and owes an indemnity, unless in force majeure (D43)", async () => {
    const { booking } = await placeSignedBooking({ paid: 25_000 })
    const preview = await previewCompanyCancellation(booking.id, inMay)
    expect(preview).toMatchObject({
      signed: true,
      settlement: { refund: 25_000, indemnity: 12_500 },
      inForceMajeure: { refund: 25_000, indemnity: 0 },
    })
    const camille = await owner()
    const choice = { from: "confirmed", forceMajeure: false, reason: "Machine en panne" } as const
    expect(
      await cancelAsCompany({
        actor: camille,
        bookingId: booking.id,
        ...choice,
        expected: { refund: 25_000, indemnity: 0 },
        at: inMay,
      }),
    ).toMatchObject({ ok: false, error: { kind: "company-settlement-changed" } })
    const done = await cancelAsCompany({
      actor: camille,
      bookingId: booking.id,
      ...choice,
      expected: { refund: 25_000, indemnity: 12_500 },
      at: inMay,
    })
    expect(done).toMatchObject({ ok: true, value: { status: "cancelled" } })
    expect(await readRefunds(booking.id)).toMatchObject([
      { kind: "indemnity", amount: 12_500, dueOn: "2027-06-06" },
      { kind: "refund", amount: 25_000 },
    ])
    const [mail, ...others] = await readMails(booking.id)
    expect(others).toEqual([])
    expect(mail?.data.extra).toMatchObject({
      by: "company",
      reason: "Machine en panne",
      settlement: { kept: 0, refunded: 25_000, indemnity: 12_500 },
    })
    // No mail goes out during the minute in which it can be undone.
    expect(mail?.startAfter).toEqual(undoEndsAt(inMay))

    const other = await placeSignedBooking({ paid: 25_000 })
    const forced = { ...choice, forceMajeure: true, expected: { refund: 25_000, indemnity: 0 } }
    expect((await cancelAsCompany({ actor: camille, bookingId: other.booking.id, ...forced, at: inMay })).ok).toBe(true)
    expect(await readRefunds(other.booking.id)).toMatchObject([{ kind: "refund", amount: 25_000 }])
    expect(await readEnd(other.booking.id)).toMatchObject([{ forceMajeure: true, indemnity: 0 }])
  })

  test("the company owes nothing for a booking that was neither signed nor paid", async () => {
    const { booking } = await placeConfirmedBooking()
    expect(
      (
        await cancelBooking({
          actor: await owner(),
          id: booking.id,
          from: "confirmed",
          reason: undefined,
          at: placedAt,
        })
      ).ok,
    ).toBe(true)
    expect(await readRefunds(booking.id)).toEqual([])
    expect(await readEnd(booking.id)).toMatchObject([{ kind: "cancelled_by_company", refund: 0, indemnity: 0 }])
  })

  test("the contract is closed once the cancellation can no longer be undone", async () => {
    const { booking } = await placeConfirmedBooking()
    const done = await cancelBooking({
      actor: await owner(),
      id: booking.id,
      from: "confirmed",
      reason: undefined,
      at: placedAt,
    })
    expect(await readContracts(booking.id)).toEqual(["sent"])
    expect(done.ok).toBe(true)
    expect(await closeEndedBooking(booking.id, placedAt)).toBe("closed")
    expect(await readContracts(booking.id)).toEqual(["void"])
    expect(await closeEndedBooking(booking.id, placedAt)).toBe("closed")
  })

  test("an undone cancellation owes nothing any more, but recorded refunds stay", async () => {
    const { booking } = await placeSignedBooking({ paid: 25_000 })
    const camille = await owner()
    const done = await cancelBooking({
      actor: camille,
      id: booking.id,
      from: "confirmed",
      reason: undefined,
      at: inMay,
    })
    if (!done.ok) throw new Error(done.error.kind)
    const soon = new Date(inMay.getTime() + 5_000)
    expect(await undoEvent(camille, done.value.eventId, soon)).toMatchObject({ ok: true })
    expect((await bookingNow(booking.id))?.status).toBe("confirmed")
    expect(await readContracts(booking.id)).toEqual(["signed"])
    expect(await closeEndedBooking(booking.id, soon)).toBe("goes on")
    expect((await readEnd(booking.id))[0]?.undoneAt).toEqual(soon)
    expect((await readRefunds(booking.id)).map(({ droppedAt }) => droppedAt)).toEqual([soon, soon])
    expect(await listOpenRefunds(soon, booking.id)).toEqual([])
    // A second cancellation owes again.
    expect((await cancelBooking({ actor: camille, id: booking.id, from: "confirmed", at: soon })).ok).toBe(true)
    expect(await listOpenRefunds(soon, booking.id)).toHaveLength(2)
  })

  test("a customer's cancellation taken back to pending still owes its refund", async () => {
    const { party, booking } = await placeSignedBooking({ paid: 25_000 })
    await cancelOwnBooking(party, booking.id, { expected: { retained: 12_500, refund: 12_500 } }, inMay)
    expect((await restoreBooking({ actor: await owner(), id: booking.id, from: "cancelled", at: inMay })).ok).toBe(true)
    expect(await listOpenRefunds(inMay, booking.id)).toMatchObject([{ amount: 12_500 }])
  })

  test("a refusal is mailed to its customer after the minute", async () => {
    const { booking } = await placeTestRequest()
    expect((await refuseBooking({ actor: await owner(), id: booking.id, reason: "Trop loin", at: placedAt })).ok).toBe(
      true,
    )
    expect(await readMails(booking.id)).toMatchObject([
      {
        template: "booking-refused",
        data: { extra: { reason: "Trop loin" } },
        startAfter: undoEndsAt(placedAt),
      },
    ])
    expect(await readEnd(booking.id)).toMatchObject([{ kind: "refused", reason: "Trop loin" }])
  })
})

describe("refunds owed (D57)", () => {
  test("a refund is an open matter until the owner records it, once", async () => {
    const { party, booking } = await placeSignedBooking({ paid: 25_000 })
    await cancelOwnBooking(party, booking.id, { expected: { retained: 12_500, refund: 12_500 } }, inMay)
    const [open] = await listOpenRefunds(new Date("2027-06-06T09:00:00Z"), booking.id)
    expect(open).toMatchObject({ amount: 12_500, dueOn: "2027-06-06", late: false, number: booking.number })
    expect((await listOpenRefunds(new Date("2027-06-07T09:00:00Z"), booking.id))[0]?.late).toBe(true)
    const camille = await owner()
    const transfer = { means: "transfer", madeOn: "2027-05-25", note: "Réf. 12" } as const
    const id = open?.id ?? crypto.randomUUID()
    const later = new Date("2027-05-26T09:00:00Z")
    expect(
      await recordRefund({ actor: camille, refundId: id, made: { ...transfer, madeOn: "2027-05-27" }, at: later }),
    ).toEqual({
      ok: false,
      error: { kind: "not-a-day" },
    })
    // A date before the payment, such as a wrong year, needs confirmation.
    const asking = { askIfBeforeOwed: true }
    const early = { ...transfer, madeOn: "2026-05-25" } as const
    expect(await recordRefund({ actor: camille, refundId: id, made: early, at: later, ...asking })).toEqual({
      ok: false,
      error: { kind: "before-it-was-owed", owedOn: dayInParis(inMay) },
    })
    expect(await listOpenRefunds(later, booking.id)).toHaveLength(1)
    const both = await Promise.all([
      recordRefund({ actor: camille, refundId: id, made: transfer, at: later, ...asking }),
      recordRefund({ actor: camille, refundId: id, made: transfer, at: later }),
    ])
    expect(both.map(({ ok }) => ok).sort()).toEqual([false, true])
    const already = {
      kind: "already-made",
      by: "Camille",
      at: later,
      refund: { madeMeans: "transfer", amount: 12_500 },
    }
    expect(both.find(({ ok }) => !ok)).toMatchObject({ error: already })
    expect(
      await recordRefund({ actor: await owner("Zoé"), refundId: id, made: { ...transfer, means: "cash" }, at: later }),
    ).toMatchObject({
      error: already,
    })
    expect(await recordRefund({ actor: camille, refundId: id, made: early, at: later, ...asking })).toMatchObject({
      error: already,
    })
    expect(await listOpenRefunds(later, booking.id)).toEqual([])
    expect((await bookingNow(booking.id))?.paymentStatus).toBe("partially_refunded")
    expect((await readEvents(booking.id)).filter(({ action }) => action === "booking.refunded")).toHaveLength(1)
  })
})

test("a signed contract stays as a record, and its pending amendment is void with the booking", async () => {
  const { party, booking } = await placeSignedBooking({ paid: 25_000 })
  await addContract(booking.id, inMay)
  expect(await readContracts(booking.id)).toEqual(["signed", "sent"])
  await cancelOwnBooking(party, booking.id, { expected: { retained: 12_500, refund: 12_500 } }, inMay)
  expect(await readContracts(booking.id)).toEqual(["signed", "void"])
  const evidence = await db.execute<{ kind: string; details: object }>(sql`
    select kind, details from contract_evidence where contract_id in (
      select id from ${contracts} where booking_id = ${booking.id})`)
  expect(evidence.rows).toEqual([{ kind: "voided", details: { bookingStatus: "cancelled" } }])
})

import { eq, sql } from "drizzle-orm"
import fc from "fast-check"
import type { BookingId, Id } from "../../../domain/id.ts"
import { afterAll, beforeEach, describe, expect, test } from "vitest"
import { stripeInEnvironment } from "../../../tests/harness/stripe-stand-in.ts"
import { freshDatabase } from "../../../tests/harness/database.ts"
import type { MoneyAct } from "../../../tests/money-acts.ts"

// The server reads its environment once, on load, so the keys are set before.
const stripe = await stripeInEnvironment()
const { at, cardShop, downPayment, playStory, later, stories, paymentMails, ways } =
  await import("../../../tests/card-stories.ts")
const { accidents } = await import("../../../tests/money-accidents.ts")
const { bookingNow, readEvents, invoicingCompany, owner, pay, readRefunds, placeSignedBooking } =
  await import("../../../tests/ends.ts")
const { db } = await import("../../platform/database.server.ts")
const { payments } = await import("../../platform/schema/money.ts")
const { invoices } = await import("../../platform/schema/invoices.ts")
const { cardPayments, providerEvents } = await import("../../platform/schema/card-payments.ts")
const { requestDuePayments } = await import("./ask-payments.ts")
const { opened, workAll, tell, cancel } = cardShop(stripe)

async function loadShop() {
  const [
    opening,
    settling,
    refunding,
    telling,
    disputes,
    reconciling,
    sweeps,
    cancelling,
    queue,
    otherBooking,
    acts,
    invoicing,
    takings,
  ] = await Promise.all([
    import("./open-card-payment.ts"),
    import("./settle-card-payment.ts"),
    import("./settle-card-refund.ts"),
    import("./receive-stripe-event.ts"),
    import("./disputes.ts"),
    import("./reconcile-refunds.ts"),
    import("../../jobs/sweeps/reconcile-cards.ts"),
    import("../../bookings/cancel.ts"),
    import("../../platform/queue/queue.ts"),
    import("./refunds-made-elsewhere.ts"),
    import("../../../tests/money-acts.ts"),
    import("../../jobs/sweeps/issue-invoices.ts"),
    import("../finance/takings/check.ts"),
  ])
  return {
    ...opening,
    ...settling,
    ...refunding,
    ...telling,
    ...disputes,
    ...reconciling,
    ...sweeps,
    ...cancelling,
    ...queue,
    ...otherBooking,
    ...acts,
    ...invoicing,
    ...takings,
  }
}

const shop = await loadShop()
afterAll(async () => {
  await shop.closeQueue()
  await stripe.stop()
})
beforeEach(async () => {
  await freshDatabase()
  stripe.rise()
  stripe.refundsGo("succeeded")
  stripe.events.length = 0
})

const unknownId: Id = "00000000-0000-4000-8000-000000000000"

const entries = async (id: BookingId) =>
  (await db.select().from(payments).where(eq(payments.bookingId, id))).map(({ amount, means }) => ({ amount, means }))
const once = [{ amount: downPayment, means: "card" }]

describe("a webhook", () => {
  test("a webhook is processed once, however often it comes, and the money is recorded once", async () => {
    const { id, session } = await opened()
    const event = stripe.pay(session)
    const replies = []
    for (let count = 0; count < 10; count++) replies.push(await tell(event))
    expect(replies).toEqual(["accepted", ...Array.from({ length: 9 }, () => "duplicate")])
    await workAll()
    expect(await entries(id)).toEqual(once)
    expect((await bookingNow(id))?.paymentStatus).toBe("down_payment_paid")
    expect(await paymentMails(id)).toEqual([["payment-received", { amount: downPayment, means: "card", left: 17_500 }]])
  })

  test("a webhook of an unknown form is ignored, and not requested again", async () => {
    await opened()
    for (const event of [
      { id: "evt_1", type: "v1.billing", data: {} },
      { id: null, type: "x", data: { object: {} } },
    ])
      expect(await tell(event as never)).toBe("duplicate")
    expect(await db.select().from(providerEvents)).toEqual([])
  })

  test("a webhook with a wrong or old signature, or an altered body, is refused and leaves nothing", async () => {
    const { id, session } = await opened()
    const event = stripe.pay(session)
    expect(await tell(event, { secret: "whsec_other" })).toBe("not-signed")
    expect(await tell(event, { secondsAgo: 301 })).toBe("not-signed")
    const { payload, signature } = stripe.signed(event)
    const changed = Buffer.from(payload.replace('"amount_total":7500', '"amount_total":1'))
    expect(await shop.receiveStripeEvent(changed, signature)).toBe("not-signed")
    expect(await shop.receiveStripeEvent(Buffer.from(payload), "")).toBe("not-signed")
    expect(await db.select().from(providerEvents)).toEqual([])
    // The control: a valid webhook.
    expect(await tell(event, { secondsAgo: 299 })).toBe("accepted")
    await workAll()
    expect(await entries(id)).toEqual(once)
  })

  test("a webhook is no proof: a payment that was not made is not recorded", async () => {
    const { id, session } = await opened()
    const forged = { ...stripe.session(session), status: "complete", payment_status: "paid" }
    await tell({ id: "evt_forged", type: "checkout.session.completed", created: 0, data: { object: forged } })
    await workAll()
    expect(await entries(id)).toEqual([])
  })

  test("an early webhook and a lost one lead to the same result", async () => {
    const first = await opened()
    await tell(stripe.pay(first.session))
    await workAll()
    expect(await shop.settleCardPayment(first.card.id, { at })).toMatchObject({ status: "paid" })
    expect(await entries(first.id)).toEqual(once)

    const second = await opened()
    stripe.pay(second.session)
    const { rows } = await db.execute<{ id: string }>(shop.reconcileCards.due(later(11)))
    expect(rows.map(({ id }) => id)).toEqual([second.card.id])
    expect(await shop.reconcileCards.run(second.card.id, later(11))).toBe("paid")
    expect(await entries(second.id)).toEqual(once)
  })
})

describe("payment accidents", () => {
  test.each(accidents)("the accident is handled: $title", async ({ play }) => {
    stripe.forget()
    const { actual, expected } = await play(cardShop(stripe))
    expect(actual).toEqual(expected)
  })
})

test("an unreachable provider is reported, and nothing was paid", async () => {
  const { booking } = await placeSignedBooking()
  stripe.fall()
  expect(await shop.openCardPayment(booking.id, { expectedAmount: downPayment }, at)).toEqual({
    ok: false,
    error: { kind: "provider-away" },
  })
  stripe.rise()
  expect((await shop.openCardPayment(booking.id, { expectedAmount: downPayment }, at)).ok).toBe(true)
})

test("a cancelled booking closes its session, which then accepts no money", async () => {
  const made = await opened()
  await cancel(made)
  await workAll()
  expect(stripe.session(made.session)["status"]).toBe("expired")
  expect(() => stripe.pay(made.session)).toThrow("takes no money")
})

test("a double payment is refunded: by transfer, or by card just before its session was closed", async () => {
  const made = await opened()
  const event = stripe.pay(made.session)
  await pay(made.id, downPayment)
  await tell(event)
  await workAll()
  expect((await readRefunds(made.id)).map(({ amount, reason }) => ({ amount, reason }))).toEqual([
    { amount: downPayment, reason: "overpaid" },
  ])
})

test("no payment is requested for an earlier demonstration booking once real cards are accepted (D73)", async () => {
  const { booking } = await placeSignedBooking()
  const due = async () => (await db.execute(requestDuePayments.due(at))).rows
  expect(await due()).toEqual([{ id: booking.id }])
  await db.execute(sql`update bookings set is_demonstration = true where id = ${booking.id}`)
  expect(await due()).toEqual([])
})

describe("refunds to the card", () => {
  async function paidThenCancelled() {
    const made = await opened()
    await tell(stripe.pay(made.session))
    await workAll()
    await cancel(made)
    await workAll()
    const [refund] = await readRefunds(made.id)
    return { ...made, refund }
  }

  test("a refund is made automatically, and recorded with the provider's number", async () => {
    const { id, refund } = await paidThenCancelled()
    expect(refund).toMatchObject({ madeMeans: "card", provider: "stripe", amount: downPayment })
    expect(refund?.providerId).toMatch(/^re_/)
    expect((await bookingNow(id))?.paymentStatus).toBe("refunded")
    expect((await paymentMails(id)).at(-1)).toEqual(["payment-refunded", { amount: downPayment, means: "card" }])
  })

  test("a refund is mailed to its customer only once the bank has it", async () => {
    stripe.refundsGo("pending")
    const { id } = await paidThenCancelled()
    expect((await paymentMails(id)).map(([template]) => template)).not.toContain("payment-refunded")
  })

  test("a refund that the bank returns days later is an open matter again, once", async () => {
    const { id, refund } = await paidThenCancelled()
    stripe.failRefund(refund?.providerId ?? "")
    await tell()
    await workAll()
    expect((await readRefunds(id))[0]).toMatchObject({ madeAt: null, failure: "expired_or_canceled_card" })
    expect((await readEvents(id)).map(({ action }) => action)).toContain("booking.refund-failed")
    expect(await shop.settleCardRefund(refund?.id ?? unknownId, later(60))).toBe("nothing to do")
    const { recordRefund, listOpenRefunds: openRefunds } = await import("../finance/refunds.ts")
    expect((await openRefunds(at)).map((each) => each.id)).toEqual([refund?.id])
    // The register reverses the first try, and the owner's transfer has its own line.
    const { owner } = await import("../../../tests/ends.ts")
    const byTransfer = { means: "transfer", madeOn: "2027-05-01", note: "" } as const
    expect(
      await recordRefund({
        actor: await owner(),
        refundId: refund?.id ?? unknownId,
        made: byTransfer,
        at: later(24 * 60),
      }),
    ).toMatchObject({
      ok: true,
    })
    const { rows } = await db.execute(
      sql`select means, amount, corrects is null as kept from takings where kind = 'refund' order by number`,
    )
    expect(rows).toEqual([
      { means: "card", amount: -downPayment, kept: true },
      { means: "card", amount: downPayment, kept: false },
      { means: "transfer", amount: -downPayment, kept: true },
    ])
    const { checkTakings } = await import("../finance/takings/check.ts")
    expect(await checkTakings(later(24 * 60))).toMatchObject({ found: 0, findings: [] })
  })

  test("the reconciliation finds a refund without a message", async () => {
    const { id, refund } = await paidThenCancelled()
    stripe.failRefund(refund?.providerId ?? "")
    expect(await shop.reconcileRefunds(later(24 * 60))).toContain("1 refunds to look at")
    await workAll()
    expect((await readRefunds(id))[0]?.failedAt).not.toBeNull()
  })

  test("the reconciliation also finds a refund returned by the bank months later", async () => {
    const { id, refund } = await paidThenCancelled()
    const otherBooking = await opened()
    await tell(stripe.pay(otherBooking.session))
    await workAll()
    const byHand = stripe.refundByHand(String(stripe.session(otherBooking.session)["payment_intent"]), 2_000)
    await shop.reconcileRefunds(later(60))
    await workAll()
    byHand["created"] = at.getTime() / 1000
    const months = later(100 * 24 * 60)
    for (const providerId of [refund?.providerId ?? "", byHand.id]) {
      stripe.failRefund(providerId)
      Object.assign(stripe.events.at(-1) ?? {}, { created: months.getTime() / 1000 })
    }
    for (const day of [1, 2]) {
      await shop.reconcileRefunds(new Date(months.getTime() + day * 86_400_000))
      await workAll()
      for (const booking of [id, otherBooking.id]) {
        expect(await readRefunds(booking)).toMatchObject([{ madeAt: null, failure: "expired_or_canceled_card" }])
        const failures = (await readEvents(booking)).filter(({ action }) => action === "booking.refund-failed")
        expect(failures).toHaveLength(1)
      }
    }
  })

  test("a refund under way cannot be recorded manually", async () => {
    stripe.refundsGo("pending")
    const { refund } = await paidThenCancelled()
    const { recordRefund } = await import("../finance/refunds.ts")
    const { owner } = await import("../../../tests/ends.ts")
    const noted = await recordRefund({
      actor: await owner(),
      refundId: refund?.id ?? unknownId,
      made: { means: "cash", madeOn: "2027-05-01", note: "" },
      at,
    })
    expect(noted).toEqual({ ok: false, error: { kind: "by-card" } })
  })
})

test("a paid session without a message is not opened again, and its visitor reads that it was paid", async () => {
  stripe.pagesEnd(later(1440))
  const made = await opened()
  expect(await shop.openCardPayment(made.id, { expectedAmount: downPayment }, later(1))).toMatchObject({
    ok: true,
    value: { sessionId: made.session },
  })
  stripe.pay(made.session)
  expect(await shop.openCardPayment(made.id, { expectedAmount: downPayment }, later(2))).toEqual({
    ok: false,
    error: { kind: "paid-before", amount: downPayment },
  })
  stripe.pagesEnd(null)
  expect(await db.select().from(payments).where(eq(payments.bookingId, made.id))).toHaveLength(1)
})

test("a refused card is mailed with a payment link once its session is over, and not before", async () => {
  const made = await opened()
  stripe.refuse(made.session)
  await tell(stripe.events.at(-1))
  await workAll()
  expect(await paymentMails(made.id)).toEqual([])
  await shop.settleCardPayment(made.card.id, { at: later(60), close: true })
  await shop.settleCardPayment(made.card.id, { at: later(60), close: true })
  expect(await paymentMails(made.id)).toEqual([
    ["payment-failed", { amount: downPayment, payUrl: expect.stringContaining("/payer/") }],
  ])
})

test("a dispute is recorded with its deadline and outcome, and found without a message", async () => {
  const made = await opened()
  stripe.pay(made.session)
  await shop.settleCardPayment(made.card.id, { at })
  const dispute = stripe.dispute(String(stripe.session(made.session)["payment_intent"]))
  await tell()
  await workAll()
  const [open] = await shop.listDisputesToAnswer()
  expect(open).toMatchObject({ bookingId: made.id, amount: downPayment, reason: "fraudulent", stage: "to_answer" })
  expect(open?.answerBy).toBeInstanceOf(Date)
  const mail = ["payment-disputed-owner", expect.objectContaining({ amount: downPayment, reason: "fraudulent" })]
  expect((await paymentMails(made.id)).filter(([template]) => template === mail[0])).toEqual([mail])
  // Decided months later without a message: open disputes are looked up by number.
  stripe.decide(dispute.id, "lost")
  await shop.reconcileRefunds(new Date(Date.now() + 90 * 86_400_000))
  expect(await shop.listDisputesToAnswer()).toEqual([])
  expect((await shop.listDisputes(made.id))[0]).toMatchObject({ stage: "lost" })
  // One mail, while something can still be done.
  expect((await paymentMails(made.id)).filter(([template]) => template === mail[0])).toHaveLength(1)
})

test("a lost dispute can be reversed by the owner: the amount is due again, and never refunded twice", async () => {
  const { correctPayment } = await import("../finance/correct-payment.ts")
  const { readPayable: payableOf } = await import("./payable.ts")
  const lose = async () => {
    const made = await opened()
    await tell(stripe.pay(made.session))
    await workAll()
    const [payment] = await db.select().from(payments).where(eq(payments.bookingId, made.id))
    const dispute = stripe.dispute(String(stripe.session(made.session)["payment_intent"]))
    await tell()
    await workAll()
    const takeBack = async () => correctPayment(await owner(), payment?.id ?? unknownId, later(60))
    // While the bank has not decided, or has decided for us, it is a payment.
    expect(await takeBack()).toMatchObject({ ok: false, error: { kind: "not-correctable" } })
    const decide = async (how: "won" | "lost") => {
      stripe.decide(dispute.id, how)
      await tell()
      await workAll()
    }
    return { ...made, takeBack, decide }
  }
  const stays = await lose()
  await stays.decide("won")
  expect(await stays.takeBack()).toMatchObject({ ok: false, error: { kind: "not-correctable" } })

  const lostPayment = await lose()
  await lostPayment.decide("lost")
  expect(await payableOf(lostPayment.id, at)).toMatchObject({ paid: downPayment })
  expect(await lostPayment.takeBack()).toMatchObject({ ok: true })
  expect(await lostPayment.takeBack()).toMatchObject({ ok: false, error: { kind: "not-correctable" } })
  expect(await payableOf(lostPayment.id, at)).toMatchObject({ paid: 0, next: { amount: downPayment } })
  // A later cancellation owes no refund of it.
  await cancel(lostPayment)
  expect(await readRefunds(lostPayment.id)).toEqual([])

  const ended = await lose()
  await ended.decide("lost")
  stripe.refundsGo("failed", "charge_disputed")
  await cancel(ended)
  await workAll()
  expect(await readRefunds(ended.id)).toMatchObject([{ amount: downPayment, madeAt: null, droppedAt: null }])
  expect(await ended.takeBack()).toMatchObject({ ok: true })
  expect(await readRefunds(ended.id)).toMatchObject([{ madeAt: null, droppedAt: expect.any(Date) }])
})

describe("a refund made on Stripe's own pages", () => {
  async function paid() {
    const made = await opened()
    await tell(stripe.pay(made.session))
    await workAll()
    await pay(made.id, 17_500)
    stripe.events.length = 0
    return { ...made, intent: String(stripe.session(made.session)["payment_intent"]) }
  }
  const unasked = async (now = at) => {
    const { listUnwantedMoney: unwantedMoney } = await import("../../reports/today/unwanted-money.ts")
    return (await unwantedMoney(now, 9)).items.map(({ kind, amount, returned }) => ({ kind, amount, returned }))
  }

  test("the refund is recorded once, whatever reports it, lowers the amount due and is mailed to both", async () => {
    const { id, intent } = await paid()
    const refund = stripe.refundByHand(intent, 2_000)
    for (const event of [...stripe.events, ...stripe.events]) await tell(event)
    await workAll()
    await shop.reconcileRefunds(later(60))
    await workAll()
    expect(await readRefunds(id)).toMatchObject([
      { reason: "goodwill", amount: 2_000, provider: "stripe", providerId: refund.id, madeMeans: "card" },
    ])
    const { readPayable: payableOf } = await import("./payable.ts")
    expect(await payableOf(id, at)).toMatchObject({ totalDue: 23_000, paid: 23_000, next: null })
    expect((await readEvents(id)).filter(({ action }) => action === "booking.refund-noticed")).toHaveLength(1)
    expect(await unasked()).toEqual([{ kind: "elsewhere", amount: 2_000, returned: true }])
    expect((await paymentMails(id)).at(-1)).toEqual(["payment-refunded", { amount: 2_000, means: "card" }])
  })

  test("the refund is credited by its note at once", async () => {
    await invoicingCompany()
    const { intent } = await paid()
    stripe.refundByHand(intent, 2_000)
    await tell()
    await workAll()
    const rows = await db.select({ kind: invoices.kind, amount: invoices.amount }).from(invoices)
    expect(rows.map(({ kind }) => kind)).toContain("credit-note")
    // The transfer arrives the next day, so only the card payment less the refund is invoiced.
    const invoiced = rows.reduce((sum, { kind, amount }) => sum + (kind === "credit-note" ? -amount : amount), 0)
    expect(invoiced).toBe(downPayment - 2_000)
  })

  test("the reconciliation finds the refund without a message", async () => {
    const { id, intent } = await paid()
    stripe.refundByHand(intent, 2_000)
    expect(await shop.reconcileRefunds(later(60))).toContain("1 made elsewhere")
    expect(await readRefunds(id)).toMatchObject([{ amount: 2_000, reason: "goodwill" }])
    expect(await shop.reconcileRefunds(later(120))).toContain("0 made elsewhere")
  })

  test("the refund replaces the one owed, which is then not paid twice", async () => {
    const made = await paid()
    stripe.refundsGo("failed", "expired_or_canceled_card")
    await cancel(made)
    await workAll()
    const owed = (await readRefunds(made.id)).filter(({ madeAt }) => madeAt === null)
    expect(owed.map(({ amount }) => amount)).toContain(downPayment)
    stripe.refundByHand(made.intent, downPayment)
    await tell()
    await workAll()
    await tell(stripe.events.find(({ type }) => type === "refund.created"))
    await shop.reconcileRefunds(later(60))
    await workAll()
    const back = (await readRefunds(made.id)).filter(({ amount, madeAt }) => amount === downPayment && madeAt !== null)
    expect(back).toHaveLength(1)
  })

  test("a failed refund is owed again each time, manually or by card, and each failure is recorded once", async () => {
    const made = await paid()
    await cancel(made)
    await workAll()
    // The transfer is refunded to the card on Stripe's pages, which the bank refuses twice.
    const byHand = (await readRefunds(made.id)).find(({ paymentId }) => paymentId === null)
    const amount = byHand?.amount ?? 0
    expect(amount).toBeGreaterThan(0)
    const rowNow = async () => (await readRefunds(made.id)).find(({ id }) => id === byHand?.id)
    for (const round of [1, 2, 3]) {
      const refund = stripe.refundByHand(made.intent, amount)
      await shop.syncRefundsForPayment(made.intent, later(round * 10))
      expect(await rowNow()).toMatchObject({ madeMeans: "card" })
      refund["status"] = "failed"
      refund["failure_reason"] = "declined"
      for (const again of [1, 2]) await shop.syncRefundsForPayment(made.intent, later(round * 10 + again))
      expect(await rowNow()).toMatchObject({ madeAt: null, failure: "declined" })
      const failures = (await readEvents(made.id)).filter(({ action }) => action === "booking.refund-failed")
      expect(failures).toHaveLength(round)
    }
    const { listOpenRefunds: openRefunds } = await import("../finance/refunds.ts")
    expect(await openRefunds(later(60), made.id)).toContainEqual(
      expect.objectContaining({ id: byHand?.id, failed: true }),
    )
  })

  test("a refund beyond the refundable amount is not recorded, and listed for inspection", async () => {
    const made = await paid()
    const { scheduleRefund: oweRefund } = await import("../finance/schedule-refunds.ts")
    const { transaction } = await import("../../platform/database.server.ts")
    const owed = { bookingId: made.id, reason: "changed", amount: 24_000, dueOn: "2027-05-15", createdAt: at } as const
    await transaction((tx) => oweRefund(tx, owed))
    stripe.refundByHand(made.intent, 2_000)
    await tell()
    await tell(stripe.events[0])
    await shop.syncRefundsForPayment(made.intent, at)
    expect((await readRefunds(made.id)).reduce((sum, { amount }) => sum + amount, 0)).toBe(24_000)
    expect(await unasked()).toContainEqual({ kind: "elsewhere", amount: 2_000, returned: false })
  })

  test("a refund of something else than a booking is ignored", async () => {
    expect(await shop.syncRefundsForPayment("pi_of_another_shop", at)).toBe("0 noted")
  })
})

// `npm run prove -- webhooks` plays the same, each message ten times.
describe("messages repeated, in any order, refused, concurrent or lost, lead to the same result", () => {
  test.each(stories)(
    "the result is the same when $title",
    async (story) => {
      for (const way of ways(2)) {
        await freshDatabase()
        const outcome = await playStory(cardShop(stripe), story, way)
        if (outcome) expect({ way: way.title, ...outcome.actual }).toEqual({ way: way.title, ...outcome.expected })
      }
    },
    60_000,
  )
})

test("any acts in any order leave matching sums, without a double or excessive refund", async () => {
  await invoicingCompany()
  const camille = await owner()
  const act = fc.constantFrom<MoneyAct["act"] | "tell" | "work" | "lose" | "rent" | "wait">(
    "open a card page",
    "pay by card",
    "tell",
    "work",
    "lose",
    "wait",
    "rent",
    "note a payment",
    "take a payment back",
    "give back",
    "note a refund",
    "fail a refund",
    "refuse refunds",
    "give back at Stripe",
    "agree on another price",
    "take interest off",
    "bring a transfer",
    "open a line again",
    "bring a transfer out",
    "bring a transfer back",
    "cancel",
    "cancel as the company",
    "begin anew",
  )
  const size = fc.constantFrom(0 as const, 1 as const, 2 as const, 3 as const)
  // Most sequences start with a payment, some far enough ahead to bear interest.
  const sequences = fc.tuple(
    fc.boolean(),
    fc.boolean(),
    fc.array(fc.record({ act, size }), { minLength: 4, maxLength: 16 }),
  )
  const begun = ["open a card page", "pay by card", "tell", "work"] as const
  await fc.assert(
    fc.asyncProperty(sequences, async ([fromPaid, far, sequence]) => {
      const made = await placeSignedBooking({ days: [far ? "2027-10-02" : "2027-06-12"] })
      const over = Date.parse(far ? "2027-10-03T10:00:00Z" : "2027-06-13T10:00:00Z")
      const { id } = made.booking
      let now = later(60)
      stripe.events.length = 0
      stripe.refundsGo("succeeded")
      const before = stripe.refunds().length
      const acts = shop.actsOn({ id, party: made.party, camille, stripe, now: () => now })
      const steps = [...(fromPaid ? begun.map((each) => ({ act: each, size: 0 as const })) : []), ...sequence]
      for (const step of steps) {
        now = new Date(now.getTime() + 60_000)
        if (step.act === "tell") for (const event of stripe.events) await tell(event)
        else if (step.act === "work") await workAll(now)
        else if (step.act === "lose") stripe.events.length = 0
        else if (step.act === "wait") now = new Date(now.getTime() + 86_400_000)
        else if (step.act === "rent") {
          // The daily reconciliation runs in the weeks before the event.
          await shop.reconcileRefunds(new Date(now.getTime() + 86_400_000))
          await workAll(now)
          now = new Date(Math.max(now.getTime(), over))
        } else await acts[step.act](step.size)
      }
      // From here only jobs and the reconciliation act, once nothing can be undone.
      stripe.refundsGo("succeeded")
      now = new Date(now.getTime() + 3_600_000)
      for (const { id: card } of await db.select().from(cardPayments).where(eq(cardPayments.bookingId, id)))
        await shop.settleCardPayment(card, { at: now })
      await shop.reconcileRefunds(now)
      await workAll(now)
      const isDue = async () => (await db.execute(shop.issueInvoices.due(now))).rows.some((row) => row["id"] === id)
      if (await isDue()) await shop.issueInvoices.run(id, now)
      expect(await isDue()).toBe(false)

      const money = await shop.sumBookingMoney(id, now)
      const sum = (rows: { amount: number }[]) => rows.reduce((total, { amount }) => total + amount, 0)
      const atStripe = stripe
        .refunds()
        .slice(before)
        .filter(({ status }) => status === "succeeded")
      const gone = money.back.filter(({ madeMeans, madeAt }) => madeMeans === "card" && madeAt !== null)
      expect(sum(money.back)).toBeLessThanOrEqual(sum(money.paid))
      for (const payment of money.paid)
        expect(sum(money.back.filter(({ paymentId }) => paymentId === payment.id))).toBeLessThanOrEqual(
          Math.max(0, payment.amount),
        )
      // Each refund at the provider is at most one of ours, and ours recorded as made exist there.
      expect(new Set(gone.map(({ providerId }) => providerId)).size).toBe(gone.length)
      expect(gone.filter(({ providerId }) => !atStripe.some((each) => each.id === providerId))).toEqual([])
      expect(money.invoiced).toBe(money.kept)
      // The amount retained by an end is not owed back, even when a payment turned out to have failed.
      const owed = sum(money.back.filter(({ madeAt }) => madeAt === null))
      if (money.status === "cancelled" && owed > 0)
        expect(owed).toBeLessThanOrEqual(Math.max(0, sum(money.paid) - (sum(money.back) - owed) - money.keptByEnd))
      for (const numbers of Object.values(await shop.readInvoiceNumbers()))
        expect(numbers).toEqual(numbers.map((_number, index) => index + 1))
      expect(await shop.checkTakings(now)).toMatchObject({ found: 0, findings: [] })
    }),
    // Shrinking would take longer than a test may.
    { numRuns: 12, endOnFailure: true },
  )
})

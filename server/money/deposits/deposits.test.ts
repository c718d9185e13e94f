import { randomUUID } from "node:crypto"
import { asc, eq, sql } from "drizzle-orm"
import fc from "fast-check"
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest"
import type { Day } from "../../../domain/day.ts"
import type { BookingId, Id } from "../../../domain/id.ts"
import { eventsOf, mailsOf, owner, pay, signedWithDeposit, templatesOf } from "../../../tests/ends.ts"
import { formatMoney } from "../../../domain/money.ts"
import { freshDatabase } from "../../../tests/harness/database.ts"
import {
  STAND_IN_KEY,
  STAND_IN_WEBHOOK_SECRET,
  type StripeStandIn,
  startStripeStandIn,
} from "../../../tests/harness/stripe-stand-in.ts"
import { db, transaction } from "../../platform/database.server.ts"
import { bookingEnds } from "../../platform/schema/booking-ends.ts"
import { bookings } from "../../platform/schema/bookings.ts"
import { depositTries, deposits } from "../../platform/schema/deposits.ts"
import { payments } from "../../platform/schema/money.ts"
import { takeJobs } from "../../../tests/harness/jobs.ts"

let stripe: StripeStandIn
let shop: Awaited<ReturnType<typeof loadShop>>

async function loadShop() {
  const [
    settling,
    paging,
    deciding,
    answering,
    reading,
    sweeps,
    opening,
    paying,
    telling,
    queue,
    forgetting,
    exporting,
    scrubbing,
    reporting,
    disputing,
    trying,
    resending,
    following,
  ] = await Promise.all([
    import("./settle-deposit.ts"),
    import("./open-deposit-page.ts"),
    import("./decide-deposit.ts"),
    import("./answer-deposit.ts"),
    import("./read-deposit.ts"),
    import("../../jobs/sweeps/all.ts"),
    import("../payments/open-card-payment.ts"),
    import("../payments/settle-card-payment.ts"),
    import("../payments/take-event.ts"),
    import("../../platform/queue/queue.ts"),
    import("./forget-card.ts"),
    import("../../reports/data-exports/gather.ts"),
    import("../../jobs/retention/scrub-bookings.ts"),
    import("../../booking-record/condition/record.ts"),
    import("../payments/disputes.ts"),
    import("../../jobs/tries.ts"),
    import("../../outside/mails/resend.ts"),
    import("./announcement-delivery.ts"),
  ])
  return {
    ...settling,
    ...paging,
    ...deciding,
    ...answering,
    ...reading,
    ...sweeps,
    ...opening,
    ...paying,
    ...telling,
    ...queue,
    ...forgetting,
    ...exporting,
    ...scrubbing,
    ...reporting,
    ...disputing,
    ...trying,
    ...resending,
    ...following,
  }
}

beforeAll(async () => {
  stripe = await startStripeStandIn()
  vi.stubEnv("STRIPE_SECRET_KEY", STAND_IN_KEY)
  vi.stubEnv("STRIPE_WEBHOOK_SECRET", STAND_IN_WEBHOOK_SECRET)
  vi.stubEnv("STRIPE_API_BASE", stripe.url)
  const { environment, readEnvironment } = await import("../../platform/environment.server.ts")
  vi.doMock("../../platform/environment.server.ts", async (original) => ({
    ...(await original<object>()),
    environment: { ...environment, stripe: readEnvironment(process.env).stripe },
  }))
  vi.resetModules()
  shop = await loadShop()
})
afterAll(async () => {
  await shop.closeQueue()
  await stripe.stop()
  vi.unstubAllEnvs()
})
beforeEach(async () => {
  await freshDatabase()
  stripe.forget()
  stripe.rise()
  stripe.holdsGo(null)
  stripe.holdsEnd(new Date("2027-08-01T08:00:00Z"))
  stripe.events.length = 0
})

/** Announced, and its mail delivered at once where there is one, which still tells what it said. */
async function announce(...given: Parameters<typeof shop.announceKeep>) {
  const announced = await shop.announceKeep(...given)
  const mail = announced.ok && announced.value.deposit.toldAt === null ? announced.value.deposit.announcedMail : null
  if (mail !== null) await transaction((tx) => shop.followAnnouncement(tx, mail, given[3] ?? new Date()))
  return announced
}

const amount = 50_000
/** The rental is on 12 June 2027. */
const signedOn = new Date("2027-05-01T10:00:00Z")
const weekBefore = new Date("2027-06-05T08:00:00Z")
const twoDaysBefore = new Date("2027-06-10T08:00:00Z")
const after = new Date("2027-06-13T10:00:00Z")
const hours = (at: Date, count: number) => new Date(at.getTime() + count * 3_600_000)

/** Its customer saves a card on the deposit's page. */
async function withCard(at = signedOn) {
  const id = (await signedWithDeposit()).id
  await saveCard(id, at)
  return id
}

async function saveCard(id: BookingId, at: Date) {
  const page = await shop.openDepositPage(id, at)
  if (!page.ok) throw new Error(page.error.kind)
  stripe.pay(page.value.sessionId ?? "")
  await shop.syncDeposit(page.value.id, at)
}

/** Its customer has no address any more. */
const withoutMail = (id: BookingId) =>
  db.execute(sql`update profiles set email = '' where id = (select user_id from bookings where id = ${id})`)

/** One of the demonstration's people, for whom the owner tries a booking. */
const ofExample = (id: BookingId) =>
  db.execute(sql`update profiles set is_example = true where id = (select user_id from bookings where id = ${id})`)

/** The same authorised by the sweep, two days before. */
async function authorised() {
  const id = await withCard()
  await sweepAt(twoDaysBefore)
  return id
}

/** Finds what is due at that instant, and does it as the worker would. */
async function sweepAt(at: Date) {
  await shop.sweep("settle-deposits", at)
  const due = await takeJobs("due")
  for (const payload of due) await shop.runDue(payload)
  return due.length
}

/** Does what was promised about cards that are not kept any more. */
async function forgetCards(): Promise<string[]> {
  return Promise.all((await takeJobs("forget-card")).map((payload) => shop.forgetCard(payload)))
}

const depositOf = async (id: BookingId) =>
  (await db.select().from(deposits).where(eq(deposits.bookingId, id)))[0] ?? null
const triesOf = (id: BookingId) =>
  db.select().from(depositTries).where(eq(depositTries.bookingId, id)).orderBy(asc(depositTries.madeAt))
const statuses = async (id: BookingId) => (await triesOf(id)).map(({ status }) => status)
const stateOf = async (id: BookingId) => {
  const [booking] = await db.select().from(bookings).where(eq(bookings.id, id))
  return booking ? (await shop.readDeposit(booking))?.state.kind : null
}
const mails = async (id: BookingId) => (await templatesOf(id)).filter((name) => name.startsWith("deposit-"))
const acts = async (id: BookingId) =>
  (await eventsOf(id)).map(({ action }) => action).filter((action) => action.includes("deposit"))
const authorisations = () => stripe.intents().filter((intent) => intent["capture_method"] === "manual")

describe("a card for the deposit", () => {
  test("is saved with the first payment by whoever agrees, and authorised two days before by itself", async () => {
    const id = (await signedWithDeposit()).id
    const opened = await shop.openCardPayment(id, { shown: 7500, savesCard: true }, signedOn)
    if (!opened.ok) throw new Error(opened.error.kind)
    stripe.pay(opened.value.sessionId ?? "")
    await shop.settleCardPayment(opened.value.id, { at: signedOn })
    expect(await depositOf(id)).toMatchObject({ means: "card", cardLabel: "Visa 4242", amount, failure: null })
    expect((await depositOf(id))?.consent).toContain(formatMoney(amount))

    await sweepAt(new Date("2027-06-09T20:00:00Z"))
    expect(await stateOf(id)).toBe("saved")
    await sweepAt(twoDaysBefore)
    expect(await stateOf(id)).toBe("held")
    expect(authorisations()).toHaveLength(1)
    expect(authorisations()[0]).toMatchObject({ amount, amount_received: 0, status: "requires_capture" })
    expect(await mails(id)).toEqual(["deposit-opened"])
    expect(await db.select().from(payments).where(eq(payments.bookingId, id))).toHaveLength(1)
  })

  test("is not saved by who pays without agreeing, who is asked for one a week before and two days before", async () => {
    const id = (await signedWithDeposit()).id
    const opened = await shop.openCardPayment(id, { shown: 7500 }, signedOn)
    if (!opened.ok) throw new Error(opened.error.kind)
    stripe.pay(opened.value.sessionId ?? "")
    await shop.settleCardPayment(opened.value.id, { at: signedOn })
    expect(stripe.session(opened.value.sessionId ?? "")["customer"]).toBeNull()
    await sweepAt(hours(signedOn, 1))
    expect(await mails(id)).toEqual([])
    await sweepAt(weekBefore)
    await sweepAt(hours(weekBefore, 24))
    expect(await mails(id)).toEqual(["deposit-asked"])
    expect((await shop.depositMatters(weekBefore)).map(({ kind }) => kind)).toEqual([])
    await sweepAt(twoDaysBefore)
    await sweepAt(hours(twoDaysBefore, 1))
    expect(await mails(id)).toEqual(["deposit-asked", "deposit-asked"])
    expect((await shop.depositMatters(twoDaysBefore)).map(({ kind }) => kind)).toEqual(["missing"])
  })

  test("is authorised at once on the deposit's page when its time has come", async () => {
    const id = (await signedWithDeposit()).id
    await sweepAt(twoDaysBefore)
    await saveCard(id, hours(twoDaysBefore, 1))
    expect(await stateOf(id)).toBe("held")
    await sweepAt(hours(twoDaysBefore, 2))
    expect(authorisations()).toHaveLength(1)
  })

  test("is forgotten by the provider once another has taken its place", async () => {
    const id = await withCard()
    const before = (await depositOf(id))?.customerRef
    await saveCard(id, hours(signedOn, 1))
    expect((await depositOf(id))?.customerRef).not.toBe(before)
    expect(stripe.customers()).toHaveLength(2)
    expect(await forgetCards()).toEqual(["forgotten"])
    expect(stripe.customers().map((customer) => customer.id)).toEqual([(await depositOf(id))?.customerRef])
  })

  test("is kept by the provider as long as an authorisation stands on it", async () => {
    const id = await authorised()
    const { customerRef } = (await depositOf(id)) ?? {}
    await transaction((tx) =>
      shop.enqueueForgetCard(
        tx,
        { customerId: customerRef ?? "" },
        { bookingId: id, provider: "stripe", since: hours(twoDaysBefore, 1) },
      ),
    )
    expect(await forgetCards()).toEqual(["an authorisation stands"])
    expect(stripe.customers()).toHaveLength(1)
    await shop.releaseDeposit(await owner(), id, after)
    await shop.settleDeposit(id, after)
    expect(await forgetCards()).toEqual(["forgotten"])
  })

  test("that nobody wants any more when it comes is forgotten too", async () => {
    const id = (await signedWithDeposit()).id
    const page = await shop.openDepositPage(id, signedOn)
    if (!page.ok) throw new Error(page.error.kind)
    await shop.noteDepositInHand(await owner(), id, { means: "cheque", receivedOn: "2027-05-01" }, signedOn)
    stripe.pay(page.value.sessionId ?? "")
    await shop.syncDeposit(page.value.id, hours(signedOn, 1))
    expect(await forgetCards()).toEqual(["forgotten"])
    expect(stripe.customers()).toEqual([])
  })

  test("is told by messages that may come twice, or not at all", async () => {
    const id = (await signedWithDeposit()).id
    const page = await shop.openDepositPage(id, signedOn)
    if (!page.ok) throw new Error(page.error.kind)
    const event = stripe.pay(page.value.sessionId ?? "")
    const { payload, signature } = stripe.signed(event)
    expect(await shop.takeStripeEvent(Buffer.from(payload), signature)).toBe("taken")
    expect(await shop.takeStripeEvent(Buffer.from(payload), signature)).toBe("known")
    expect(await takeJobs("look-at-deposit")).toHaveLength(1)
    // Nobody has looked: the sweep does.
    await sweepAt(hours(signedOn, 1))
    expect(await stateOf(id)).toBe("saved")
    expect(await acts(id)).toEqual(["booking.deposit-card-saved"])
  })
})

describe("an authorisation", () => {
  test("is made once, by however many at once", async () => {
    const id = await withCard()
    await Promise.all([1, 2, 3].map(() => shop.settleDeposit(id, twoDaysBefore)))
    expect(authorisations().filter(({ status }) => status === "requires_capture")).toHaveLength(1)
    expect(await statuses(id)).toEqual(["saved", "held"])
  })

  test("that a process asked for before it died is found, not made again", async () => {
    const id = await withCard()
    await sweepAt(twoDaysBefore)
    await db
      .update(depositTries)
      .set({ status: "opening", holdId: null, captureBefore: null })
      .where(eq(depositTries.kind, "off-session"))
    await sweepAt(hours(twoDaysBefore, 30))
    expect(authorisations()).toHaveLength(1)
    expect(await stateOf(id)).toBe("held")
  })

  test("is made anew before it ends, and the one before is given back", async () => {
    stripe.holdsEnd(hours(twoDaysBefore, 40))
    const id = await authorised()
    await sweepAt(hours(twoDaysBefore, 10))
    expect(authorisations()).toHaveLength(1)
    stripe.holdsEnd(hours(twoDaysBefore, 200))
    await sweepAt(hours(twoDaysBefore, 25))
    expect(await statuses(id)).toEqual(["saved", "released", "held"])
    expect(authorisations().map(({ status }) => status)).toEqual(["canceled", "requires_capture"])
    // The customer is not told of it twice.
    expect(await mails(id)).toEqual(["deposit-opened"])
  })

  test("that the bank refuses mails a link once and tells the owner; another card settles it", async () => {
    const id = await withCard()
    stripe.holdsGo("insufficient_funds")
    await sweepAt(twoDaysBefore)
    await sweepAt(hours(twoDaysBefore, 5))
    expect(await stateOf(id)).toBe("refused")
    expect(await mails(id)).toEqual(["deposit-asked"])
    expect((await shop.depositMatters(twoDaysBefore)).map(({ kind }) => kind)).toEqual(["refused"])
    await saveCard(id, hours(twoDaysBefore, 6))
    expect(await stateOf(id)).toBe("held")
    expect(await shop.depositMatters(twoDaysBefore)).toEqual([])
  })

  test("for which the bank wants its client asks them to confirm", async () => {
    const id = await withCard()
    stripe.holdsGo("authentication_required")
    await sweepAt(twoDaysBefore)
    expect((await depositOf(id))?.failure).toBe("authentication_required")
    expect(await mails(id)).toEqual(["deposit-asked"])
  })

  test("that ended at the bank is made anew", async () => {
    const id = await authorised()
    stripe.endHold(String(authorisations()[0]?.id))
    await sweepAt(hours(twoDaysBefore, 25))
    expect(await statuses(id)).toEqual(["saved", "released", "held"])
  })

  test("is given back when the booking ends, and made again when it goes on", async () => {
    const id = await authorised()
    await db.update(bookings).set({ status: "cancelled" }).where(eq(bookings.id, id))
    await sweepAt(hours(twoDaysBefore, 1))
    expect(authorisations().map(({ status }) => status)).toEqual(["canceled"])
    expect(await mails(id)).toEqual(["deposit-opened", "deposit-released"])
    await db.update(bookings).set({ status: "confirmed" }).where(eq(bookings.id, id))
    await sweepAt(hours(twoDaysBefore, 2))
    expect(await stateOf(id)).toBe("held")
  })

  test("that comes when the deposit was given up meanwhile is given back at once", async () => {
    const id = await withCard()
    const by = await owner()
    stripe.whileHolding(async () => {
      await shop.releaseDeposit(by, id, twoDaysBefore)
      // The decision's own job ends the try, of which the provider knows nothing yet.
      await db.update(depositTries).set({ status: "closed" }).where(eq(depositTries.kind, "off-session"))
    })
    await shop.settleDeposit(id, twoDaysBefore)
    expect(authorisations().map(({ status }) => status)).toEqual(["canceled"])
    await shop.settleDeposit(id, twoDaysBefore)
    expect(await stateOf(id)).toBe("released")
  })

  test("of which the provider tells after its try was closed is given back", async () => {
    const id = await authorised()
    const [held] = authorisations()
    await db
      .update(depositTries)
      .set({ status: "closed", holdId: null, captureBefore: null })
      .where(eq(depositTries.kind, "off-session"))
    const event = stripe.events.findLast(({ type }) => type === "payment_intent.amount_capturable_updated")
    if (!event || !held) throw new Error("Nothing was authorised")
    const { payload, signature } = stripe.signed(event)
    await shop.takeStripeEvent(Buffer.from(payload), signature)
    const [told] = await takeJobs("look-at-deposit")
    if (!told) throw new Error("Nobody was told")
    expect(told.holdId).toBe(held.id)
    await db.update(deposits).set({ closedAt: after, kept: 0, settledAt: after }).where(eq(deposits.bookingId, id))
    await shop.syncDeposit(told.id, after, told.holdId)
    expect(authorisations().map(({ status }) => status)).toEqual(["canceled"])
  })

  test("that was given back when the booking ended is not told of again when the deposit is settled", async () => {
    const id = await authorised()
    await db.update(bookings).set({ status: "cancelled" }).where(eq(bookings.id, id))
    await sweepAt(hours(twoDaysBefore, 1))
    await sweepAt(new Date("2027-06-20T08:00:00Z"))
    expect(await stateOf(id)).toBe("released")
    expect((await mails(id)).filter((name) => name === "deposit-released")).toHaveLength(1)
  })

  test("waits for a provider that is away, and is nobody's loss", async () => {
    const id = await withCard()
    stripe.fall()
    await expect(shop.settleDeposit(id, twoDaysBefore)).rejects.toThrow()
    stripe.rise()
    await sweepAt(hours(twoDaysBefore, 1))
    expect(authorisations()).toHaveLength(1)
    expect(await stateOf(id)).toBe("held")
  })
})

describe("what becomes of a deposit", () => {
  test("released by the owner, nothing is taken, the customer is told and the card is forgotten", async () => {
    const id = await authorised()
    expect((await shop.releaseDeposit(await owner(), id, after)).ok).toBe(true)
    await shop.settleDeposit(id, after)
    await shop.settleDeposit(id, after)
    expect(await stateOf(id)).toBe("released")
    expect(authorisations()[0]).toMatchObject({ status: "canceled", amount_received: 0 })
    expect(await mails(id)).toEqual(["deposit-opened", "deposit-released"])
    expect(stripe.customers()).toEqual([])
    expect(await depositOf(id)).toMatchObject({ customerRef: null, methodRef: null })
  })

  test("nothing is kept that was not announced, nor before the customer has had 48 hours or has answered", async () => {
    const id = await authorised()
    const by = await owner()
    expect(await shop.keepDeposit(by, id, 8000, after)).toMatchObject({ error: { kind: "not-announced" } })
    expect((await announce(by, id, { amount: 8000, reason: "Une vitre est fêlée." }, after)).ok).toBe(true)
    expect(await shop.keepDeposit(by, id, 8000, hours(after, 47))).toMatchObject({ error: { kind: "too-early" } })
    expect(await shop.keepDeposit(by, id, 9000, hours(after, 49))).toMatchObject({ error: { kind: "not-announced" } })
    expect(await shop.answerDeposit(id, "Elle l’était déjà.", hours(after, 2))).toMatchObject({ ok: true })
    expect((await shop.depositMatters(hours(after, 3))).map(({ kind }) => kind)).toEqual(["to-decide"])
    expect((await shop.keepDeposit(by, id, 8000, hours(after, 3))).ok).toBe(true)
    await shop.settleDeposit(id, hours(after, 3))
    await shop.settleDeposit(id, hours(after, 4))
    expect(await stateOf(id)).toBe("kept")
    expect(authorisations()[0]).toMatchObject({ status: "succeeded", amount_received: 8000 })
    expect(stripe.requests.filter((line) => line.endsWith("/capture"))).toHaveLength(1)
    expect(await mails(id)).toEqual(["deposit-opened", "deposit-announced", "deposit-kept"])
    // No money of the rental: neither a payment, nor an invoice.
    expect(await db.select().from(payments).where(eq(payments.bookingId, id))).toEqual([])
  })

  test("what was kept and is disputed at the bank is told with its deadline, and how it ends", async () => {
    const id = await authorised()
    const by = await owner()
    await announce(by, id, { amount: 8000, reason: "Une vitre est fêlée." }, after)
    await shop.keepDeposit(by, id, 8000, hours(after, 49))
    await shop.settleDeposit(id, hours(after, 49))
    const dispute = stripe.dispute(String(authorisations()[0]?.id), { reason: "product_unacceptable" })
    expect(await shop.syncDispute(dispute.id, hours(after, 72))).toBe("to_answer")
    expect(await shop.syncDispute(dispute.id, hours(after, 73))).toBe("as it was")
    const [open] = await shop.disputesToAnswer()
    expect(open).toMatchObject({ bookingId: id, amount: 8000, reason: "product_unacceptable", paymentId: null })
    expect(open?.answerBy).toBeInstanceOf(Date)
    expect((await eventsOf(id)).map(({ action }) => action)).toContain("booking.payment-disputed")
    // The provider's number of the authorisation is forgotten in time: what is known stays found.
    await db.execute(sql`update deposit_tries set hold_id = 'erased-' || id where hold_id is not null`)
    stripe.decide(dispute.id, "lost")
    expect(await shop.syncDispute(dispute.id, hours(after, 2000))).toBe("lost")
    expect(await shop.disputesToAnswer()).toEqual([])
    expect(await shop.disputesOf(id)).toMatchObject([{ stage: "lost" }])
  })

  test("never more than the deposit, by the verb and by the database", async () => {
    const id = await authorised()
    const tooMuch = await announce(await owner(), id, { amount: amount + 1, reason: "Tout" }, after)
    expect(tooMuch).toMatchObject({ error: { kind: "not-an-amount", max: amount } })
    await expect(
      db.execute(
        sql`update deposits set announced_at = now(), announced_amount = ${amount + 1} where booking_id = ${id}`,
      ),
    ).rejects.toThrow()
  })

  test("seven days after the return it is released by itself, unless something was announced", async () => {
    const [forgotten, announced] = [await authorised(), await withCard()]
    await sweepAt(twoDaysBefore)
    await announce(await owner(), announced, { amount: 1000, reason: "Câble perdu" }, after)
    await sweepAt(new Date("2027-06-18T08:00:00Z"))
    expect(await stateOf(forgotten)).toBe("held")
    await sweepAt(new Date("2027-06-19T08:00:00Z"))
    expect([await stateOf(forgotten), await stateOf(announced)]).toEqual(["released", "held"])
    // Announced, and never decided.
    await sweepAt(hours(after, 7 * 24))
    expect(await stateOf(announced)).toBe("released")
    expect(authorisations().every(({ status }) => status === "canceled")).toBe(true)
  })

  test("what was taken in the provider's own pages after it was to be given back is not told as released", async () => {
    const id = await authorised()
    await shop.releaseDeposit(await owner(), id, after)
    stripe.take(String(authorisations()[0]?.id), 5000)
    await shop.settleDeposit(id, after)
    expect(await statuses(id)).toEqual(["saved", "captured"])
    expect(await depositOf(id)).toMatchObject({ kept: 0, closedAt: after })
    expect(await mails(id)).toEqual(["deposit-opened"])
  })

  test("what the bank does not give any more is an open matter until the owner has seen to it", async () => {
    const id = await authorised()
    const by = await owner()
    await announce(by, id, { amount: 8000, reason: "Une vitre est fêlée." }, after)
    await shop.keepDeposit(by, id, 8000, hours(after, 49))
    stripe.endHold(String(authorisations()[0]?.id))
    await shop.settleDeposit(id, hours(after, 49))
    expect(await stateOf(id)).toBe("not-taken")
    expect((await shop.depositMatters(hours(after, 50))).map(({ kind }) => kind)).toEqual(["not-taken"])
    expect((await shop.noteTroubleSeen(by, id, hours(after, 51))).ok).toBe(true)
    expect(await shop.depositMatters(hours(after, 52))).toEqual([])
  })

  test("a cheque stands for it: no card is asked for, and it is a matter after the return until it is given back", async () => {
    const id = (await signedWithDeposit()).id
    const by = await owner()
    expect(
      await shop.noteDepositInHand(by, id, { means: "cheque", receivedOn: "2027-06-20" }, twoDaysBefore),
    ).toMatchObject({ error: { kind: "not-a-day" } })
    await shop.noteDepositInHand(by, id, { means: "cheque", receivedOn: "2027-06-04" }, weekBefore)
    await sweepAt(hours(weekBefore, 1))
    await sweepAt(twoDaysBefore)
    expect(await mails(id)).toEqual([])
    expect((await shop.depositMatters(after)).map(({ kind, dueOn }) => ({ kind, dueOn }))).toEqual([
      { kind: "to-check", dueOn: "2027-06-19" },
    ])
    await sweepAt(new Date("2027-06-25T08:00:00Z"))
    expect(await stateOf(id)).toBe("in-hand")
    await shop.releaseDeposit(by, id, after)
    // Nothing is asked of a bank: it reads as given back before a job has told the customer.
    expect(await stateOf(id)).toBe("released")
    await shop.settleDeposit(id, after)
    expect(await stateOf(id)).toBe("released")
    expect(await mails(id)).toEqual(["deposit-released"])
  })

  test.for(["cheque", "transfer"] as const)(
    "a %s stays a matter of the owner's when its booking ends, until it is given back",
    async (means) => {
      const id = (await signedWithDeposit()).id
      const by = await owner()
      const note = (receivedOn: Day, before: boolean) =>
        shop.noteDepositInHand(by, id, { means, receivedOn }, hours(signedOn, 48), { before })
      // A wrong year is asked about, and written where it was meant.
      expect(await note("2026-05-02", true)).toMatchObject({ ok: false, error: { kind: "before-the-booking" } })
      expect(await stateOf(id)).not.toBe("in-hand")
      expect((await note("2026-05-02", false)).ok).toBe(true)
      expect((await note("2027-05-02", true)).ok).toBe(true)
      await db.update(bookings).set({ status: "cancelled" }).where(eq(bookings.id, id))
      await db
        .insert(bookingEnds)
        .values({ bookingId: id, kind: "cancelled_by_company", at: new Date("2027-05-10T10:00:00Z") })
      const [booking] = await db.select().from(bookings).where(eq(bookings.id, id))
      if (!booking) throw new Error("No booking")
      expect(await shop.readDeposit(booking)).toMatchObject({ open: true, state: { kind: "in-hand" } })
      const matters = await shop.depositMatters(new Date("2027-05-18T10:00:00Z"))
      expect(matters).toMatchObject([{ kind: "to-give-back", dueOn: "2027-05-17", late: true }])
      expect((await shop.releaseDeposit(by, id, after)).ok).toBe(true)
      await shop.settleDeposit(id, after)
      expect(await shop.readDeposit(booking)).toMatchObject({ open: false, state: { kind: "released" } })
      expect(await shop.depositMatters(after)).toEqual([])
      expect(await mails(id)).toEqual(["deposit-released"])
    },
  )

  test("what is announced names the last report of the return, which whoever holds the link may have", async () => {
    const id = await authorised()
    const by = await owner()
    const typed = { name: "Elena Roussel", signature: { kind: "typed", text: "Elena Roussel" } as const }
    const report = (leg: "out" | "back", at: Date) =>
      shop.recordReport(
        by,
        {
          id: randomUUID(),
          bookingId: id,
          leg,
          damaged: leg === "back",
          remarks: "Une vitre est fêlée.",
          photos: [],
          client: typed,
          company: typed,
        },
        at,
      )
    await announce(by, id, { amount: 7000, reason: "Une vitre est fêlée." }, after)
    expect(await depositOf(id)).toMatchObject({ reportId: null })
    await report("back", hours(after, 1))
    const last = await report("back", hours(after, 2))
    await report("out", hours(after, 3))
    if (!last.ok) throw new Error(last.error.kind)
    await announce(by, id, { amount: 8000, reason: "Une vitre est fêlée." }, hours(after, 4))
    expect(await depositOf(id)).toMatchObject({ reportId: last.value.report.id })
    const [booking] = await db.select().from(bookings).where(eq(bookings.id, id))
    if (!booking) throw new Error("No booking")
    expect(await shop.readDeposit(booking)).toMatchObject({ reportId: last.value.report.id })
    const announced = (await mailsOf(id)).filter(({ template }) => template === "deposit-announced")
    expect(announced.map(({ data }) => data.extra["reportedAt"])).toEqual([null, hours(after, 2).toISOString()])
  })

  test("what a customer without an address cannot be written is told by the owner, and no time runs before", async () => {
    const id = await authorised()
    const by = await owner()
    await withoutMail(id)
    const announced = await announce(by, id, { amount: 8000, reason: "Une vitre est fêlée." }, after)
    expect(announced).toMatchObject({ ok: true, value: { hasMail: false, deposit: { toldAt: null } } })
    expect(await shop.keepDeposit(by, id, 8000, hours(after, 49))).toMatchObject({
      error: { kind: "nothing-announced" },
    })
    expect((await shop.depositMatters(hours(after, 49))).map(({ kind }) => kind)).toEqual(["to-tell"])
    expect(await shop.noteHandedOver(by, id, { shown: 9000, on: "2027-06-15" }, hours(after, 50))).toMatchObject({
      error: { kind: "not-announced" },
    })
    expect((await shop.noteHandedOver(by, id, { shown: 8000, on: "2027-06-15" }, hours(after, 50))).ok).toBe(true)
    expect((await shop.noteHandedOver(by, id, { shown: 8000, on: "2027-06-15" }, hours(after, 60))).ok).toBe(true)
    expect(await shop.keepDeposit(by, id, 8000, hours(after, 97))).toMatchObject({ error: { kind: "too-early" } })
    expect((await shop.depositMatters(hours(after, 98))).map(({ kind }) => kind)).toEqual(["to-decide"])
    // The owner's days to decide begin then, too.
    await sweepAt(hours(after, 7 * 24 + 1))
    expect(await stateOf(id)).toBe("held")
    expect((await shop.keepDeposit(by, id, 8000, hours(after, 7 * 24 + 2))).ok).toBe(true)
    expect((await acts(id)).filter((action) => action === "booking.deposit-told")).toHaveLength(1)
  })

  test("no time runs while no mail is delivered: not without a server, not after a refusal (D78)", async () => {
    const by = await owner()
    const keep = { amount: 8000, reason: "Une vitre est fêlée." }
    for (const state of ["kept", "refused", "failed"] as const) {
      const id = await authorised()
      const announced = await shop.announceKeep(by, id, keep, after)
      const mail = announced.ok ? announced.value.deposit.announcedMail : null
      if (mail === null) throw new Error("No mail was ordered")
      expect(await shop.depositMatters(hours(after, 0.5))).toEqual([])
      await shop.noteTry(mail, { state, answer: "no", written: null }, hours(after, 0.1))
      expect(await depositOf(id)).toMatchObject({ toldAt: null })
      expect(await shop.keepDeposit(by, id, 8000, hours(after, 49))).toMatchObject({
        error: { kind: "nothing-announced" },
      })
      expect(await shop.depositMatters(hours(after, 1))).toMatchObject([{ kind: "to-tell" }])
      expect((await shop.noteHandedOver(by, id, { shown: 8000, on: "2027-06-13" }, hours(after, 2))).ok).toBe(true)
      await shop.releaseDeposit(by, id, hours(after, 3))
      await shop.settleDeposit(id, hours(after, 3))
    }
  })

  test("its time begins with the delivery of the mail, or of the one that was sent in its place (D78)", async () => {
    const [id, by] = [await authorised(), await owner()]
    const announced = await shop.announceKeep(by, id, { amount: 8000, reason: "Une vitre." }, after)
    const mail = announced.ok ? announced.value.deposit.announcedMail : null
    if (mail === null) throw new Error("No mail was ordered")
    await shop.noteTry(mail, { state: "failed", answer: "no", written: null }, hours(after, 1))
    expect((await shop.resendMail(by, mail, hours(after, 20))).ok).toBe(true)
    const [again] = (await db.execute<{ id: Id }>(sql`select sent_again_as as id from mails where id = ${mail}::uuid`))
      .rows
    if (!again) throw new Error("It was not sent again")
    await shop.noteTry(again.id, { state: "sent", answer: "250 OK", written: null }, hours(after, 21))
    expect(await shop.keepDeposit(by, id, 8000, hours(after, 68))).toMatchObject({ error: { kind: "too-early" } })
    expect((await shop.keepDeposit(by, id, 8000, hours(after, 69))).ok).toBe(true)
  })

  test("what was handed over is noted with its day, between the announcement and today", async () => {
    const [id, by] = [await authorised(), await owner()]
    await withoutMail(id)
    await shop.announceKeep(by, id, { amount: 8000, reason: "Une vitre." }, after)
    const note = (on: Day) => shop.noteHandedOver(by, id, { shown: 8000, on }, hours(after, 48))
    expect(await note("2027-06-12")).toMatchObject({ error: { kind: "not-a-day" } })
    expect(await note("2027-06-16")).toMatchObject({ error: { kind: "not-a-day" } })
    expect((await note("2027-06-13")).ok).toBe(true)
    // Midnight after the 13th in Paris, and 48 hours.
    expect(await shop.keepDeposit(by, id, 8000, new Date("2027-06-15T21:59:00Z"))).toMatchObject({
      error: { kind: "too-early" },
    })
    expect((await shop.keepDeposit(by, id, 8000, new Date("2027-06-15T22:00:00Z"))).ok).toBe(true)
  })

  test("what an example cannot be written is told by the owner just so", async () => {
    const id = await authorised()
    await ofExample(id)
    const announced = await announce(await owner(), id, { amount: 8000, reason: "Une vitre." }, after)
    expect(announced).toMatchObject({ ok: true, value: { hasMail: false, deposit: { toldAt: null } } })
    expect(await shop.depositMatters(hours(after, 49))).toMatchObject([{ kind: "to-tell", hasMail: false }])
  })

  test.each([
    ["whoever has no address", withoutMail],
    ["an example", ofExample],
  ])("no link is promised to %s", async (_, unreached) => {
    const id = (await signedWithDeposit()).id
    await unreached(id)
    expect(await shop.askDeposit(await owner(), id, weekBefore)).toMatchObject({ error: { kind: "without-mail" } })
    expect(await acts(id)).toEqual([])
  })

  test("the same form sent twice asks, notes and announces once; nothing is announced before the return", async () => {
    const asked = (await signedWithDeposit()).id
    const by = await owner()
    await shop.askDeposit(by, asked, weekBefore)
    await shop.askDeposit(by, asked, weekBefore)
    expect(await mails(asked)).toEqual(["deposit-asked"])
    await shop.askDeposit(by, asked, hours(weekBefore, 1))
    expect(await mails(asked)).toEqual(["deposit-asked", "deposit-asked"])
    const received = { means: "cheque", receivedOn: "2027-06-05" } as const
    await shop.noteDepositInHand(by, asked, received, hours(weekBefore, 2))
    await shop.noteDepositInHand(by, asked, received, hours(weekBefore, 2))
    expect((await acts(asked)).filter((action) => action === "booking.deposit-received")).toHaveLength(1)

    const id = await authorised()
    const keep = { amount: 8000, reason: "Une vitre est fêlée." }
    expect(await announce(by, id, keep, new Date("2027-06-11T12:00:00Z"))).toMatchObject({
      error: { kind: "not-returned", returnOn: "2027-06-12" },
    })
    await announce(by, id, keep, after)
    await announce(by, id, keep, hours(after, 1))
    expect((await depositOf(id))?.announcedAt).toEqual(after)
    await announce(by, id, { ...keep, amount: 9000 }, hours(after, 2))
    expect((await mails(id)).filter((name) => name === "deposit-announced")).toHaveLength(2)
  })

  test("what the owner decides is recorded as theirs", async () => {
    const [kept, released, waived] = [await authorised(), await withCard(), (await signedWithDeposit()).id]
    await sweepAt(twoDaysBefore)
    const by = await owner()
    await announce(by, kept, { amount: 8000, reason: "Une vitre est fêlée." }, after)
    await shop.keepDeposit(by, kept, 8000, hours(after, 49))
    stripe.endHold(String((await triesOf(kept)).at(-1)?.holdId))
    await shop.settleDeposit(kept, hours(after, 49))
    await shop.noteTroubleSeen(by, kept, hours(after, 50))
    await shop.releaseDeposit(by, released, after)
    await shop.releaseDeposit(by, waived, weekBefore)
    const decided = async (id: BookingId) =>
      (await eventsOf(id)).filter((event) => event.actor_id === by.id).map(({ action }) => action)
    expect(await decided(kept)).toEqual([
      "booking.deposit-announced",
      "booking.deposit-keep-decided",
      "booking.deposit-trouble-seen",
    ])
    expect(await decided(released)).toEqual(["booking.deposit-release-decided"])
    expect(await decided(waived)).toEqual(["booking.deposit-waived"])
  })

  test("after all of that, nothing is late and nothing is left to do", async () => {
    const id = await authorised()
    await pay(id, 1000)
    await shop.releaseDeposit(await owner(), id, after)
    await shop.settleDeposit(id, after)
    expect(await sweepAt(hours(after, 24 * 30))).toBe(0)
    const late = await shop.lateSweeps(hours(after, 24 * 30))
    expect(late.find(({ sweep }) => sweep === "settle-deposits")).toEqual({ sweep: "settle-deposits", rows: 0 })
  })

  test("its free text goes when its booking is scrubbed, and is its customer's to read before", async () => {
    const id = await authorised()
    await announce(await owner(), id, { amount: 8000, reason: "Une vitre est fêlée." }, after)
    await shop.answerDeposit(id, "Elle l’était déjà.", hours(after, 2))
    const [booking] = await db.select().from(bookings).where(eq(bookings.id, id))
    if (!booking) throw new Error("No booking")
    expect(await shop.personalDataOf(booking.userId)).toMatchObject({
      réservations: [
        { caution: { carte: "Visa 4242", motif: "Une vitre est fêlée.", vos_observations: "Elle l’était déjà." } },
      ],
    })
    await transaction((tx) => shop.scrubBookings(tx, sql`select ${id}::uuid`))
    expect(await depositOf(id)).toMatchObject({ reason: null, answer: null, cardLabel: null, announcedAmount: 8000 })
  })
})

describe("for any sequence of acts", () => {
  type Step = "card" | "refused" | "works" | "lost" | "end" | "goOn" | "announce" | "keep" | "release" | "days"
  const sequences = fc.array(
    fc.constantFrom<Step>(
      "card",
      "refused",
      "works",
      "lost",
      "end",
      "goOn",
      "announce",
      "keep",
      "release",
      "days",
      "days",
    ),
    { minLength: 8, maxLength: 20 },
  )
  const number = (value: unknown) => Number(value ?? 0)

  test("one authorisation stands at most, what is taken was announced, and is taken once; nothing stands in the end", async () => {
    const taken: number[] = []
    const held: number[] = []
    await fc.assert(
      fc.asyncProperty(sequences, fc.boolean(), async (sequence, isReturned) => {
        const before = new Set(stripe.intents().map(({ id }) => id))
        const own = () => authorisations().filter(({ id }) => !before.has(id))
        stripe.holdsGo(null)
        stripe.holdsEnd(hours(twoDaysBefore, 24 * 30))
        const id = await withCard()
        const by = await owner()
        await shop.settleDeposit(id, twoDaysBefore)
        let at = isReturned ? after : twoDaysBefore
        for (const step of sequence) {
          at = hours(at, 1)
          if (step === "days") at = hours(at, 50)
          else if (step === "refused" || step === "works")
            stripe.holdsGo(step === "refused" ? "insufficient_funds" : null)
          else if (step === "card") {
            const page = await shop.openDepositPage(id, at)
            if (page.ok && page.value.sessionId && stripe.session(page.value.sessionId)["status"] === "open") {
              stripe.pay(page.value.sessionId)
              await shop.syncDeposit(page.value.id, at)
            }
          } else if (step === "lost") {
            const standing = own().find(({ status }) => status === "requires_capture")
            if (standing) stripe.endHold(standing.id)
          } else if (step === "end" || step === "goOn") {
            const status = step === "end" ? "cancelled" : "confirmed"
            await db.update(bookings).set({ status }).where(eq(bookings.id, id))
          } else if (step === "announce") await announce(by, id, { amount: 8000, reason: "Une vitre." }, at)
          else if (step === "keep") await shop.keepDeposit(by, id, 8000, at)
          else await shop.releaseDeposit(by, id, at)
          await shop.settleDeposit(id, at)
          const standing = own().filter(({ status }) => status === "requires_capture")
          expect(standing.length).toBeLessThanOrEqual(1)
          held.push(standing.length)
        }
        stripe.holdsGo(null)
        // Seven days after the return, and seven more for what was announced and never decided.
        const noon = new Date(`${(at > after ? at : after).toISOString().slice(0, 10)}T10:00:00Z`)
        for (const days of [8, 16, 17]) await sweepAt(hours(noon, days * 24))
        const end = await depositOf(id)
        const got = own().map((intent) => number(intent["amount_received"]))
        const sum = got.reduce((total, each) => total + each, 0)
        expect(own().filter(({ status }) => status === "requires_capture")).toEqual([])
        expect(got.filter((each) => each > 0).length).toBeLessThanOrEqual(1)
        expect(sum).toBe((await statuses(id)).includes("captured") ? number(end?.kept) : 0)
        if (sum > 0) expect(end).toMatchObject({ announcedAmount: 8000, kept: 8000 })
        expect(stripe.refunds()).toEqual([])
        expect(await db.select().from(payments).where(eq(payments.bookingId, id))).toEqual([])
        taken.push(sum)
      }),
      { numRuns: 15, seed: 20_270_612 },
    )
    // The sequences did what they are there for.
    expect(new Set(held)).toEqual(new Set([0, 1]))
    expect(new Set(taken)).toEqual(new Set([0, 8000]))
  })
})

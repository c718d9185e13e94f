import { randomUUID } from "node:crypto"
import { asc, eq, inArray, sql } from "drizzle-orm"
import type { BookingId } from "../domain/id.ts"
import type { Cents } from "../domain/money.ts"
import { action } from "../app/machine/stripe-webhook.ts"
import {
  bookingNow,
  readEvents,
  readMails,
  pay,
  readRefunds,
  placeSignedBooking,
  placeSignedBookingWithDeposit,
} from "./ends.ts"
import type { StripeStandIn } from "./harness/stripe-stand-in.ts"
import { cancelOwnBooking, previewCancellation } from "../server/bookings/cancel.ts"
import { db } from "../server/platform/database.server.ts"
import { openDepositPage } from "../server/money/deposits/open-deposit-page.ts"
import { syncDeposit } from "../server/money/deposits/settle-deposit.ts"
import { listDisputes, syncDispute } from "../server/money/payments/disputes.ts"
import { openCardPayment } from "../server/money/payments/open-card-payment.ts"
import { reconcileRefunds } from "../server/money/payments/reconcile-refunds.ts"
import { syncRefundsForPayment } from "../server/money/payments/refunds-made-elsewhere.ts"
import { settleCardPayment } from "../server/money/payments/settle-card-payment.ts"
import { settleCardRefund } from "../server/money/payments/settle-card-refund.ts"
import { receiveStripeEvent } from "../server/money/payments/receive-stripe-event.ts"
import { providerEvents } from "../server/platform/schema/card-payments.ts"
import { depositTries } from "../server/platform/schema/deposits.ts"
import { payments } from "../server/platform/schema/money.ts"
import { runDue, sweep } from "../server/jobs/sweeps/all.ts"
import { clearJobs, takeJobs } from "./harness/jobs.ts"

// Events at Stripe and their deliveries: the tests and `npm run prove` play the same. Import it only once the
// environment names the stand-in's key, secret and address, which the server reads once.

type Event = StripeStandIn["events"][number]

export const at = new Date("2027-05-01T10:00:00Z")
export const later = (minutes: number) => new Date(at.getTime() + minutes * 60_000)
/** In cents. */
export const downPayment = 7500
/** Two days before the rental, when the deposit is authorised. */
const twoDaysBefore = new Date("2027-06-10T08:00:00Z")

export function cardShop(stripe: StripeStandIn) {
  /** A signed booking, with `paid` cents by transfer and its payment page open. */
  async function openPaymentPage(paid = 0) {
    const made = await placeSignedBooking({ paid })
    const result = await openCardPayment(made.booking.id, { expectedAmount: downPayment }, at)
    if (!result.ok) throw new Error(result.error.kind)
    return { ...made, id: made.booking.id, card: result.value, session: result.value.sessionId ?? "" }
  }

  /** Runs the queued jobs as the worker would, and returns their number. */
  async function work(now = at, { atOnce = false } = {}) {
    const runs: (() => Promise<unknown>)[] = []
    for (const { id } of await takeJobs("settle-card-payment")) runs.push(() => settleCardPayment(id, { at: now }))
    for (const { id } of await takeJobs("settle-card-refund")) runs.push(() => settleCardRefund(id, now))
    for (const { id } of await takeJobs("look-at-card-refunds")) runs.push(() => syncRefundsForPayment(id, now))
    for (const { id } of await takeJobs("look-at-dispute")) runs.push(() => syncDispute(id, now))
    for (const { id, holdId } of await takeJobs("look-at-deposit"))
      runs.push(() => syncDeposit(id, now, holdId ?? null))
    if (atOnce) await Promise.all(runs.map((run) => run()))
    else for (const run of runs) await run()
    return runs.length
  }
  async function workAll(now = at, how: { atOnce?: boolean } = {}) {
    while ((await work(now, how)) > 0);
  }

  const tell = (event = stripe.events.at(-1), options: Parameters<StripeStandIn["signed"]>[1] = {}) => {
    if (!event) throw new Error("Nothing happened")
    const { payload, signature } = stripe.signed(event, options)
    return receiveStripeEvent(Buffer.from(payload), signature)
  }

  async function cancel(made: Awaited<ReturnType<typeof openPaymentPage>>) {
    const preview = await previewCancellation(made.party, made.id, at)
    if (!preview.ok) throw new Error(preview.error.kind)
    const { retained, refund } = preview.value.settlement
    const done = await cancelOwnBooking(made.party, made.id, { expected: { retained, refund } }, at)
    if (!done.ok) throw new Error(done.error.kind)
  }

  async function reconcile(now: Date) {
    for (const name of ["reconcile-cards", "settle-deposits"] as const) await sweep(name, now)
    for (const data of await takeJobs("due")) await runDue(data)
    await reconcileRefunds(now)
    await workAll(now)
  }

  const intentOf = (session: string) => String(stripe.session(session)["payment_intent"])
  return { stripe, opened: openPaymentPage, work, workAll, tell, cancel, reconcile, intentOf }
}

export type CardShop = ReturnType<typeof cardShop>

/** In their order. */
export const paymentMails = async (id: BookingId) =>
  (await readMails(id))
    .filter(({ template }) => template.startsWith("payment-"))
    .map(({ template, data }) => [template, data.extra])

/** The final state that must not depend on the deliveries. */
export async function readMoney(id: BookingId) {
  const entries = await db.select().from(payments).where(eq(payments.bookingId, id)).orderBy(payments.amount)
  const back = await readRefunds(id)
  const tries = await db
    .select({ status: depositTries.status })
    .from(depositTries)
    .where(eq(depositTries.bookingId, id))
    .orderBy(asc(depositTries.madeAt))
  const { rows: takings } = await db.execute<{ amount: Cents }>(sql`select amount from takings order by amount`)
  return {
    status: (await bookingNow(id))?.paymentStatus,
    paid: entries.map(({ amount, means }) => ({ amount, means })),
    back: back.map(({ amount, reason, madeMeans, madeAt, failure }) =>
      madeAt === null ? { amount, reason, open: failure ?? "not made" } : { amount, reason, by: madeMeans },
    ),
    takings: takings.map(({ amount }) => amount),
    disputes: (await listDisputes(id)).map(({ stage, amount }) => ({ stage, amount })),
    deposit: tries.map(({ status }) => status),
    failures: (await readEvents(id)).filter(({ action }) => action === "booking.refund-failed").length,
    mails: (await readMails(id))
      .map(({ template }) => template)
      .filter((name) => /^(payment|deposit)-/.test(name))
      .sort(),
  }
}

export type Money = Awaited<ReturnType<typeof readMoney>>

type Occurrence = {
  id: BookingId
  events: Event[]
  now: Date
  comesBack?: () => Promise<unknown>
}

export type Story = { title: string; play: (shop: CardShop) => Promise<Occurrence>; end: Money }

const nothing: Money = {
  status: "down_payment_paid",
  paid: [{ amount: downPayment, means: "card" }],
  back: [],
  takings: [downPayment],
  disputes: [],
  deposit: [],
  failures: 0,
  mails: ["payment-received"],
}

export const stories: readonly Story[] = [
  {
    title: "a card is refused and another one pays",
    async play({ stripe, opened: openPaymentPage }) {
      const { id, card, session } = await openPaymentPage()
      stripe.refuse(session)
      stripe.pay(session)
      return { id, events: [...stripe.events], now: at, comesBack: () => settleCardPayment(card.id, { at }) }
    },
    end: nothing,
  },
  {
    title: "a payment page expires unpaid and the next one is paid",
    async play({ stripe, opened: openPaymentPage }) {
      const first = await openPaymentPage()
      stripe.expire(first.session)
      const next = await openCardPayment(first.id, { expectedAmount: downPayment }, at)
      if (!next.ok) throw new Error(next.error.kind)
      stripe.pay(next.value.sessionId ?? "")
      const comesBack = () => settleCardPayment(next.value.id, { at })
      return { id: first.id, events: [...stripe.events], now: at, comesBack }
    },
    end: nothing,
  },
  {
    title: "a payment arrives for a cancelled booking and is refunded",
    async play({ stripe, opened: openPaymentPage, cancel }) {
      const made = await openPaymentPage()
      stripe.refuse(made.session)
      stripe.pay(made.session)
      await cancel(made)
      // Drops the job, so that the cancellation settles the open payment before a slow worker.
      await clearJobs("settle-card-payment")
      return {
        id: made.id,
        events: [...stripe.events],
        now: at,
        comesBack: () => settleCardPayment(made.card.id, { at }),
      }
    },
    end: {
      ...nothing,
      status: "refunded",
      back: [{ amount: downPayment, reason: "cancelled", by: "card" }],
      takings: [-downPayment, downPayment],
      mails: ["payment-refunded"],
    },
  },
  {
    title: "a refund is pending at the bank, then succeeds",
    async play({ stripe, opened: openPaymentPage, tell, workAll, cancel }) {
      const made = await openPaymentPage()
      const paid = stripe.pay(made.session)
      await tell(paid)
      await workAll()
      stripe.refundsGo("pending")
      await cancel(made)
      await workAll()
      stripe.refundsGo("succeeded")
      stripe.arrive(String(stripe.refunds().at(-1)?.id))
      return { id: made.id, events: [again(paid), ...aboutRefunds(stripe)], now: at }
    },
    end: {
      ...nothing,
      status: "refunded",
      back: [{ amount: downPayment, reason: "cancelled", by: "card" }],
      takings: [-downPayment, downPayment],
      mails: ["payment-received", "payment-refunded"],
    },
  },
  {
    title: "a refund is made and the bank returns it",
    async play({ stripe, opened: openPaymentPage, tell, workAll, cancel }) {
      const made = await openPaymentPage()
      const paid = stripe.pay(made.session)
      await tell(paid)
      await workAll()
      await cancel(made)
      await workAll()
      stripe.failRefund(String(stripe.refunds().at(-1)?.id))
      return { id: made.id, events: [again(paid), ...aboutRefunds(stripe)], now: at }
    },
    end: {
      ...nothing,
      back: [{ amount: downPayment, reason: "cancelled", open: "expired_or_canceled_card" }],
      takings: [-downPayment, downPayment, downPayment],
      failures: 1,
      mails: ["payment-received", "payment-refunded"],
    },
  },
  {
    title: "the owner refunds twice on Stripe's own pages",
    async play({ stripe, opened: openPaymentPage, tell, workAll, intentOf }) {
      const { id, session } = await openPaymentPage()
      await tell(stripe.pay(session))
      await workAll()
      await pay(id, 17_500)
      stripe.events.length = 0
      stripe.refundByHand(intentOf(session), 2_000)
      stripe.refundByHand(intentOf(session), 1_000)
      // Each event comes twice; three of them are enough.
      return { id, events: stripe.events.filter((_event, index) => index !== 1), now: at }
    },
    end: {
      ...nothing,
      status: "paid",
      paid: [
        { amount: downPayment, means: "card" },
        { amount: 17_500, means: "transfer" },
      ],
      back: [1_000, 2_000].map((amount) => ({ amount, reason: "goodwill", by: "card" })),
      takings: [-2_000, -1_000, downPayment, 17_500],
      mails: ["payment-received", "payment-refunded", "payment-refunded"],
    },
  },
  {
    title: "a payment is disputed, reviewed and lost",
    async play({ stripe, opened: openPaymentPage, tell, workAll, intentOf }) {
      const { id, session } = await openPaymentPage()
      await tell(stripe.pay(session))
      await workAll()
      stripe.events.length = 0
      const { id: dispute } = stripe.dispute(intentOf(session), { created: Math.floor(at.getTime() / 1000) })
      stripe.decide(dispute, "under_review")
      stripe.decide(dispute, "lost")
      return { id, events: [...stripe.events], now: at }
    },
    end: { ...nothing, disputes: [{ stage: "lost", amount: downPayment }] },
  },
  {
    title: "a card is saved for the deposit, which is authorised in time",
    async play({ stripe, reconcile }) {
      const { id } = await placeSignedBookingWithDeposit()
      const page = await openDepositPage(id, at)
      if (!page.ok) throw new Error(page.error.kind)
      stripe.pay(page.value.sessionId ?? "")
      await reconcile(later(60))
      await reconcile(twoDaysBefore)
      return { id, events: [...stripe.events], now: anHourLater }
    },
    end: {
      ...nothing,
      status: "awaiting",
      paid: [],
      takings: [],
      deposit: ["saved", "held"],
      mails: ["deposit-opened"],
    },
  },
  {
    title: "a deposit is authorised on its page and captured on Stripe's",
    play: (shop) => authoriseOnPage(shop, (hold) => shop.stripe.take(hold, 8000)),
    end: { ...nothing, status: "awaiting", paid: [], takings: [], deposit: ["captured"], mails: ["deposit-kept"] },
  },
  {
    title: "a deposit is authorised on its page, released by the bank and authorised again",
    play: (shop) => authoriseOnPage(shop, (hold) => shop.stripe.endHold(hold)),
    end: {
      ...nothing,
      status: "awaiting",
      paid: [],
      takings: [],
      deposit: ["released", "held"],
      mails: ["deposit-opened"],
    },
  },
]

const anHourLater = new Date(twoDaysBefore.getTime() + 3_600_000)
const again = (event: Event): Event => ({ ...event, id: `evt_${randomUUID()}` })
const aboutRefunds = (stripe: StripeStandIn) => stripe.events.filter(({ type }) => type.startsWith("refund."))

async function authoriseOnPage({ stripe }: CardShop, happens: (hold: string) => void): Promise<Occurrence> {
  const { id } = await placeSignedBookingWithDeposit()
  const page = await openDepositPage(id, twoDaysBefore)
  if (!page.ok) throw new Error(page.error.kind)
  stripe.pay(page.value.sessionId ?? "")
  happens(String(stripe.intents().find((intent) => intent["capture_method"] === "manual")?.id))
  return { id, events: [...stripe.events], now: anHourLater, comesBack: () => syncDeposit(page.value.id, anHourLater) }
}

export type DeliveryOutcome = {
  answers: Record<number, number>
  storedEvents: number
  refusedMovedMoney: boolean
  money: Money
}

/** `when` leaves out the stories that the way does not fit. */
export type Way = {
  title: string
  when?: (happened: Occurrence) => boolean
  answers: Record<number, number>
  storedEvents: number
  /** True where a delivery that must be refused moved money. */
  deliver: (happened: Occurrence, shop: CardShop, post: Post) => Promise<boolean | void>
}

type Signed = { payload: string; signature: string }
type Post = (message: Signed) => Promise<number>

const orders = ["123", "132", "213", "231", "312", "321"]
const deliverInOrder = async (
  { events, now }: Occurrence,
  { stripe, workAll }: CardShop,
  { post, times, order = "123" }: { post: Post; times: number; order?: string },
) => {
  for (const number of order)
    for (let count = 0; count < times; count++) {
      await post(stripe.signed(nth(events, number)))
      await workAll(now)
    }
}
const nth = (events: readonly Event[], number: string): Event => {
  const event = events[Number(number) - 1]
  if (!event) throw new Error("A story has three messages")
  return event
}

/** First the refused deliveries, which must leave nothing; then each event once, properly. */
const deliverRefusedFirst =
  (times: number, spoil: (event: Event, stripe: StripeStandIn) => Signed): Way["deliver"] =>
  async (happened, { stripe, workAll }, post) => {
    const before = JSON.stringify(await readMoney(happened.id))
    for (const event of happened.events) for (let count = 0; count < times; count++) await post(spoil(event, stripe))
    await workAll(happened.now)
    const hasMoved = JSON.stringify(await readMoney(happened.id)) !== before
    for (const event of happened.events) await post(stripe.signed(event))
    await workAll(happened.now)
    return hasMoved
  }

export const ways = (times: number): readonly Way[] => [
  ...orders.map((order) => ({
    title: `each event comes ${times} times, in the order ${[...order].join(" ")}`,
    answers: { 200: 3 * times },
    storedEvents: 3,
    deliver: (happened: Occurrence, shop: CardShop, post: Post) =>
      deliverInOrder(happened, shop, { post, times, order }),
  })),
  {
    title: `each event comes ${times} times, all at once`,
    answers: { 200: 3 * times },
    storedEvents: 3,
    async deliver({ events, now }, { stripe, workAll }, post) {
      const all = Array.from({ length: times }, () => events).flat()
      await Promise.all(all.map((event) => post(stripe.signed(event))))
      await workAll(now, { atOnce: true })
    },
  },
  {
    title: `each event comes ${times} times, before the customer returns from Stripe`,
    when: ({ comesBack }) => comesBack !== undefined,
    answers: { 200: 3 * times },
    storedEvents: 3,
    async deliver(happened, shop, post) {
      await deliverInOrder(happened, shop, { post, times })
      await happened.comesBack?.()
      await shop.workAll(happened.now)
    },
  },
  {
    title: `each event comes ${times} times, after the customer has returned`,
    when: ({ comesBack }) => comesBack !== undefined,
    answers: { 200: 3 * times },
    storedEvents: 3,
    async deliver(happened, shop, post) {
      await happened.comesBack?.()
      await deliverInOrder(happened, shop, { post, times })
    },
  },
  {
    title: `each event comes ${times} times with a wrong signature, then once with the right one`,
    answers: { 200: 3, 400: 3 * times },
    storedEvents: 3,
    deliver: deliverRefusedFirst(times, (event, stripe) => stripe.signed(event, { secret: "whsec_other" })),
  },
  {
    title: `each event comes ${times} times altered, then once unaltered`,
    answers: { 200: 3, 400: 3 * times },
    storedEvents: 3,
    deliver: deliverRefusedFirst(times, (event, stripe) => {
      const { payload, signature } = stripe.signed(event)
      return { payload: payload.replace('"livemode":false', '"livemode":true '), signature }
    }),
  },
  {
    title: `each event comes ${times} times 301 s old, then once 299 s old`,
    answers: { 200: 3, 400: 3 * times },
    storedEvents: 3,
    async deliver(happened, shop, post) {
      const asOld = (secondsAgo: number) => (event: Event) => shop.stripe.signed(event, { secondsAgo })
      const stripe = { ...shop.stripe, signed: asOld(299) }
      return deliverRefusedFirst(times, asOld(301))(happened, { ...shop, stripe }, post)
    },
  },
  {
    title: "every event is lost, and the reconciliation jobs find the result",
    answers: {},
    storedEvents: 0,
    deliver: ({ now }, { reconcile }) => reconcile(new Date(now.getTime() + 24 * 3_600_000)),
  },
]

/** Posts to Stripe's own address; null where the way does not fit. */
export async function playStory(
  shop: CardShop,
  story: Story,
  way: Way,
): Promise<{ posted: string[]; actual: DeliveryOutcome; expected: DeliveryOutcome } | null> {
  shop.stripe.forget()
  shop.stripe.holdsEnd(new Date("2027-08-01T08:00:00Z"))
  const happened = await story.play(shop)
  if (happened.events.length !== 3) throw new Error(`${story.title}: ${happened.events.length} messages`)
  if (way.when && !way.when(happened)) return null
  const posted: string[] = []
  const answers: Record<number, number> = {}
  const moved = await way.deliver(happened, shop, async ({ payload, signature }) => {
    posted.push((JSON.parse(payload) as Event).type)
    const { status } = await post(payload, signature)
    answers[status] = (answers[status] ?? 0) + 1
    return status
  })
  const ids = happened.events.map(({ id }) => id)
  const storedEvents = await db.select().from(providerEvents).where(inArray(providerEvents.eventId, ids))
  return {
    posted,
    actual: {
      answers,
      storedEvents: storedEvents.length,
      refusedMovedMoney: moved === true,
      money: await readMoney(happened.id),
    },
    expected: { answers: way.answers, storedEvents: way.storedEvents, refusedMovedMoney: false, money: story.end },
  }
}

function post(payload: string, signature: string): Promise<Response> {
  const headers = { "Content-Type": "application/json", "Stripe-Signature": signature }
  const request = new Request("http://localhost:3000/webhooks/stripe", { method: "POST", body: payload, headers })
  return action({ request } as Parameters<typeof action>[0])
}

import { eq, sql } from "drizzle-orm"
import type { BookingId } from "../domain/id.ts"
import { type CardShop, at, downPayment, later, paymentMails } from "./card-stories.ts"
import { readEvents, pay, readRefunds, placeSignedBooking } from "./ends.ts"
import { db } from "../server/platform/database.server.ts"
import { listUnwantedMoney } from "../server/reports/today/unwanted-money.ts"
import { openCardPayment } from "../server/money/payments/open-card-payment.ts"
import { settleCardPayment } from "../server/money/payments/settle-card-payment.ts"
import { settleCardRefund } from "../server/money/payments/settle-card-refund.ts"
import { payments } from "../server/platform/schema/money.ts"

/** Failures around money and their expected result, played by the tests and `npm run prove`. */
export type Accident = {
  title: string
  scenario: string
  play: (shop: CardShop) => Promise<{ actual: unknown; expected: unknown }>
}

const entries = async (id: BookingId) =>
  (await db.select().from(payments).where(eq(payments.bookingId, id))).map(({ amount, means }) => ({ amount, means }))
const back = async (id: BookingId) =>
  (await readRefunds(id)).map(({ amount, reason, madeMeans }) => ({ amount, reason, by: madeMeans }))
const once = [{ amount: downPayment, means: "card" }]
const outcome = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    () => "lost",
  )

/**
 * Cuts the connection in the middle of a transaction, before that write: PostgreSQL sees the same when a server is
 * killed.
 */
async function killConnectionAt<Answer>(table: "card_payments" | "refunds", when: string, work: () => Promise<Answer>) {
  await db.execute(sql`create function die() returns trigger language plpgsql as $$ begin
    perform pg_terminate_backend(pg_backend_pid()); perform pg_sleep(1); return new; end $$`)
  await db.execute(
    sql.raw(`create trigger die before update on ${table} for each row when (${when}) execute function die()`),
  )
  try {
    return await work()
  } finally {
    await db.execute(sql`drop function die() cascade`)
  }
}

export const accidents: readonly Accident[] = [
  {
    title: "a crash between the payment at the provider and our commit is recovered",
    scenario: "paid 75.00 at Stripe, connection killed before the commit, checked again twice",
    async play({ stripe, opened }) {
      const { id, card, session } = await opened()
      stripe.pay(session)
      const first = await killConnectionAt("card_payments", "new.status = 'paid'", () =>
        outcome(settleCardPayment(card.id, { at })),
      )
      const interim = await entries(id)
      for (const minutes of [1, 2]) await settleCardPayment(card.id, { at: later(minutes) })
      return {
        actual: {
          first,
          meanwhile: interim,
          paid: await entries(id),
          back: await back(id),
          mails: await paymentMails(id),
        },
        expected: {
          first: "lost",
          meanwhile: [],
          paid: once,
          back: [],
          mails: [["payment-received", { amount: downPayment, means: "card", left: 17_500 }]],
        },
      }
    },
  },
  {
    title: "a crash before the provider's page is recorded opens no second page",
    scenario: "opened, connection killed before its session was recorded, opened again",
    async play({ stripe, opened }) {
      const { id, session } = await opened()
      await db.execute(sql`update card_payments set status = 'opening', session_id = null, url = null, ends_at = null`)
      const killed = await killConnectionAt("card_payments", "new.session_id is not null", async () => {
        const answer = await openCardPayment(id, { expectedAmount: downPayment }, at)
        return answer.ok ? "opened" : answer.error.kind
      })
      const again = await openCardPayment(id, { expectedAmount: downPayment }, at)
      const made = stripe.requests.filter((request) => request === "POST /v1/checkout/sessions").length
      return {
        actual: { killed, same: again.ok && again.value.sessionId === session, made },
        expected: { killed: "provider-away", same: true, made: 1 },
      }
    },
  },
  {
    title: "a crash after the provider's refund makes no second refund, however late",
    scenario: "cancelled, refunded at Stripe, connection killed before the commit, retried twice after 3 days",
    async play({ stripe, opened, cancel }) {
      const made = await opened()
      stripe.pay(made.session)
      await settleCardPayment(made.card.id, { at })
      await cancel(made)
      const [owed] = await readRefunds(made.id)
      if (!owed) throw new Error("Nothing is owed")
      const first = await killConnectionAt("refunds", "new.made_at is not null", () =>
        outcome(settleCardRefund(owed.id, at)),
      )
      const interim = { atStripe: stripe.refunds().length, noted: (await readRefunds(made.id))[0]?.madeAt ?? null }
      const again = [await settleCardRefund(owed.id, later(4320)), await settleCardRefund(owed.id, later(4320))]
      return {
        actual: { first, meanwhile: interim, again, atStripe: stripe.refunds().length, back: await back(made.id) },
        expected: {
          first: "lost",
          meanwhile: { atStripe: 1, noted: null },
          again: ["made", "nothing to do"],
          atStripe: 1,
          back: [{ amount: downPayment, reason: "cancelled", by: "card" }],
        },
      }
    },
  },
  {
    title: "two people who pay at the same time pay once",
    scenario: "10 people opened the payment at once, one page was paid, 10 people returned from it at once",
    async play({ stripe }) {
      stripe.pagesEnd(later(1440))
      const { booking } = await placeSignedBooking()
      const { id } = booking
      const ten = Array.from({ length: 10 }, (_, index) => index)
      const pages = await Promise.all(ten.map(() => openCardPayment(id, { expectedAmount: downPayment }, at)))
      stripe.pagesEnd(null)
      const [page] = pages
      if (!page?.ok) throw new Error("No page was opened")
      stripe.pay(page.value.sessionId ?? "")
      await Promise.all(ten.map(() => settleCardPayment(page.value.id, { at })))
      const sessions = new Set(pages.map((each) => (each.ok ? each.value.sessionId : each.error.kind)))
      return {
        actual: { pages: sessions.size, paid: await entries(id), back: await back(id) },
        expected: { pages: 1, paid: once, back: [] },
      }
    },
  },
  {
    title: "a double payment by transfer and by card is refunded to the card",
    scenario: "paid 75.00 at Stripe while 75.00 arrived by transfer, then all jobs ran",
    async play({ stripe, opened, workAll }) {
      const { id, card, session } = await opened()
      stripe.pay(session)
      await pay(id, downPayment)
      await settleCardPayment(card.id, { at })
      await workAll()
      const flagged = (await readEvents(id)).filter(({ action }) => action === "booking.payment-unwanted").length
      return {
        actual: { back: await back(id), flagged, today: (await listUnwantedMoney(at, 9)).items.length },
        expected: { back: [{ amount: downPayment, reason: "overpaid", by: "card" }], flagged: 1, today: 1 },
      }
    },
  },
  {
    title: "the late payment of a cancelled booking is refunded and flagged",
    scenario: "paid 75.00 at Stripe just before its page was closed, cancelled, then received the event",
    async play({ stripe, opened, cancel, tell, workAll }) {
      const made = await opened()
      const event = stripe.pay(made.session)
      await cancel(made)
      await tell(event)
      await workAll()
      const flagged = (await readEvents(made.id)).filter(({ action }) => action === "booking.payment-unwanted").length
      const today = (await listUnwantedMoney(at, 9)).items.map(({ kind, amount }) => ({ kind, amount }))
      const mails = (await paymentMails(made.id)).map(([template]) => template)
      return {
        actual: { paid: await entries(made.id), back: await back(made.id), flagged, today, mails },
        expected: {
          paid: once,
          back: [{ amount: downPayment, reason: "cancelled", by: "card" }],
          flagged: 1,
          today: [{ kind: "late", amount: downPayment }],
          // A refunded payment gets no thank-you mail.
          mails: ["payment-refunded"],
        },
      }
    },
  },
]

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
  says: string
  did: string
  play: (shop: CardShop) => Promise<{ found: unknown; expected: unknown }>
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
    says: "a crash between “paid at the provider” and our commit heals",
    did: "paid 75.00 at Stripe, connection killed before the commit, looked again twice",
    async play({ stripe, opened }) {
      const { id, card, session } = await opened()
      stripe.pay(session)
      const first = await killConnectionAt("card_payments", "new.status = 'paid'", () =>
        outcome(settleCardPayment(card.id, { at })),
      )
      const meanwhile = await entries(id)
      for (const minutes of [1, 2]) await settleCardPayment(card.id, { at: later(minutes) })
      return {
        found: { first, meanwhile, paid: await entries(id), back: await back(id), mails: await paymentMails(id) },
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
    says: "a crash before the page at the provider was noted opens no second one",
    did: "opened, connection killed before its session was noted, opened again",
    async play({ stripe, opened }) {
      const { id, session } = await opened()
      await db.execute(sql`update card_payments set status = 'opening', session_id = null, url = null, ends_at = null`)
      const killed = await killConnectionAt("card_payments", "new.session_id is not null", async () => {
        const answer = await openCardPayment(id, { shown: downPayment }, at)
        return answer.ok ? "opened" : answer.error.kind
      })
      const again = await openCardPayment(id, { shown: downPayment }, at)
      const made = stripe.requests.filter((request) => request === "POST /v1/checkout/sessions").length
      return {
        found: { killed, same: again.ok && again.value.sessionId === session, made },
        expected: { killed: "provider-away", same: true, made: 1 },
      }
    },
  },
  {
    says: "a crash after the provider has refunded makes no second refund, however late",
    did: "cancelled, refunded at Stripe, connection killed before the commit, done again after 3 days, twice",
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
      const meanwhile = { atStripe: stripe.refunds().length, noted: (await readRefunds(made.id))[0]?.madeAt ?? null }
      const again = [await settleCardRefund(owed.id, later(4320)), await settleCardRefund(owed.id, later(4320))]
      return {
        found: { first, meanwhile, again, atStripe: stripe.refunds().length, back: await back(made.id) },
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
    says: "two who pay at once pay once",
    did: "10 opened the payment at once, one page was paid, 10 came back from it at once",
    async play({ stripe }) {
      stripe.pagesEnd(later(1440))
      const { booking } = await placeSignedBooking()
      const { id } = booking
      const ten = Array.from({ length: 10 }, (_, index) => index)
      const pages = await Promise.all(ten.map(() => openCardPayment(id, { shown: downPayment }, at)))
      stripe.pagesEnd(null)
      const [page] = pages
      if (!page?.ok) throw new Error("No page was opened")
      stripe.pay(page.value.sessionId ?? "")
      await Promise.all(ten.map(() => settleCardPayment(page.value.id, { at })))
      const sessions = new Set(pages.map((each) => (each.ok ? each.value.sessionId : each.error.kind)))
      return {
        found: { pages: sessions.size, paid: await entries(id), back: await back(id) },
        expected: { pages: 1, paid: once, back: [] },
      }
    },
  },
  {
    says: "what was paid twice, by transfer and by card, is paid once in the end",
    did: "paid 75.00 at Stripe while 75.00 came by transfer, then everything was looked at",
    async play({ stripe, opened, workAll }) {
      const { id, card, session } = await opened()
      stripe.pay(session)
      await pay(id, downPayment)
      await settleCardPayment(card.id, { at })
      await workAll()
      const flagged = (await readEvents(id)).filter(({ action }) => action === "booking.payment-unwanted").length
      return {
        found: { back: await back(id), flagged, today: (await listUnwantedMoney(at, 9)).shown.length },
        expected: { back: [{ amount: downPayment, reason: "overpaid", by: "card" }], flagged: 1, today: 1 },
      }
    },
  },
  {
    says: "the late payment of a cancelled booking is refunded and flagged",
    did: "paid 75.00 at Stripe in the moment before its page was closed, cancelled, then told",
    async play({ stripe, opened, cancel, tell, workAll }) {
      const made = await opened()
      const event = stripe.pay(made.session)
      await cancel(made)
      await tell(event)
      await workAll()
      const flagged = (await readEvents(made.id)).filter(({ action }) => action === "booking.payment-unwanted").length
      const today = (await listUnwantedMoney(at, 9)).shown.map(({ kind, amount }) => ({ kind, amount }))
      const mails = (await paymentMails(made.id)).map(([template]) => template)
      return {
        found: { paid: await entries(made.id), back: await back(made.id), flagged, today, mails },
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

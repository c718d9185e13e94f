import { createHmac } from "node:crypto"
import { and, eq, inArray } from "drizzle-orm"
import { href } from "react-router"
import { addDays, startOfDayInParis, dayInParis } from "../../../domain/day.ts"
import { paymentLabel } from "../../../domain/finance/payment-label.ts"
import type { BookingId } from "../../../domain/id.ts"
import type { Cents } from "../../../domain/money.ts"
import { type Result, err, ok } from "../../../domain/result.ts"
import { authSecret } from "../../platform/secrets/secret.ts"
import { digestOf } from "../../platform/secrets/secret-token.ts"
import { type Transaction, db, transaction } from "../../platform/database.server.ts"
import { environment } from "../../platform/environment.server.ts"
import { log } from "../../platform/log.ts"
import { profiles } from "../../platform/schema/accounts.ts"
import { bookings } from "../../platform/schema/bookings.ts"
import { cardPayments } from "../../platform/schema/card-payments.ts"
import { bookingLinks } from "../../platform/schema/contracts.ts"
import { cardProvider } from "./current.server.ts"
import { moneyKindOf, takesCard } from "./play-money.ts"
import { type Payable, payableOf } from "./payable.ts"
import type { PaymentProvider } from "./provider.ts"
import { type CardPayment, settleCardPayment } from "./settle-card-payment.ts"

/** A session of the provider lives a day; its return address is read for some days more. */
const RETURN_DAYS = 3
/** A session that ends so soon is not given to anybody any more. */
const MIN_MINUTES = 5

export type CardProblem =
  /** Also of a booking whose money is of the other kind: play money and real money never mix (D73). */
  | { kind: "no-cards" }
  /** Nothing is asked for any more. */
  | { kind: "nothing-due" }
  /** Not what the page showed. */
  | { kind: "amount-changed"; amount: Cents }
  /** What was asked for before has been paid, and nobody had told of it yet. */
  | { kind: "paid-before"; amount: Cents }
  /** The provider does not answer: nothing was asked for, and nothing was taken. */
  | { kind: "provider-away" }

/**
 * Opens the provider's page for what a booking's customer is to pay next (D27), or finds the one that is open: of two
 * who want to pay at once, both get the same. `shown` is the amount that the page said; `savesCard`: anyone who pays agrees that
 * the card is kept for the deposit. What is open for something else
 * is closed first; was it paid meanwhile, that counts and is said.
 */
export async function openCardPayment(
  bookingId: BookingId,
  { shown, savesCard = false }: { shown: Cents; savesCard?: boolean },
  at: Date = new Date(),
): Promise<Result<CardPayment, CardProblem>> {
  const provider = cardProvider()
  if (!provider) return err({ kind: "no-cards" })
  try {
    // What was asked for before is closed at the provider, which can take a look each: seldom more than once.
    for (let round = 0; round < 4; round++) {
      const wanted = await wantPayment(bookingId, { shown, savesCard }, provider, at)
      if (!wanted.ok) return wanted
      const { payment, stale } = wanted.value
      const isKnown = payment.status === "open"
      // One that was paid takes nothing any more: its page would only say so.
      const seen = stale || isKnown ? await settleCardPayment(payment.id, { at, close: stale }) : payment
      if (seen?.status === "paid") return err({ kind: "paid-before", amount: seen.amount })
      if (!stale && (!isKnown || seen?.status === "open")) return ok(await openAtProvider(payment, provider))
    }
    throw new Error("What was open before could not be closed")
  } catch (error) {
    log.warn("A card payment could not be opened", { bookingId, error })
    return err({ kind: "provider-away" })
  }
}

type Wanted = { payment: CardPayment; stale: boolean }

async function wantPayment(
  bookingId: BookingId,
  { shown, savesCard }: { shown: Cents; savesCard: boolean },
  provider: PaymentProvider,
  at: Date,
): Promise<Result<Wanted, CardProblem>> {
  return transaction(async (tx) => {
    const [booking] = await tx
      .select({ id: bookings.id })
      .from(bookings)
      .where(eq(bookings.id, bookingId))
      .for("no key update")
    const payable = booking ? await payableOf(bookingId, at, tx) : null
    if (!payable?.next) return err({ kind: "nothing-due" })
    const { amount } = payable.next
    if (amount !== shown) return err({ kind: "amount-changed", amount })
    if (!takesCard(provider.name, await moneyKindOf(bookingId, tx))) return err({ kind: "no-cards" })
    const [open] = await tx
      .select()
      .from(cardPayments)
      .where(and(eq(cardPayments.bookingId, bookingId), inArray(cardPayments.status, ["opening", "open"])))
    if (open)
      return ok({ payment: open, stale: !(open.savesCard === savesCard && isReusable(open, payable, provider, at)) })
    return ok({ payment: await newTry(tx, { bookingId, savesCard }, payable, provider, at), stale: false })
  })
}

function isReusable(open: CardPayment, { next, paid }: Payable, provider: PaymentProvider, at: Date): boolean {
  const livesOn = open.endsAt === null || open.endsAt.getTime() > at.getTime() + MIN_MINUTES * 60_000
  return open.provider === provider.name && open.amount === next?.amount && open.coversFrom === paid && livesOn
}

async function newTry(
  tx: Transaction,
  { bookingId, savesCard }: { bookingId: BookingId; savesCard: boolean },
  payable: Payable,
  provider: PaymentProvider,
  at: Date,
) {
  const [payment] = await tx
    .insert(cardPayments)
    .values({
      bookingId,
      provider: provider.name,
      amount: payable.next?.amount ?? 0,
      coversFrom: payable.paid,
      savesCard,
      madeAt: at,
    })
    .returning()
  if (!payment) throw new Error("The card payment was not returned")
  await tx.insert(bookingLinks).values({
    bookingId,
    purpose: "pay",
    digest: digestOf(await returnSecret(payment.id)),
    madeAt: at,
    endsAt: startOfDayInParis(addDays(dayInParis(at), RETURN_DAYS)),
  })
  return payment
}

/**
 * The provider keeps the address to come back to: it gets a link of its own, for a few days. Worked out and not made up,
 * so that the same session is asked for again, word for word, when the first answer was lost.
 */
async function returnSecret(id: string): Promise<string> {
  return createHmac("sha256", await authSecret())
    .update(`card-payment:${id}`)
    .digest("hex")
    .slice(0, 36)
}

async function openAtProvider(payment: CardPayment, provider: PaymentProvider): Promise<CardPayment> {
  if (payment.status === "open") return payment
  const [booking] = await db
    .select({ number: bookings.number, name: bookings.productName, email: profiles.email })
    .from(bookings)
    .innerJoin(profiles, eq(profiles.id, bookings.userId))
    .where(eq(bookings.id, payment.bookingId))
  if (!booking) throw new Error("The booking is not there any more")
  const secret = await returnSecret(payment.id)
  const back = environment.origin + href("/payer/:secret/retour", { secret })
  const { sessionId, url, endsAt } = await provider.open({
    id: payment.id,
    amount: payment.amount,
    label: paymentLabel(booking.number, booking.name),
    bookingNumber: booking.number,
    savesCard: payment.savesCard,
    email: booking.email.trim() || null,
    paidUrl: `${back}?paiement=${payment.id}`,
    cancelledUrl: `${back}?paiement=${payment.id}&issue=abandon`,
    madeAt: payment.madeAt,
  })
  const [opened] = await db
    .update(cardPayments)
    .set({ status: "open", sessionId, url, endsAt })
    .where(and(eq(cardPayments.id, payment.id), eq(cardPayments.status, "opening")))
    .returning()
  if (opened) return opened
  const [known] = await db.select().from(cardPayments).where(eq(cardPayments.id, payment.id))
  if (known?.status === "open" || known?.status === "paid") return known
  // Closed while the provider was asked: nobody gets its address.
  await provider.close(sessionId, payment.madeAt)
  throw new Error("The card payment was closed while it was opened")
}

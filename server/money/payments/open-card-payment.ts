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
import { readMoneyKind, isProviderAllowed } from "./money-kind.ts"
import { type Payable, readPayable } from "./payable.ts"
import type { PaymentProvider } from "./provider.ts"
import { type CardPayment, settleCardPayment } from "./settle-card-payment.ts"

const RETURN_DAYS = 3
const MIN_MINUTES = 5

export type CardProblem =
  /** Also when demonstration and real money would mix (D73). */
  | { kind: "no-cards" }
  | { kind: "nothing-due" }
  | { kind: "amount-changed"; amount: Cents }
  | { kind: "paid-before"; amount: Cents }
  | { kind: "provider-away" }

/** Two simultaneous payers share the open page (D27); a stale one is closed first. */
export async function openCardPayment(
  bookingId: BookingId,
  { expectedAmount, savesCard = false }: { expectedAmount: Cents; savesCard?: boolean },
  at: Date = new Date(),
): Promise<Result<CardPayment, CardProblem>> {
  const provider = cardProvider()
  if (!provider) return err({ kind: "no-cards" })
  try {
    for (let round = 0; round < 4; round++) {
      const request = await requestCardPayment(bookingId, { expectedAmount, savesCard }, provider, at)
      if (!request.ok) return request
      const { payment, stale } = request.value
      const isOpen = payment.status === "open"
      const settled = stale || isOpen ? await settleCardPayment(payment.id, { at, close: stale }) : payment
      if (settled?.status === "paid") return err({ kind: "paid-before", amount: settled.amount })
      if (!stale && (!isOpen || settled?.status === "open")) return ok(await openAtProvider(payment, provider))
    }
    throw new Error("What was open before could not be closed")
  } catch (error) {
    log.warn("A card payment could not be opened", { bookingId, error })
    return err({ kind: "provider-away" })
  }
}

type CardPaymentRequest = { payment: CardPayment; stale: boolean }

async function requestCardPayment(
  bookingId: BookingId,
  { expectedAmount, savesCard }: { expectedAmount: Cents; savesCard: boolean },
  provider: PaymentProvider,
  at: Date,
): Promise<Result<CardPaymentRequest, CardProblem>> {
  return transaction(async (tx) => {
    const [booking] = await tx
      .select({ id: bookings.id })
      .from(bookings)
      .where(eq(bookings.id, bookingId))
      .for("no key update")
    const payable = booking ? await readPayable(bookingId, at, tx) : null
    if (!payable?.next) return err({ kind: "nothing-due" })
    const { amount } = payable.next
    if (amount !== expectedAmount) return err({ kind: "amount-changed", amount })
    if (!isProviderAllowed(provider.name, await readMoneyKind(bookingId, tx))) return err({ kind: "no-cards" })
    const [open] = await tx
      .select()
      .from(cardPayments)
      .where(and(eq(cardPayments.bookingId, bookingId), inArray(cardPayments.status, ["opening", "open"])))
    if (open)
      return ok({ payment: open, stale: !(open.savesCard === savesCard && isReusable(open, payable, provider, at)) })
    return ok({ payment: await insertCardPayment(tx, { bookingId, savesCard, payable, provider, at }), stale: false })
  })
}

function isReusable(open: CardPayment, { next, paid }: Payable, provider: PaymentProvider, at: Date): boolean {
  const isStillOpen = open.endsAt === null || open.endsAt.getTime() > at.getTime() + MIN_MINUTES * 60_000
  return open.provider === provider.name && open.amount === next?.amount && open.coversFrom === paid && isStillOpen
}

async function insertCardPayment(
  tx: Transaction,
  {
    bookingId,
    savesCard,
    payable,
    provider,
    at,
  }: { bookingId: BookingId; savesCard: boolean; payable: Payable; provider: PaymentProvider; at: Date },
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
    digest: digestOf(await deriveReturnSecret(payment.id)),
    madeAt: at,
    endsAt: startOfDayInParis(addDays(dayInParis(at), RETURN_DAYS)),
  })
  return payment
}

/** Derived rather than random, so that a retried provider request is identical. */
async function deriveReturnSecret(id: string): Promise<string> {
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
  const secret = await deriveReturnSecret(payment.id)
  const returnUrl = environment.origin + href("/payer/:secret/retour", { secret })
  const { sessionId, url, endsAt } = await provider.open({
    id: payment.id,
    amount: payment.amount,
    label: paymentLabel(booking.number, booking.name),
    bookingNumber: booking.number,
    savesCard: payment.savesCard,
    email: booking.email.trim() || null,
    paidUrl: `${returnUrl}?paiement=${payment.id}`,
    cancelledUrl: `${returnUrl}?paiement=${payment.id}&issue=abandon`,
    madeAt: payment.madeAt,
  })
  const [opened] = await db
    .update(cardPayments)
    .set({ status: "open", sessionId, url, endsAt })
    .where(and(eq(cardPayments.id, payment.id), eq(cardPayments.status, "opening")))
    .returning()
  if (opened) return opened
  const [current] = await db.select().from(cardPayments).where(eq(cardPayments.id, payment.id))
  if (current?.status === "open" || current?.status === "paid") return current
  // Closed while the request ran: its address must not be handed out.
  await provider.close(sessionId, payment.madeAt)
  throw new Error("The card payment was closed while it was opened")
}

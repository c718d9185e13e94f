import { randomUUID } from "node:crypto"
import { and, desc, eq, gte, isNull } from "drizzle-orm"
import type { Staff, Party } from "../domain/accounts/party.ts"
import { dayInParis } from "../domain/day.ts"
import type { BookingId } from "../domain/id.ts"
import type { Cents } from "../domain/money.ts"
import { addContract } from "./ends.ts"
import type { StripeStandIn } from "./harness/stripe-stand-in.ts"
import {
  settleAsPayment,
  settleAsRefund,
  settleAsReturnedRefund,
  reopenLine,
} from "../server/money/bank/decide-line.ts"
import { importStatement } from "../server/money/bank/import-statement.ts"
import { listBankLines } from "../server/money/bank/lines.ts"
import { adjustPrice } from "../server/bookings/adjust-price.ts"
import {
  cancelAsCompany,
  cancelOwnBooking,
  previewCancellation,
  previewCompanyCancellation,
} from "../server/bookings/cancel.ts"
import { confirmBooking, restoreBooking } from "../server/bookings/answer.ts"
import { readBookingVersion } from "../server/bookings/booking-version.ts"
import { db, transaction } from "../server/platform/database.server.ts"
import { giveMoneyBack, readRefundableMoney } from "../server/money/finance/give-money-back.ts"
import { scheduleOverpaymentRefund } from "../server/money/finance/overpaid.ts"
import { recordPayment } from "../server/money/finance/payments.ts"
import { correctPayment } from "../server/money/finance/correct-payment.ts"
import { recordRefund, listOpenRefunds } from "../server/money/finance/refunds.ts"
import { bookingEnds } from "../server/platform/schema/booking-ends.ts"
import { bookings, contracts } from "../server/platform/schema/bookings.ts"
import { cardPayments } from "../server/platform/schema/card-payments.ts"
import { invoices } from "../server/platform/schema/invoices.ts"
import { payments, refunds } from "../server/platform/schema/money.ts"
import { deductInterest } from "../server/money/invoicing/interest.ts"
import { issueDueInvoices } from "../server/money/invoicing/issue.ts"
import { syncCardPayments } from "../server/money/payments/sync-card-payments.ts"
import { openCardPayment } from "../server/money/payments/open-card-payment.ts"
import { readPayable } from "../server/money/payments/payable.ts"

export type MoneyAct = { act: keyof ReturnType<typeof actsOn>; size: 0 | 1 | 2 | 3 }

const amounts: Record<MoneyAct["size"], Cents> = [1_000, 2_500, 7_500, 30_000]
const cardRefused = new Set(["failed", "canceled"])

type OnBooking = { id: BookingId; party: Party; camille: Staff; stripe: StripeStandIn; now: () => Date }

/** An act that is impossible at that moment does nothing. */
export function actsOn({ id, party, camille, stripe, now }: OnBooking) {
  let session: string | null = null
  const intents = async () =>
    (await db.select({ session: cardPayments.sessionId }).from(cardPayments).where(eq(cardPayments.bookingId, id)))
      .flatMap(({ session: each }) => (each ? [String(stripe.session(each)["payment_intent"])] : []))
      .map((intent) => stripe.intents().find((each) => each.id === intent))
      .filter((intent) => intent !== undefined)
  const refundsAtStripe = async () => {
    const own = new Set((await intents()).map((intent) => intent.id))
    return stripe.refunds().filter((refund) => own.has(String(refund["payment_intent"])))
  }
  const bringLine = async (amount: Cents, more = "") => {
    const day = dayInParis(now())
    const side = amount < 0 ? "DBIT" : "CRDT"
    const file = `<Document><BkToCstmrStmt><Stmt><Ntry><Amt Ccy="EUR">${(Math.abs(amount) / 100).toFixed(2)}</Amt>
      <CdtDbtInd>${side}</CdtDbtInd>${more}<BookgDt><Dt>${day}</Dt></BookgDt>
      <AddtlNtryInf>${randomUUID()}</AddtlNtryInf></Ntry></Stmt></BkToCstmrStmt></Document>`
    await importStatement(camille, new TextEncoder().encode(file), now())
    const { rows } = await listBankLines({ state: "open", search: "", page: 1 })
    return rows.find((line) => line.amount === amount)?.id ?? null
  }

  return {
    "open a card page": async () => {
      const next = (await readPayable(id, now()))?.next
      const opened = next ? await openCardPayment(id, { expectedAmount: next.amount }, now()) : null
      if (opened?.ok) session = opened.value.sessionId
    },
    "pay by card": async () => {
      if (session && stripe.session(session)["status"] === "open") stripe.pay(session)
    },
    "note a payment": async (size: MoneyAct["size"]) => {
      const payment = {
        id: randomUUID(),
        bookingId: id,
        amount: amounts[size],
        receivedOn: dayInParis(now()),
        note: "",
      }
      await recordPayment(camille, { ...payment, means: size % 2 ? "cash" : "transfer" }, now())
    },
    "take a payment back": async (size: MoneyAct["size"]) => {
      const byHand = await db
        .select()
        .from(payments)
        .where(and(eq(payments.bookingId, id), isNull(payments.provider), isNull(payments.corrects)))
        .orderBy(payments.recordedAt, payments.id)
      const one = byHand[size]
      if (one) await correctPayment(camille, one.id, now())
    },
    "give back": async (size: MoneyAct["size"]) => {
      const money = await readRefundableMoney(id, now())
      const amount = Math.min(amounts[size], money?.max ?? 0)
      const goodwill = {
        key: randomUUID(),
        amount,
        reason: "La livraison était en retard",
        expectedPaid: money?.paid ?? 0,
      }
      if (amount > 0) await giveMoneyBack(camille, id, goodwill, now())
    },
    "note a refund": async (size: MoneyAct["size"]) => {
      const [one] = await listOpenRefunds(now(), id)
      const made = { means: size % 2 ? ("cash" as const) : ("transfer" as const), madeOn: dayInParis(now()), note: "" }
      if (one) await recordRefund({ actor: camille, refundId: one.id, made, at: now() })
    },
    // Banks do so within days, and the reconciliation covers thirty.
    "fail a refund": async (size: MoneyAct["size"]) => {
      const since = new Date(now().getTime() - 20 * 86_400_000)
      const recent = await db
        .select({ id: refunds.providerId })
        .from(refunds)
        .where(and(eq(refunds.bookingId, id), gte(refunds.madeAt, since)))
      const one = (await refundsAtStripe())
        .filter(({ status }) => !cardRefused.has(String(status)))
        .filter((refund) => recent.some((row) => row.id === refund.id))[size % 2]
      if (one) stripe.failRefund(one.id)
    },
    "refuse refunds": async (size: MoneyAct["size"]) => stripe.refundsGo(size % 2 ? "failed" : "succeeded", null),
    "give back at Stripe": async (size: MoneyAct["size"]) => {
      const [intent] = (await intents()).filter((each) => each["status"] === "succeeded")
      const gone = (await refundsAtStripe()).filter(
        (each) => each["payment_intent"] === intent?.id && !cardRefused.has(String(each["status"])),
      )
      const left = Number(intent?.["amount_received"] ?? 0) - sum(gone.map(({ amount }) => Number(amount)))
      if (intent && left >= amounts[size]) stripe.refundByHand(intent.id, amounts[size])
    },
    "agree on another price": async (size: MoneyAct["size"]) => {
      const adjustment = {
        id: randomUUID(),
        kind: size % 2 ? ("discount" as const) : ("surcharge" as const),
        name: "",
        reason: "Convenu au téléphone",
        amount: amounts[size],
      }
      const how = {
        adjustment,
        expectedVersion: await readBookingVersion(id),
        acceptsOverpaid: true,
        tellsCustomer: false,
      }
      if ((await adjustPrice(camille, id, how, now())).ok) await sign(id, now())
    },
    "bring a transfer": async (size: MoneyAct["size"]) => {
      const line = await bringLine(amounts[size])
      if (line) await settleAsPayment(camille, line, id, now())
    },
    "take interest off": async () => {
      await transaction(async (tx) => {
        const [booking] = await tx.select().from(bookings).where(eq(bookings.id, id)).for("update")
        const payable = await readPayable(id, now(), tx)
        if (booking && payable?.next && payable.status === "confirmed")
          await deductInterest(tx, booking, payable, now())
        await issueDueInvoices(tx, id, now())
      })
    },
    "open a line again": async (size: MoneyAct["size"]) => {
      const { rows } = await listBankLines({ state: "settled", search: "", page: 1 })
      const own = rows.filter(({ settledAs }) => settledAs?.paymentId)[size]
      if (own) await reopenLine(camille, own.id, own.settledAs?.paymentId ?? null, now())
    },
    "bring a transfer out": async (size: MoneyAct["size"]) => {
      const one = (await listOpenRefunds(now(), id))[size % 2]
      const line = one ? await bringLine(-one.amount) : null
      if (one && line) await settleAsRefund(camille, line, one.id, now())
    },
    "bring a transfer back": async () => {
      const [one] = await db
        .select()
        .from(refunds)
        .where(and(eq(refunds.bookingId, id), eq(refunds.madeMeans, "transfer")))
      const line = one ? await bringLine(one.amount, "<RvslInd>true</RvslInd>") : null
      if (one && line) await settleAsReturnedRefund(camille, line, one.id, now())
    },
    cancel: async () => {
      const preview = await previewCancellation(party, id, now())
      if (!preview.ok) return
      const { retained, refund } = preview.value.settlement
      await cancelOwnBooking(party, id, { expected: { retained, refund } }, now())
    },
    "cancel as the company": async (size: MoneyAct["size"]) => {
      const preview = await previewCompanyCancellation(id, now())
      if (preview?.status !== "confirmed") return
      const forceMajeure = size % 2 === 0
      const { refund, indemnity } = forceMajeure ? preview.inForceMajeure : preview.settlement
      await cancelAsCompany({
        actor: camille,
        bookingId: id,
        from: "confirmed",
        forceMajeure,
        expected: { refund, indemnity },
        at: now(),
      })
    },
    "begin anew": async () => {
      if (
        (await restoreBooking({ actor: camille, id, from: "cancelled", at: now() })).ok &&
        (await confirmBooking(camille, id, now())).ok
      )
        await sign(id, now())
    },
  }
}

async function sign(id: BookingId, at: Date): Promise<void> {
  await db
    .update(contracts)
    .set({ status: "void" })
    .where(and(eq(contracts.bookingId, id), eq(contracts.status, "sent")))
  const contract = await addContract(id, at)
  await transaction(async (tx) => {
    await tx.select().from(bookings).where(eq(bookings.id, id)).for("update")
    await tx
      .update(contracts)
      .set({ status: "void" })
      .where(and(eq(contracts.bookingId, id), eq(contracts.status, "prepared")))
    await tx.update(contracts).set({ status: "signed", signedAt: at }).where(eq(contracts.id, contract.id))
    await syncCardPayments(tx, id)
    await scheduleOverpaymentRefund(tx, { bookingId: id, total: contract.total, by: null, at })
  })
}

/** Computed from the rows, independently of the code that wrote them. */
export async function sumBookingMoney(id: BookingId, at: Date) {
  const [booking] = await db.select().from(bookings).where(eq(bookings.id, id))
  const paid = await db.select().from(payments).where(eq(payments.bookingId, id))
  const back = await db
    .select()
    .from(refunds)
    .where(and(eq(refunds.bookingId, id), eq(refunds.kind, "refund"), isNull(refunds.droppedAt)))
  const [signed] = await db
    .select()
    .from(contracts)
    .where(and(eq(contracts.bookingId, id), eq(contracts.status, "signed")))
    .orderBy(desc(contracts.version))
  const [end] = await db
    .select()
    .from(bookingEnds)
    .where(and(eq(bookingEnds.bookingId, id), isNull(bookingEnds.undoneAt)))
  const rows = await db.select().from(invoices).where(eq(invoices.bookingId, id))
  const goodwill = sum(
    back.filter(({ reason, createdAt }) => reason === "goodwill" && !(end && createdAt < end.at)).map(toAmount),
  )
  const over = (booking?.lastDay ?? "") < dayInParis(at)
  return {
    paid,
    back,
    status: booking?.status,
    keptByEnd: end ? Math.max(0, end.kept - goodwill) : 0,
    kept: expectedRetained({
      state: end ? "ended" : over ? "over" : "goes-on",
      owed: (end?.kept ?? signed?.total ?? 0) - goodwill,
      paid: sum(paid.map(toAmount)) - goodwill,
      back: sum(back.map(toAmount)) - goodwill,
      setOff: sum(paid.filter(({ means }) => means === "set-off").map(toAmount)),
    }),
    invoiced: sum(rows.map(({ kind, amount }) => (kind === "credit-note" ? -amount : amount))),
  }
}

type Sums = { state: string; owed: Cents; paid: Cents; back: Cents; setOff: Cents }

/**
 * While payments are missing: those received, less cancelled interest. Otherwise the whole due amount, less refunds
 * beyond an overpayment.
 */
function expectedRetained({ state, owed, paid, back, setOff }: Sums): Cents {
  const amountDue = Math.max(0, owed)
  const stays = paid - back
  if (state === "goes-on" && stays < amountDue) return Math.max(0, stays - setOff)
  return paid <= amountDue ? Math.max(0, amountDue - back) : Math.max(0, Math.min(amountDue, stays))
}

export async function readInvoiceNumbers(): Promise<Record<string, number[]>> {
  const rows = await db.select().from(invoices).orderBy(invoices.series, invoices.year, invoices.sequence)
  const numbers: Record<string, number[]> = {}
  for (const { series, year, sequence } of rows) (numbers[`${series}-${year}`] ??= []).push(sequence)
  return numbers
}

const toAmount = ({ amount }: { amount: Cents }): Cents => amount
const sum = (all: readonly Cents[]): Cents => all.reduce((total, amount) => total + amount, 0)

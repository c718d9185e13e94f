import { and, desc, eq, inArray } from "drizzle-orm"
import { system } from "../../../domain/accounts/party.ts"
import { depositLabel } from "../../../domain/finance/payment-label.ts"
import type { BookingId, Id } from "../../../domain/id.ts"
import type { Cents } from "../../../domain/money.ts"
import { type Transaction, transaction } from "../../platform/database.server.ts"
import { recordEvent } from "../../platform/events/record.ts"
import { orderBookingMail } from "../../booking-record/booking-mails.ts"
import { findDepositProvider } from "../payments/current.server.ts"
import type { DepositProvider, HoldState } from "../payments/deposit-provider.ts"
import type { SavedCard } from "../payments/provider.ts"
import { bookings } from "../../platform/schema/bookings.ts"
import { depositTries, deposits } from "../../platform/schema/deposits.ts"
import { events } from "../../platform/schema/events.ts"
import { recordNoticeOnce } from "../../platform/queue/sweep.ts"
import { type Deposit, type DepositAttempt, ensureDeposit, lockDeposit, listDepositAttempts } from "./deposit.ts"
import { mailCardRequest } from "./deposit-mails.ts"
import { type DepositStep, findDepositStep } from "./deposit-steps.ts"
import { recordHold } from "./record-hold.ts"
import { settleDepositPage } from "./settle-deposit-page.ts"

const MAX_STEPS = 6

/** Idempotent and resumable: each step is recorded before and after its provider call (D7). */
export async function settleDeposit(bookingId: BookingId, at: Date = new Date()): Promise<string> {
  const done: string[] = []
  for (let count = 0; count < MAX_STEPS; count++) {
    const next = await findDepositStep(bookingId, at)
    if (!next || !(await performStep(bookingId, next, at))) break
    done.push(next.step)
  }
  return done.length > 0 ? done.join(", ") : "nothing to do"
}

export async function syncDeposit(id: Id, at: Date = new Date(), holdId: string | null = null): Promise<string> {
  const attempt = await transaction(async (tx) => {
    const [row] = await tx.select().from(depositTries).where(eq(depositTries.id, id))
    return row ?? null
  })
  if (!attempt) return "nothing of ours"
  if (attempt.kind !== "off-session" && (attempt.status === "opening" || attempt.status === "open"))
    await settleDepositPage(id, { at })
  else if (attempt.status === "held" && attempt.holdId !== null) {
    const state = await requireProvider(attempt.provider).fetchHold(attempt.holdId)
    await transaction((tx) => recordHold(tx, id, state, at))
  } else if (attempt.status === "closed") await releaseLateHold(attempt, holdId, at)
  return settleDeposit(attempt.bookingId, at)
}

/** Releases a hold that a crashed process had requested. */
async function releaseLateHold(
  { provider: name, kind, sessionId }: DepositAttempt,
  holdId: string | null,
  at: Date,
): Promise<void> {
  const provider = requireProvider(name)
  if (kind === "off-session") {
    if (holdId !== null) await releaseUnrecorded(name, await provider.fetchHold(holdId))
    return
  }
  if (sessionId === null) return
  const page = await provider.fetchPage(sessionId, kind, at)
  if (page.kind === "held") await releaseUnrecorded(name, page.hold)
}

async function performStep(
  bookingId: BookingId,
  { step, about }: { step: DepositStep; about: string | null },
  at: Date,
): Promise<boolean> {
  switch (step) {
    case "open":
      return transaction(async (tx) => (await ensureDeposit(tx, bookingId, at)) !== null)
    case "ask":
      return requestCard(bookingId, about ?? "", at)
    case "look-at-page":
      return syncPages(bookingId, at)
    case "look-at-hold":
      return syncHolds(bookingId, at)
    case "hold":
      return authorise(bookingId, at)
    case "give-back":
      return releaseHoldsAndNotify(bookingId, at)
    case "release-older":
      return releaseHolds(bookingId, (holds) => holds.slice(1), at)
    case "release":
      return releaseAutomatically(bookingId, at)
    case "settle":
      return settle(bookingId, at)
  }
}

async function requestCard(bookingId: BookingId, about: string, at: Date): Promise<boolean> {
  return transaction(async (tx) => {
    const deposit = await lockDeposit(tx, bookingId)
    if (!deposit || !(await recordNoticeOnce(tx, { bookingId, kind: "deposit", about, at }))) return false
    await mailCardRequest(tx, deposit, "no-card", at)
    return true
  })
}

async function syncPages(bookingId: BookingId, at: Date): Promise<boolean> {
  const open = (await transaction((tx) => listDepositAttempts(tx, bookingId))).filter(
    ({ kind, status }) => kind !== "off-session" && (status === "opening" || status === "open"),
  )
  for (const { id } of open) await settleDepositPage(id, { at })
  return open.length > 0
}

function requireProvider(name: "stripe" | "demo"): DepositProvider {
  const provider = findDepositProvider(name)
  if (!provider) throw new Error(`The key of ${name} is not set any more`)
  return provider
}

const listHolds = async (bookingId: BookingId) =>
  (await transaction((tx) => listDepositAttempts(tx, bookingId))).filter(({ status }) => status === "held")

/** The provider may have ended or captured it in its own dashboard. */
async function syncHolds(bookingId: BookingId, at: Date): Promise<boolean> {
  const holds = await listHolds(bookingId)
  for (const { id, provider, holdId } of holds) {
    const state = await requireProvider(provider).fetchHold(holdId ?? "")
    await transaction((tx) => recordHold(tx, id, state, at))
  }
  return holds.length > 0
}

async function authorise(bookingId: BookingId, at: Date): Promise<boolean> {
  const prepared = await transaction(async (tx) => {
    const deposit = await lockDeposit(tx, bookingId)
    const step = await findDepositStep(bookingId, at, tx)
    const card = deposit && savedCard(deposit)
    if (!deposit?.provider || !card || step?.step !== "hold") return null
    const [booking] = await tx
      .select({ number: bookings.number, name: bookings.productName })
      .from(bookings)
      .where(eq(bookings.id, bookingId))
    if (!booking) return null
    return { deposit, provider: deposit.provider, card, booking, attempt: await openTry(tx, deposit, at) }
  })
  if (!prepared) return false
  const { provider, card, booking, attempt } = prepared
  const state = await requireProvider(provider).hold({
    id: attempt.id,
    amount: attempt.amount,
    card,
    label: depositLabel(booking.number, booking.name),
    bookingNumber: booking.number,
    madeAt: attempt.madeAt,
  })
  if (await transaction((tx) => recordHold(tx, attempt.id, state, at))) return true
  await releaseUnrecorded(provider, state)
  return false
}

/** Decided meanwhile: nobody else would release this authorisation. */
async function releaseUnrecorded(provider: "stripe" | "demo", state: HoldState): Promise<void> {
  if (state.kind === "held") await requireProvider(provider).release(state.holdId)
}

function savedCard({ customerRef, methodRef, cardLabel }: Deposit): SavedCard | null {
  if (customerRef === null || methodRef === null) return null
  return { customerId: customerRef, methodId: methodRef, label: cardLabel ?? "" }
}

async function openTry(tx: Transaction, { bookingId, provider, amount }: Deposit, at: Date): Promise<DepositAttempt> {
  const existing = (await listDepositAttempts(tx, bookingId)).find(
    ({ kind, status }) => kind === "off-session" && status === "opening",
  )
  if (existing) return existing
  if (!provider) throw new Error("A deposit without a provider is authorised by nobody")
  const [created] = await tx
    .insert(depositTries)
    .values({ bookingId, provider, kind: "off-session", amount, madeAt: at })
    .returning()
  if (!created) throw new Error("The try was not returned")
  return created
}

async function releaseHolds(
  bookingId: BookingId,
  select: (latestFirst: DepositAttempt[]) => DepositAttempt[],
  at: Date,
): Promise<boolean> {
  const holds = select(await listHolds(bookingId))
  for (const { id, provider, holdId } of holds) {
    const state = await requireProvider(provider).release(holdId ?? "")
    await transaction((tx) => recordHold(tx, id, state, at))
  }
  return holds.length > 0
}

async function releaseHoldsAndNotify(bookingId: BookingId, at: Date): Promise<boolean> {
  const holds = await listHolds(bookingId)
  for (const { id, provider, holdId } of holds) {
    const state = await requireProvider(provider).release(holdId ?? "")
    await transaction(async (tx) => {
      if (!(await recordHold(tx, id, state, at)) || state.kind !== "released") return
      const deposit = await lockDeposit(tx, bookingId)
      const hasOtherHold = (await listDepositAttempts(tx, bookingId)).some(({ status }) => status === "held")
      if (deposit && !hasOtherHold) await notifyReleased(tx, { ...deposit, means: "card" }, at)
    })
  }
  return holds.length > 0
}

async function releaseAutomatically(bookingId: BookingId, at: Date): Promise<boolean> {
  return transaction(async (tx) => {
    await lockDeposit(tx, bookingId)
    const step = await findDepositStep(bookingId, at, tx)
    if (step?.step !== "release") return false
    await tx.update(deposits).set({ closedAt: at, kept: 0 }).where(eq(deposits.bookingId, bookingId))
    return true
  })
}

/** Captures the kept amount, releases the rest and has the card forgotten. */
async function settle(bookingId: BookingId, at: Date): Promise<boolean> {
  await finishOpenTries(bookingId, at)
  const snapshot = await transaction(async (tx) => {
    const deposit = await lockDeposit(tx, bookingId)
    return deposit ? { deposit, tries: await listDepositAttempts(tx, bookingId) } : null
  })
  if (!snapshot?.deposit.closedAt || snapshot.deposit.settledAt) return false
  const { deposit, tries } = snapshot
  const retained = deposit.kept ?? 0
  let trouble: string | null = null
  if (retained > 0 && deposit.means === "card" && !tries.some(({ status }) => status === "captured"))
    trouble = await capture(tries, retained, at)
  await releaseHolds(bookingId, (holds) => holds, at)
  const card = savedCard(deposit)
  if (card && deposit.provider) await requireProvider(deposit.provider).forget(card)
  return transaction((tx) => recordSettled(tx, bookingId, { trouble, retained }, at))
}

async function capture(tries: readonly DepositAttempt[], amount: Cents, at: Date): Promise<string | null> {
  const [latest] = tries.filter(({ status }) => status === "held")
  if (!latest) return "nothing_held"
  const state = await requireProvider(latest.provider).capture(latest.holdId ?? "", amount)
  if (state.kind !== "captured") {
    await transaction((tx) => recordHold(tx, latest.id, state, at))
    return state.kind === "refused" ? state.failure : "authorisation_ended"
  }
  await transaction((tx) =>
    tx
      .update(depositTries)
      .set({ status: "captured", captured: state.amount, settledAt: at, lookedAt: at })
      .where(and(eq(depositTries.id, latest.id), eq(depositTries.status, "held"))),
  )
  return null
}

/** Closes open pages and recovers holds requested by a process that died. */
async function finishOpenTries(bookingId: BookingId, at: Date): Promise<void> {
  const { deposit, tries } = await transaction(async (tx) => ({
    deposit: await lockDeposit(tx, bookingId),
    tries: await listDepositAttempts(tx, bookingId),
  }))
  const card = deposit && savedCard(deposit)
  for (const { id, kind, status, provider } of tries) {
    if (status !== "opening" && status !== "open") continue
    if (kind !== "off-session") await settleDepositPage(id, { at, close: true })
    else {
      const state = card && (await requireProvider(provider).findHold({ id, card }))
      if (state) await transaction((tx) => recordHold(tx, id, state, at))
      else
        await transaction((tx) =>
          tx.update(depositTries).set({ status: "closed", settledAt: at }).where(eq(depositTries.id, id)),
        )
    }
  }
}

async function recordSettled(
  tx: Transaction,
  bookingId: BookingId,
  { trouble, retained }: { trouble: string | null; retained: Cents },
  at: Date,
): Promise<boolean> {
  const deposit = await lockDeposit(tx, bookingId)
  if (!deposit?.closedAt || deposit.settledAt) return false
  await tx
    .update(deposits)
    .set({ settledAt: at, trouble, customerRef: null, methodRef: null })
    .where(eq(deposits.bookingId, bookingId))
  if (trouble !== null) {
    const details = { amount: retained, failure: trouble }
    await recordEvent(tx, { by: system, action: "booking.deposit-not-taken", subject: bookingId, details, at })
    return true
  }
  if (retained === 0) {
    const tries = await listDepositAttempts(tx, bookingId)
    // Captured in the provider's dashboard, so a release notice would be untrue.
    if (tries.some(({ status }) => status === "captured")) return true
    if (deposit.means !== "card" ? deposit.means !== null : tries.some(({ holdId }) => holdId !== null))
      await notifyReleased(tx, deposit, at)
    return true
  }
  const { amount: of, reason, means } = deposit
  await recordEvent(tx, {
    by: system,
    action: "booking.deposit-kept",
    subject: bookingId,
    details: { amount: retained, of },
    at,
  })
  const extra = { amount: retained, of, reason: reason ?? "", means: means ?? "card" }
  await orderBookingMail(tx, { kind: "deposit-kept", bookingId, extra, at })
  return true
}

async function notifyReleased(tx: Transaction, { bookingId, amount, means }: Deposit, at: Date): Promise<void> {
  if (means === "card" && (await findLastHoldEvent(tx, bookingId)) !== "booking.deposit-held") return
  await recordEvent(tx, { by: system, action: "booking.deposit-released", subject: bookingId, details: { amount }, at })
  await orderBookingMail(tx, { kind: "deposit-released", bookingId, extra: { amount, means: means ?? "card" }, at })
}

async function findLastHoldEvent(tx: Transaction, bookingId: BookingId): Promise<string | null> {
  const [last] = await tx
    .select({ action: events.action })
    .from(events)
    .where(
      and(
        eq(events.bookingId, bookingId),
        inArray(events.action, ["booking.deposit-held", "booking.deposit-released"]),
      ),
    )
    .orderBy(desc(events.id))
    .limit(1)
  return last?.action ?? null
}

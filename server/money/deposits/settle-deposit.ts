import { and, desc, eq, inArray } from "drizzle-orm"
import { system } from "../../../domain/accounts/party.ts"
import { depositLabel } from "../../../domain/finance/payment-label.ts"
import type { BookingId, Id } from "../../../domain/id.ts"
import type { Cents } from "../../../domain/money.ts"
import { type Transaction, transaction } from "../../platform/database.server.ts"
import { recordEvent } from "../../platform/events/record.ts"
import { orderBookingMail } from "../../booking-record/booking-mails.ts"
import { depositProviderNamed } from "../payments/current.server.ts"
import type { DepositProvider, HoldState } from "../payments/deposit-provider.ts"
import type { SavedCard } from "../payments/provider.ts"
import { bookings } from "../../platform/schema/bookings.ts"
import { depositTries, deposits } from "../../platform/schema/deposits.ts"
import { events } from "../../platform/schema/events.ts"
import { noteOnce } from "../../platform/queue/sweep.ts"
import { type Deposit, type DepositTry, ensureDeposit, lockDeposit, triesOf } from "./deposit.ts"
import { askForCard } from "./deposit-mails.ts"
import { type DepositStep, depositStep } from "./deposit-steps.ts"
import { noteHold } from "./note-hold.ts"
import { settleDepositPage } from "./settle-deposit-page.ts"

/** A deposit has few steps at one instant: opened, asked for, authorised. */
const MAX_STEPS = 6

/**
 * Does what a deposit has come to at that instant, one step after the other: a job, a message of the provider's and what
 * the owner decides all lead here, as often and in whatever order they come. Each step is wanted, asked and noted by
 * itself (D7), and each may be the last one of a process. Says what it did.
 */
export async function settleDeposit(bookingId: BookingId, at: Date = new Date()): Promise<string> {
  const done: string[] = []
  for (let count = 0; count < MAX_STEPS; count++) {
    const next = await depositStep(bookingId, at)
    if (!next || !(await perform(bookingId, next, at))) break
    done.push(next.step)
  }
  return done.length > 0 ? done.join(", ") : "nothing to do"
}

/**
 * Something was told of one of a deposit's pages or authorisations: the provider is asked what. `holdId`: the
 * authorisation that it was about, in the provider's books. Says what came of it.
 */
export async function syncDeposit(id: Id, at: Date = new Date(), holdId: string | null = null): Promise<string> {
  const known = await transaction(async (tx) => {
    const [found] = await tx.select().from(depositTries).where(eq(depositTries.id, id))
    return found ?? null
  })
  if (!known) return "nothing of ours"
  if (known.kind !== "off-session" && (known.status === "opening" || known.status === "open"))
    await settleDepositPage(id, { at })
  else if (known.status === "held" && known.holdId !== null) {
    const state = await providerOf(known.provider).fetchHold(known.holdId)
    await transaction((tx) => noteHold(tx, id, state, at))
  } else if (known.status === "closed") await releaseLate(known, holdId, at)
  return settleDeposit(known.bookingId, at)
}

/** A process asked for an authorisation and died; the deposit was decided since, and the try closed: it goes back. */
async function releaseLate(
  { provider: name, kind, sessionId }: DepositTry,
  holdId: string | null,
  at: Date,
): Promise<void> {
  const provider = providerOf(name)
  if (kind === "off-session") {
    if (holdId !== null) await releaseUnnoted(name, await provider.fetchHold(holdId))
    return
  }
  if (sessionId === null) return
  const page = await provider.fetchPage(sessionId, kind, at)
  if (page.kind === "held") await releaseUnnoted(name, page.hold)
}

/** True when something was done. */
async function perform(
  bookingId: BookingId,
  { step, about }: { step: DepositStep; about: string | null },
  at: Date,
): Promise<boolean> {
  switch (step) {
    case "open":
      return transaction(async (tx) => (await ensureDeposit(tx, bookingId, at)) !== null)
    case "ask":
      return ask(bookingId, about ?? "", at)
    case "look-at-page":
      return syncPages(bookingId, at)
    case "look-at-hold":
      return syncHolds(bookingId, at)
    case "hold":
      return hold(bookingId, at)
    case "give-back":
      return giveBack(bookingId, at)
    case "release-older":
      return releaseHolds(bookingId, (holds) => holds.slice(1), at)
    case "release":
      return releaseByItself(bookingId, at)
    case "settle":
      return settle(bookingId, at)
  }
}

async function ask(bookingId: BookingId, about: string, at: Date): Promise<boolean> {
  return transaction(async (tx) => {
    const deposit = await lockDeposit(tx, bookingId)
    if (!deposit || !(await noteOnce(tx, bookingId, "deposit", about, at))) return false
    await askForCard(tx, deposit, "no-card", at)
    return true
  })
}

async function syncPages(bookingId: BookingId, at: Date): Promise<boolean> {
  const open = (await transaction((tx) => triesOf(tx, bookingId))).filter(
    ({ kind, status }) => kind !== "off-session" && (status === "opening" || status === "open"),
  )
  for (const { id } of open) await settleDepositPage(id, { at })
  return open.length > 0
}

function providerOf(name: "stripe" | "demo"): DepositProvider {
  const provider = depositProviderNamed(name)
  if (!provider) throw new Error(`The key of ${name} is not set any more`)
  return provider
}

const held = async (bookingId: BookingId) =>
  (await transaction((tx) => triesOf(tx, bookingId))).filter(({ status }) => status === "held")

/** What the provider says of each authorisation that we believe in: it may have ended, or been taken in its own pages. */
async function syncHolds(bookingId: BookingId, at: Date): Promise<boolean> {
  const holds = await held(bookingId)
  for (const { id, provider, holdId } of holds) {
    const state = await providerOf(provider).fetchHold(holdId ?? "")
    await transaction((tx) => noteHold(tx, id, state, at))
  }
  return holds.length > 0
}

/** Authorises the amount on the card that was saved; what was held before is given back once the new one stands. */
async function hold(bookingId: BookingId, at: Date): Promise<boolean> {
  const wanted = await transaction(async (tx) => {
    const deposit = await lockDeposit(tx, bookingId)
    const step = await depositStep(bookingId, at, tx)
    const card = deposit && cardOf(deposit)
    if (!deposit?.provider || !card || step?.step !== "hold") return null
    const [booking] = await tx
      .select({ number: bookings.number, name: bookings.productName })
      .from(bookings)
      .where(eq(bookings.id, bookingId))
    if (!booking) return null
    return { deposit, provider: deposit.provider, card, booking, attempt: await openTry(tx, deposit, at) }
  })
  if (!wanted) return false
  const { provider, card, booking, attempt } = wanted
  const state = await providerOf(provider).hold({
    id: attempt.id,
    amount: attempt.amount,
    card,
    label: depositLabel(booking.number, booking.name),
    bookingNumber: booking.number,
    madeAt: attempt.madeAt,
  })
  if (await transaction((tx) => noteHold(tx, attempt.id, state, at))) return true
  await releaseUnnoted(provider, state)
  return false
}

/** Decided meanwhile: what was authorised for it is nobody's, and goes back at once. */
async function releaseUnnoted(provider: "stripe" | "demo", state: HoldState): Promise<void> {
  if (state.kind === "held") await providerOf(provider).release(state.holdId)
}

function cardOf({ customerRef, methodRef, cardLabel }: Deposit): SavedCard | null {
  if (customerRef === null || methodRef === null) return null
  return { customerId: customerRef, methodId: methodRef, label: cardLabel ?? "" }
}

/** The one that a process began before it died, or a new one. */
async function openTry(tx: Transaction, { bookingId, provider, amount }: Deposit, at: Date): Promise<DepositTry> {
  const begun = (await triesOf(tx, bookingId)).find(
    ({ kind, status }) => kind === "off-session" && status === "opening",
  )
  if (begun) return begun
  if (!provider) throw new Error("A deposit without a provider is authorised by nobody")
  const [made] = await tx
    .insert(depositTries)
    .values({ bookingId, provider, kind: "off-session", amount, madeAt: at })
    .returning()
  if (!made) throw new Error("The try was not returned")
  return made
}

async function releaseHolds(
  bookingId: BookingId,
  which: (latestFirst: DepositTry[]) => DepositTry[],
  at: Date,
): Promise<boolean> {
  const holds = which(await held(bookingId))
  for (const { id, provider, holdId } of holds) {
    const state = await providerOf(provider).release(holdId ?? "")
    await transaction((tx) => noteHold(tx, id, state, at))
  }
  return holds.length > 0
}

/** Nothing is held for a rental that has ended, or was moved to later: noted and told in one. */
async function giveBack(bookingId: BookingId, at: Date): Promise<boolean> {
  const holds = await held(bookingId)
  for (const { id, provider, holdId } of holds) {
    const state = await providerOf(provider).release(holdId ?? "")
    await transaction(async (tx) => {
      if (!(await noteHold(tx, id, state, at)) || state.kind !== "released") return
      const deposit = await lockDeposit(tx, bookingId)
      const left = (await triesOf(tx, bookingId)).some(({ status }) => status === "held")
      if (deposit && !left) await notifyReleased(tx, { ...deposit, means: "card" }, at)
    })
  }
  return holds.length > 0
}

async function releaseByItself(bookingId: BookingId, at: Date): Promise<boolean> {
  return transaction(async (tx) => {
    await lockDeposit(tx, bookingId)
    const step = await depositStep(bookingId, at, tx)
    if (step?.step !== "release") return false
    await tx.update(deposits).set({ closedAt: at, kept: 0 }).where(eq(deposits.bookingId, bookingId))
    return true
  })
}

/** Does at the provider what was decided: takes what is kept, gives the rest back, and has the card forgotten. */
async function settle(bookingId: BookingId, at: Date): Promise<boolean> {
  await finishBegun(bookingId, at)
  const wanted = await transaction(async (tx) => {
    const deposit = await lockDeposit(tx, bookingId)
    return deposit ? { deposit, tries: await triesOf(tx, bookingId) } : null
  })
  if (!wanted?.deposit.closedAt || wanted.deposit.settledAt) return false
  const { deposit, tries } = wanted
  const kept = deposit.kept ?? 0
  let trouble: string | null = null
  if (kept > 0 && deposit.means === "card" && !tries.some(({ status }) => status === "captured"))
    trouble = await take(tries, kept, at)
  await releaseHolds(bookingId, (holds) => holds, at)
  const card = cardOf(deposit)
  if (card && deposit.provider) await providerOf(deposit.provider).forget(card)
  return transaction((tx) => noteSettled(tx, bookingId, { trouble, kept }, at))
}

/** Takes so much of the latest authorisation; why it could not, or null. */
async function take(tries: readonly DepositTry[], amount: Cents, at: Date): Promise<string | null> {
  const [latest] = tries.filter(({ status }) => status === "held")
  if (!latest) return "nothing_held"
  const state = await providerOf(latest.provider).capture(latest.holdId ?? "", amount)
  if (state.kind !== "captured") {
    await transaction((tx) => noteHold(tx, latest.id, state, at))
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

/** Pages that are open take no card any more, and what a process asked for before it died is found. */
async function finishBegun(bookingId: BookingId, at: Date): Promise<void> {
  const { deposit, tries } = await transaction(async (tx) => ({
    deposit: await lockDeposit(tx, bookingId),
    tries: await triesOf(tx, bookingId),
  }))
  const card = deposit && cardOf(deposit)
  for (const { id, kind, status, provider } of tries) {
    if (status !== "opening" && status !== "open") continue
    if (kind !== "off-session") await settleDepositPage(id, { at, close: true })
    else {
      const state = card && (await providerOf(provider).findHold({ id, card }))
      if (state) await transaction((tx) => noteHold(tx, id, state, at))
      else
        await transaction((tx) =>
          tx.update(depositTries).set({ status: "closed", settledAt: at }).where(eq(depositTries.id, id)),
        )
    }
  }
}

async function noteSettled(
  tx: Transaction,
  bookingId: BookingId,
  { trouble, kept }: { trouble: string | null; kept: Cents },
  at: Date,
): Promise<boolean> {
  const deposit = await lockDeposit(tx, bookingId)
  if (!deposit?.closedAt || deposit.settledAt) return false
  await tx
    .update(deposits)
    .set({ settledAt: at, trouble, customerRef: null, methodRef: null })
    .where(eq(deposits.bookingId, bookingId))
  if (trouble !== null) {
    const details = { amount: kept, failure: trouble }
    await recordEvent(tx, { by: system, action: "booking.deposit-not-taken", subject: bookingId, details, at })
    return true
  }
  if (kept === 0) {
    const tries = await triesOf(tx, bookingId)
    // Taken in the provider's own pages after it was to be given back: that it was would be untrue.
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
    details: { amount: kept, of },
    at,
  })
  const extra = { amount: kept, of, reason: reason ?? "", means: means ?? "card" }
  await orderBookingMail(tx, { kind: "deposit-kept", bookingId, extra, at })
  return true
}

/** A card's authorisation is told of as released once: what was given back before is no news when it is settled. */
async function notifyReleased(tx: Transaction, { bookingId, amount, means }: Deposit, at: Date): Promise<void> {
  if (means === "card" && (await lastOfHold(tx, bookingId)) !== "booking.deposit-held") return
  await recordEvent(tx, { by: system, action: "booking.deposit-released", subject: bookingId, details: { amount }, at })
  await orderBookingMail(tx, { kind: "deposit-released", bookingId, extra: { amount, means: means ?? "card" }, at })
}

async function lastOfHold(tx: Transaction, bookingId: BookingId): Promise<string | null> {
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

import { type Day, dayInParis } from "../day.ts"
import { nextPayment } from "../finance/next-payment.ts"
import type { InstalmentRow } from "../finance/payment.ts"
import type { Cents } from "../money.ts"
import type { BookingEndKind } from "./booking-end.ts"
import { cancelsUnsignedBooking } from "./deadlines.ts"
import type { BookingStatus } from "./status.ts"

export const journeySteps = ["request", "confirmation", "contract", "payment", "event", "return"] as const
export type JourneyStepName = (typeof journeySteps)[number]

type StepState = "done" | "current" | "ahead" | "stopped"

export type JourneyStep = {
  name: JourneyStepName
  state: StepState
  date: { at: Date } | { on: Day } | null
}

export type JourneyFacts = {
  /** A request past its deadline counts as refused. */
  status: BookingStatus
  requestedAt: Date
  answerDueAt: Date
  expiresAt: Date | null
  confirmedAt: Date | null
  firstDay: Day
  returnsOn: Day
  contract: {
    /** Later signed changes do not move it. */
    signedAt: Date | null
    /** `dueAt` is null where the contract is handed over in person (D12). */
    waiting: { sent: boolean; dueAt: Date | null } | null
  }
  money: {
    total: Cents
    paid: Cents
    instalments: readonly InstalmentRow[]
  }
  end: { kind: BookingEndKind; at: Date } | null
  datesRequested: boolean
  returnedOn: Day | null
}

export type NextAction =
  | { kind: "wait-for-answer"; until: Date | null; late: boolean }
  | { kind: "wait-for-contract" }
  | { kind: "sign"; until: Date | null; change: boolean }
  | { kind: "pay"; amount: Cents; dueOn: Day | null; late: boolean }
  | { kind: "wait-for-dates" }
  | { kind: "nothing-until-event"; on: Day }
  | { kind: "event"; until: Day }
  | { kind: "over"; on: Day }
  | { kind: "ended"; how: BookingEndKind; at: Date | null }

export type Journey = { steps: JourneyStep[]; next: NextAction; returnedOn: Day | null }

/** A first contract past its deadline counts as unsigned, a change as lapsed, even before the job runs (D12, D59). */
export function journeyOf(facts: JourneyFacts, now: Date): Journey {
  const end = findEnd(facts, now)
  const next = end ? ({ kind: "ended", how: end.kind, at: end.at } as const) : nextAction(facts, now)
  const current = stepByAction[next.kind]
  const done = stepsDone(facts, now)
  const firstRemaining = journeySteps.find((name) => !done.has(name))
  const steps = journeySteps.map((name): JourneyStep => {
    if (end && !done.has(name))
      return { name, state: "stopped", date: name === firstRemaining && end.at ? { at: end.at } : null }
    const state = name === current ? "current" : done.has(name) ? "done" : "ahead"
    return { name, state, date: stepDate(name, facts, next) }
  })
  return { steps, next, returnedOn: facts.returnedOn }
}

function findEnd(
  { status, end, expiresAt, contract, firstDay }: JourneyFacts,
  now: Date,
): { kind: BookingEndKind; at: Date | null } | null {
  const dueAt = contract.signedAt === null ? (contract.waiting?.dueAt ?? null) : null
  const isPastDue = dueAt !== null && dueAt <= now && cancelsUnsignedBooking(dueAt, firstDay)
  const unsigned = isPastDue ? ({ kind: "unsigned", at: dueAt } as const) : null
  if (status === "refused") {
    if (end) return end
    // The expiry job may not have run yet; older ends were never recorded.
    return expiresAt && expiresAt <= now ? { kind: "expired", at: expiresAt } : { kind: "refused", at: null }
  }
  if (status === "cancelled") return end ?? unsigned ?? { kind: "cancelled_by_company", at: null }
  return unsigned
}

function nextAction(facts: JourneyFacts, now: Date): Exclude<NextAction, { kind: "ended" }> {
  const { status, answerDueAt, expiresAt, contract, firstDay, returnsOn, datesRequested, returnedOn } = facts
  const today = dayInParis(now)
  if (status === "pending") return { kind: "wait-for-answer", until: expiresAt, late: answerDueAt <= now }
  const waiting = signableContract(facts, now)
  if (waiting?.sent) return { kind: "sign", until: waiting.dueAt, change: contract.signedAt !== null }
  const over = { kind: "over", on: returnedOn ?? returnsOn } as const
  if (contract.signedAt === null) return today > returnsOn || returnedOn ? over : { kind: "wait-for-contract" }
  const payment = nextPayment(facts.money.instalments, facts.money.paid, today)
  const isDue = payment !== null && (payment.dueOn === null || payment.dueOn <= today)
  if (payment && (isDue || !datesRequested)) return { kind: "pay", ...payment }
  if (returnedOn) return over
  if (datesRequested && today < firstDay) return { kind: "wait-for-dates" }
  if (today < firstDay) return { kind: "nothing-until-event", on: firstDay }
  return today <= returnsOn ? { kind: "event", until: returnsOn } : over
}

function signableContract({ contract: { waiting } }: JourneyFacts, now: Date) {
  return waiting && (waiting.dueAt === null || waiting.dueAt > now) ? waiting : null
}

const stepByAction: Record<NextAction["kind"], JourneyStepName | null> = {
  "wait-for-answer": "confirmation",
  "wait-for-contract": "contract",
  sign: "contract",
  pay: "payment",
  "wait-for-dates": "event",
  "nothing-until-event": "event",
  event: "event",
  over: null,
  ended: null,
}

function stepsDone(facts: JourneyFacts, now: Date): Set<JourneyStepName> {
  const { status, confirmedAt, contract, money, returnsOn, end, returnedOn } = facts
  const today = dayInParis(now)
  const wasConfirmed =
    status === "confirmed" || (confirmedAt !== null && end?.kind !== "refused" && end?.kind !== "expired")
  const isSigned = contract.signedAt !== null
  const done = new Set<JourneyStepName>(["request"])
  if (wasConfirmed) done.add("confirmation")
  if (isSigned) done.add("contract")
  if (isSigned && money.paid >= money.total) done.add("payment")
  if (status === "confirmed" && (today > returnsOn || returnedOn)) done.add("event").add("return")
  return done
}

function stepDate(name: JourneyStepName, facts: JourneyFacts, next: NextAction): JourneyStep["date"] {
  const { requestedAt, answerDueAt, confirmedAt, contract, firstDay, returnsOn } = facts
  switch (name) {
    case "request":
      return { at: requestedAt }
    case "confirmation":
      if (confirmedAt) return { at: confirmedAt }
      // The promised date, not the later automatic expiry.
      return next.kind === "wait-for-answer" ? { at: answerDueAt } : null
    case "contract":
      if (next.kind === "sign") return next.until && { at: next.until }
      return contract.signedAt && { at: contract.signedAt }
    case "payment":
      return next.kind === "pay" && next.dueOn ? { on: next.dueOn } : null
    case "event":
      return { on: firstDay }
    case "return":
      return { on: facts.returnedOn ?? returnsOn }
  }
}

export function remainingShare(since: Date, until: Date, now: Date): number {
  const duration = until.getTime() - since.getTime()
  return duration <= 0 ? 0 : Math.min(1, Math.max(0, (until.getTime() - now.getTime()) / duration))
}

import { type Day, dayInParis } from "../day.ts"
import { nextPayment } from "../finance/next-payment.ts"
import type { InstalmentRow } from "../finance/payment.ts"
import type { Cents } from "../money.ts"
import type { BookingEndKind } from "./booking-end.ts"
import { endsUnsigned } from "./deadlines.ts"
import type { BookingStatus } from "./status.ts"

/** The life of a booking as both sides see it. */
export const journeySteps = ["request", "confirmation", "contract", "payment", "event", "return"] as const
export type JourneyStepName = (typeof journeySteps)[number]

/** `stopped`: it will not come to that any more. */
export type StepState = "done" | "current" | "ahead" | "stopped"

export type JourneyStep = {
  name: JourneyStepName
  state: StepState
  /** When it happened, or by when it is to happen; null when nobody can say. */
  date: { at: Date } | { on: Day } | null
}

export type JourneyFacts = {
  /** At that moment: a request past its time counts as refused. */
  status: BookingStatus
  requestedAt: Date
  /** The answer that was promised, and the moment at which the request ends without one. */
  answerDueAt: Date
  expiresAt: Date | null
  confirmedAt: Date | null
  firstDay: Day
  lastDay: Day
  contract: {
    /** When the contract was concluded; a change that is signed later does not move it. */
    signedAt: Date | null
    /** The version that waits for a signature. `dueAt` is null where nobody could be written to (D12). */
    waiting: { sent: boolean; dueAt: Date | null } | null
  }
  money: {
    total: Cents
    /** What is left of what came in. */
    paid: Cents
    /** Of the version in force, in their order. */
    instalments: readonly InstalmentRow[]
  }
  /** How it ended; null while it goes on, and where nobody has written it yet. */
  end: { kind: BookingEndKind; at: Date } | null
  /** Other days that the customer asked for, and that nobody has answered. */
  datesAsked: boolean
  /** The day on which the equipment came back, by the signed condition reports; null before. */
  returnedOn: Day | null
}

/** The one thing that comes next, and its deadline. */
export type NextAction =
  /** `late`: the answer that was promised is overdue. `until`: the request ends by itself then. */
  | { kind: "wait-for-answer"; until: Date | null; late: boolean }
  /** Confirmed; the contract is being made, or will be handed over. */
  | { kind: "wait-for-contract" }
  /** `change`: something was signed before, which stays in force. */
  | { kind: "sign"; until: Date | null; change: boolean }
  /** `dueOn` is null for what is due at once. */
  | { kind: "pay"; amount: Cents; dueOn: Day | null; late: boolean }
  | { kind: "wait-for-dates" }
  | { kind: "nothing-until-event"; on: Day }
  | { kind: "event"; until: Day }
  | { kind: "over"; on: Day }
  | { kind: "ended"; how: BookingEndKind; at: Date | null }

export type Journey = { steps: JourneyStep[]; next: NextAction; returnedOn: Day | null }

/**
 * Where a booking stands at that instant: its six steps, and exactly one next action. A first contract past its deadline
 * counts as unsigned and a change past its own as lapsed, whether or not a job has written so (D12, D59).
 */
export function journeyOf(facts: JourneyFacts, now: Date): Journey {
  const end = endOf(facts, now)
  const next = end ? ({ kind: "ended", how: end.kind, at: end.at } as const) : nextAction(facts, now)
  const current = stepOf[next.kind]
  const done = stepsDone(facts, now)
  const firstLeft = journeySteps.find((name) => !done.has(name))
  const steps = journeySteps.map((name): JourneyStep => {
    if (end && !done.has(name))
      return { name, state: "stopped", date: name === firstLeft && end.at ? { at: end.at } : null }
    const state = name === current ? "current" : done.has(name) ? "done" : "ahead"
    return { name, state, date: dateOf(name, facts, next) }
  })
  return { steps, next, returnedOn: facts.returnedOn }
}

/** How it ended, by what is written or by a deadline that has passed; null while it goes on. */
function endOf(
  { status, end, expiresAt, contract, firstDay }: JourneyFacts,
  now: Date,
): { kind: BookingEndKind; at: Date | null } | null {
  const dueAt = contract.signedAt === null ? (contract.waiting?.dueAt ?? null) : null
  const isOver = dueAt !== null && dueAt <= now && endsUnsigned(dueAt, firstDay)
  const unsigned = isOver ? ({ kind: "unsigned", at: dueAt } as const) : null
  if (status === "refused") {
    if (end) return end
    // By its time alone: the job that writes so has not run yet. Older ends were never written.
    return expiresAt && expiresAt <= now ? { kind: "expired", at: expiresAt } : { kind: "refused", at: null }
  }
  if (status === "cancelled") return end ?? unsigned ?? { kind: "cancelled_by_company", at: null }
  return unsigned
}

function nextAction(facts: JourneyFacts, now: Date): Exclude<NextAction, { kind: "ended" }> {
  const { status, answerDueAt, expiresAt, contract, firstDay, lastDay, datesAsked, returnedOn } = facts
  const today = dayInParis(now)
  if (status === "pending") return { kind: "wait-for-answer", until: expiresAt, late: answerDueAt <= now }
  const waiting = liveWaiting(facts, now)
  if (waiting?.sent) return { kind: "sign", until: waiting.dueAt, change: contract.signedAt !== null }
  const over = { kind: "over", on: returnedOn ?? lastDay } as const
  if (contract.signedAt === null) return today > lastDay || returnedOn ? over : { kind: "wait-for-contract" }
  const payment = nextPayment(facts.money.instalments, facts.money.paid, today)
  const isDue = payment !== null && (payment.dueOn === null || payment.dueOn <= today)
  if (payment && (isDue || !datesAsked)) return { kind: "pay", ...payment }
  if (returnedOn) return over
  if (datesAsked && today < firstDay) return { kind: "wait-for-dates" }
  if (today < firstDay) return { kind: "nothing-until-event", on: firstDay }
  return today <= lastDay ? { kind: "event", until: lastDay } : over
}

/** What waits for a signature and can still be signed. */
function liveWaiting({ contract: { waiting } }: JourneyFacts, now: Date) {
  return waiting && (waiting.dueAt === null || waiting.dueAt > now) ? waiting : null
}

/** The step that each action belongs to; once it is over or has ended, none. */
const stepOf: Record<NextAction["kind"], JourneyStepName | null> = {
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
  const { status, confirmedAt, contract, money, lastDay, end, returnedOn } = facts
  const today = dayInParis(now)
  const wasConfirmed =
    status === "confirmed" || (confirmedAt !== null && end?.kind !== "refused" && end?.kind !== "expired")
  const isSigned = contract.signedAt !== null
  const done = new Set<JourneyStepName>(["request"])
  if (wasConfirmed) done.add("confirmation")
  if (isSigned) done.add("contract")
  if (isSigned && money.paid >= money.total) done.add("payment")
  if (status === "confirmed" && (today > lastDay || returnedOn)) done.add("event").add("return")
  return done
}

function dateOf(name: JourneyStepName, facts: JourneyFacts, next: NextAction): JourneyStep["date"] {
  const { requestedAt, answerDueAt, confirmedAt, contract, firstDay, lastDay } = facts
  switch (name) {
    case "request":
      return { at: requestedAt }
    case "confirmation":
      if (confirmedAt) return { at: confirmedAt }
      // What was promised, and not the later moment at which the request ends by itself.
      return next.kind === "wait-for-answer" ? { at: answerDueAt } : null
    case "contract":
      if (next.kind === "sign") return next.until && { at: next.until }
      return contract.signedAt && { at: contract.signedAt }
    case "payment":
      return next.kind === "pay" && next.dueOn ? { on: next.dueOn } : null
    case "event":
      return { on: firstDay }
    case "return":
      return { on: facts.returnedOn ?? lastDay }
  }
}

/**
 * How much of a deadline's time is left, from 1 to 0, since it began to run: for the bar beside the words.
 */
export function shareLeft(since: Date, until: Date, now: Date): number {
  const whole = until.getTime() - since.getTime()
  return whole <= 0 ? 0 : Math.min(1, Math.max(0, (until.getTime() - now.getTime()) / whole))
}

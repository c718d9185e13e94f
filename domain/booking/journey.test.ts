import { describe, expect, test } from "vitest"
import type { InstalmentRow } from "../finance/payment.ts"
import { type JourneyFacts, type JourneyStepName, journeyOf, journeySteps, remainingShare } from "./journey.ts"

const now = new Date("2027-05-01T09:00:00Z")
const hours = (count: number) => new Date(now.getTime() + count * 3_600_000)
const schedule: readonly InstalmentRow[] = [
  { kind: "down-payment", amount: 7_500, dueOn: null },
  { kind: "balance", amount: 17_500, dueOn: "2027-06-05" },
]
const pending: JourneyFacts = {
  status: "pending",
  requestedAt: hours(-2),
  answerDueAt: hours(22),
  expiresAt: hours(166),
  confirmedAt: null,
  firstDay: "2027-06-12",
  returnsOn: "2027-06-13",
  contract: { signedAt: null, waiting: null },
  money: { total: 25_000, paid: 0, instalments: [] },
  end: null,
  datesRequested: false,
  returnedOn: null,
}
const confirmed: JourneyFacts = { ...pending, status: "confirmed", confirmedAt: hours(-1) }
const sent: JourneyFacts = {
  ...confirmed,
  contract: { signedAt: null, waiting: { sent: true, dueAt: hours(47) } },
  money: { ...confirmed.money, instalments: schedule },
}
const signed: JourneyFacts = { ...sent, contract: { signedAt: hours(-0.5), waiting: null } }
const paying = (paid: number, changes: Partial<JourneyFacts> = {}): JourneyFacts => ({
  ...signed,
  money: { ...signed.money, paid },
  ...changes,
})
const nextAction = (facts: JourneyFacts, at = now) => journeyOf(facts, at).next
const stepStates = (facts: JourneyFacts, at = now) => journeyOf(facts, at).steps.map(({ state }) => state)
const stepDate = (facts: JourneyFacts, name: JourneyStepName, at = now) =>
  journeyOf(facts, at).steps.find((step) => step.name === name)?.date

describe("the journey of a request", () => {
  test("a request is pending until the moment it expires", () => {
    expect(nextAction(pending)).toEqual({ kind: "wait-for-answer", until: hours(166), late: false })
    expect(stepStates(pending)).toEqual(["done", "current", "ahead", "ahead", "ahead", "ahead"])
    expect(stepDate(pending, "request")).toEqual({ at: hours(-2) })
  })

  test("a request is due by the promised moment, which is not its expiry", () => {
    expect(stepDate(pending, "confirmation")).toEqual({ at: hours(22) })
    expect(stepDate({ ...pending, expiresAt: null }, "confirmation")).toEqual({ at: hours(22) })
  })

  test("a request says so when its promised reply is late", () => {
    expect(nextAction(pending, hours(22))).toMatchObject({ kind: "wait-for-answer", late: true })
  })

  test("a request expires with its time, whether or not a job has recorded it (D12)", () => {
    const expired: JourneyFacts = { ...pending, status: "refused" }
    expect(nextAction(expired, hours(166))).toEqual({ kind: "ended", how: "expired", at: hours(166) })
    expect(nextAction({ ...expired, end: { kind: "refused", at: hours(3) } }, hours(5))).toEqual({
      kind: "ended",
      how: "refused",
      at: hours(3),
    })
    expect(stepStates(expired, hours(166))).toEqual(["done", "stopped", "stopped", "stopped", "stopped", "stopped"])
    expect(stepDate(expired, "confirmation", hours(166))).toEqual({ at: hours(166) })
    expect(stepDate(expired, "contract", hours(166))).toBeNull()
  })
})

describe("the journey of a contract", () => {
  test("a contract is pending while it is generated or handed over by hand", () => {
    expect(nextAction(confirmed)).toEqual({ kind: "wait-for-contract" })
    const byHand: JourneyFacts = { ...sent, contract: { signedAt: null, waiting: { sent: false, dueAt: null } } }
    expect(nextAction(byHand)).toEqual({ kind: "wait-for-contract" })
    expect(stepStates(confirmed)).toEqual(["done", "done", "current", "ahead", "ahead", "ahead"])
  })

  test("a contract is to be signed before its deadline", () => {
    expect(nextAction(sent)).toEqual({ kind: "sign", until: hours(47), change: false })
    expect(stepDate(sent, "contract")).toEqual({ at: hours(47) })
  })

  test("an unsigned contract ends the booking at its deadline, whether or not a job has run (D12)", () => {
    expect(nextAction(sent, new Date(hours(47).getTime() - 1))).toMatchObject({ kind: "sign" })
    expect(nextAction(sent, hours(47))).toEqual({ kind: "ended", how: "unsigned", at: hours(47) })
    expect(nextAction({ ...sent, status: "cancelled" }, hours(47))).toEqual({
      kind: "ended",
      how: "unsigned",
      at: hours(47),
    })
    expect(stepStates(sent, hours(47))).toEqual(["done", "done", "stopped", "stopped", "stopped", "stopped"])
  })

  test("a signed contract stays in force while an amendment is pending and after it has lapsed (D59)", () => {
    const changed = paying(7_500, { contract: { signedAt: hours(-40), waiting: { sent: true, dueAt: hours(8) } } })
    expect(nextAction(changed)).toEqual({ kind: "sign", until: hours(8), change: true })
    expect(stepStates(changed)).toEqual(["done", "done", "current", "ahead", "ahead", "ahead"])
    expect(nextAction(changed, hours(8))).toMatchObject({ kind: "pay" })
    expect(stepStates(changed, hours(8))[2]).toBe("done")
  })
})

describe("the journey of the payments", () => {
  test("the down payment is due at once, then the balance by its day", () => {
    expect(nextAction(signed)).toEqual({ kind: "pay", amount: 7_500, dueOn: null, late: false })
    expect(nextAction(paying(7_500))).toEqual({ kind: "pay", amount: 17_500, dueOn: "2027-06-05", late: false })
    expect(stepDate(paying(7_500), "payment")).toEqual({ on: "2027-06-05" })
  })

  test("a partly paid instalment is due for its remainder", () => {
    expect(nextAction(paying(2_500))).toMatchObject({ amount: 5_000, dueOn: null })
    expect(nextAction(paying(10_000))).toMatchObject({ amount: 15_000, dueOn: "2027-06-05" })
  })

  test("every instalment whose day has come is due, and late the day after", () => {
    const onTheDay = new Date("2027-06-05T09:00:00Z")
    const after = new Date("2027-06-06T09:00:00Z")
    expect(nextAction(signed, onTheDay)).toEqual({ kind: "pay", amount: 25_000, dueOn: null, late: false })
    expect(nextAction(signed, after)).toMatchObject({ amount: 25_000, late: true })
    expect(nextAction(paying(7_500), after)).toMatchObject({ amount: 17_500, dueOn: "2027-06-05", late: true })
  })

  test("no payment is due before a signature (D32)", () => {
    expect(nextAction({ ...sent, contract: { signedAt: null, waiting: null } })).toEqual({ kind: "wait-for-contract" })
  })

  test("the payments are complete once all is paid, and at once for a free booking", () => {
    expect(stepStates(paying(25_000))).toEqual(["done", "done", "done", "done", "current", "ahead"])
    expect(stepStates({ ...signed, money: { total: 0, paid: 0, instalments: [] } })[3]).toBe("done")
  })
})

describe("the journey of the event", () => {
  const paid = paying(25_000)

  test("the event is awaited, then under way, then over", () => {
    expect(nextAction(paid)).toEqual({ kind: "nothing-until-event", on: "2027-06-12" })
    expect(nextAction(paid, new Date("2027-06-11T22:00:00Z"))).toEqual({ kind: "event", until: "2027-06-13" })
    expect(nextAction(paid, new Date("2027-06-13T21:59:00Z"))).toMatchObject({ kind: "event" })
    expect(nextAction(paid, new Date("2027-06-13T22:00:00Z"))).toEqual({ kind: "over", on: "2027-06-13" })
    expect(stepStates(paid, new Date("2027-06-14T09:00:00Z"))).toEqual(Array(6).fill("done"))
  })

  test("the event is over for a booking whose contract was never generated", () => {
    expect(nextAction(confirmed, new Date("2027-06-14T09:00:00Z"))).toEqual({ kind: "over", on: "2027-06-13" })
  })

  test("the event is over once the equipment is back, even early, and a remaining payment comes first", () => {
    const back = { returnedOn: "2027-06-12" } as const
    const onTheDay = new Date("2027-06-12T18:00:00Z")
    expect(nextAction(paying(25_000, back), onTheDay)).toEqual({ kind: "over", on: "2027-06-12" })
    expect(stepStates(paying(25_000, back), onTheDay)).toEqual(["done", "done", "done", "done", "done", "done"])
    expect(stepDate(paying(25_000, back), "return", onTheDay)).toEqual({ on: "2027-06-12" })
    expect(nextAction(paying(7_500, back), onTheDay)).toMatchObject({ kind: "pay", amount: 17_500 })
  })
})

describe("the journey of a date change", () => {
  test("a date change is awaited, unless something is due before", () => {
    expect(nextAction(paying(7_500, { datesRequested: true }))).toEqual({ kind: "wait-for-dates" })
    expect(nextAction(paying(0, { datesRequested: true }))).toMatchObject({ kind: "pay", amount: 7_500 })
    expect(nextAction({ ...sent, datesRequested: true })).toMatchObject({ kind: "sign" })
    expect(nextAction({ ...pending, datesRequested: true })).toMatchObject({ kind: "wait-for-answer" })
  })
})

describe("the journey of an ended booking", () => {
  test("an end stops the steps still to come, and keeps the finished ones", () => {
    const cancelled: JourneyFacts = {
      ...paying(7_500),
      status: "cancelled",
      end: { kind: "cancelled_by_customer", at: hours(5) },
    }
    expect(nextAction(cancelled, hours(6))).toEqual({ kind: "ended", how: "cancelled_by_customer", at: hours(5) })
    expect(stepStates(cancelled, hours(6))).toEqual(["done", "done", "done", "stopped", "stopped", "stopped"])
  })

  test("an end without a record, from before ends were stored, has no date", () => {
    expect(nextAction({ ...pending, status: "cancelled" })).toEqual({
      kind: "ended",
      how: "cancelled_by_company",
      at: null,
    })
  })
})

describe("the six steps of the journey", () => {
  const stepDates = (facts: JourneyFacts, at = now) => journeyOf(facts, at).steps.map(({ date }) => date)
  const [event, back] = [{ on: "2027-06-12" }, { on: "2027-06-13" }]
  const requestDate = { at: hours(-2) }
  const answered = { at: hours(-1) }
  const concluded = { at: hours(-0.5) }

  test("each step has its date or its deadline, or none when unknown", () => {
    expect(stepDates(pending)).toEqual([requestDate, { at: hours(22) }, null, null, event, back])
    expect(stepDates({ ...pending, expiresAt: null })).toEqual([
      requestDate,
      { at: hours(22) },
      null,
      null,
      event,
      back,
    ])
    expect(stepDates(confirmed)).toEqual([requestDate, answered, null, null, event, back])
    // The contract's deadline must not serve as the reply's.
    expect(stepDates({ ...sent, confirmedAt: null })).toEqual([requestDate, null, { at: hours(47) }, null, event, back])
    expect(stepDates(sent)).toEqual([requestDate, answered, { at: hours(47) }, null, event, back])
    expect(stepDates(signed)).toEqual([requestDate, answered, concluded, null, event, back])
    expect(stepDates(paying(7_500))).toEqual([requestDate, answered, concluded, { on: "2027-06-05" }, event, back])
    expect(stepDates(paying(25_000))).toEqual([requestDate, answered, concluded, null, event, back])
    const noDeadline = { ...sent, contract: { signedAt: null, waiting: { sent: true, dueAt: null } } }
    expect([nextAction(noDeadline), stepDates(noDeadline)[2]]).toEqual([
      { kind: "sign", until: null, change: false },
      null,
    ])
  })

  test("one step is current until the last day, and none when nothing more is left", () => {
    const paid = paying(25_000)
    expect(stepStates(paying(7_500))).toEqual(["done", "done", "done", "current", "ahead", "ahead"])
    expect(stepStates(paying(7_500, { datesRequested: true }))).toEqual([
      "done",
      "done",
      "done",
      "ahead",
      "current",
      "ahead",
    ])
    expect(stepStates(paid, new Date("2027-06-13T09:00:00Z"))).toEqual([
      "done",
      "done",
      "done",
      "done",
      "current",
      "ahead",
    ])
    const unsignedToTheEnd = ["done", "done", "ahead", "ahead", "done", "done"]
    expect(stepStates(confirmed, new Date("2027-06-14T09:00:00Z"))).toEqual(unsignedToTheEnd)
    expect(stepStates({ ...sent, confirmedAt: null })[1]).toBe("done")
    // A request that nobody answered for weeks has had no event.
    expect(stepStates(pending, new Date("2027-06-14T09:00:00Z"))[4]).toBe("ahead")
    expect(nextAction(confirmed, new Date("2027-06-13T09:00:00Z"))).toEqual({ kind: "wait-for-contract" })
  })

  test("a cancelled booking keeps its confirmation, a refused request has none", () => {
    const ended = (kind: "refused" | "expired" | "cancelled_by_company", confirmedAt: Date | null): JourneyFacts => ({
      ...pending,
      status: kind === "cancelled_by_company" ? "cancelled" : "refused",
      confirmedAt,
      end: { kind, at: hours(1) },
    })
    const confirmationState = (facts: JourneyFacts) => stepStates(facts, hours(2))[1]
    expect(confirmationState(ended("cancelled_by_company", hours(0)))).toBe("done")
    expect(confirmationState(ended("cancelled_by_company", null))).toBe("stopped")
    expect(confirmationState(ended("refused", hours(0)))).toBe("stopped")
    expect(confirmationState(ended("expired", hours(0)))).toBe("stopped")
  })
})

test("a refusal from before ends were stored ends by its time only once that has passed", () => {
  const refused: JourneyFacts = { ...pending, status: "refused" }
  const plain = { kind: "ended", how: "refused", at: null }
  expect(nextAction(refused, hours(165))).toEqual(plain)
  expect(nextAction({ ...refused, expiresAt: null }, hours(200))).toEqual(plain)
})

test("an amount due today comes before a date change, which only waits before the first day", () => {
  const asking = (paid: number) => paying(paid, { datesRequested: true })
  expect(nextAction(asking(7_500), new Date("2027-06-05T09:00:00Z"))).toMatchObject({ kind: "pay", amount: 17_500 })
  expect(nextAction(asking(7_500), new Date("2027-06-04T09:00:00Z"))).toEqual({ kind: "wait-for-dates" })
  expect(nextAction(asking(25_000), new Date("2027-06-12T09:00:00Z"))).toEqual({ kind: "event", until: "2027-06-13" })
})

test("a booking always has its six steps in order, with at most one current", () => {
  const all = [
    pending,
    confirmed,
    sent,
    signed,
    paying(7_500),
    paying(25_000),
    { ...sent, status: "cancelled" as const },
  ]
  for (const facts of all)
    for (const at of [now, hours(47), new Date("2027-06-12T09:00:00Z"), new Date("2027-07-01T09:00:00Z")]) {
      const { steps } = journeyOf(facts, at)
      expect(steps.map(({ name }) => name)).toEqual(journeySteps)
      expect(steps.filter(({ state }) => state === "current").length).toBeLessThanOrEqual(1)
    }
})

test("the bar beside a deadline goes from full to empty, and no further", () => {
  expect(remainingShare(now, hours(48), hours(12))).toBe(0.75)
  expect(remainingShare(now, hours(48), hours(60))).toBe(0)
  expect(remainingShare(now, hours(48), hours(-1))).toBe(1)
  expect(remainingShare(now, now, now)).toBe(0)
})

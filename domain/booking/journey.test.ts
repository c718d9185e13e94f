import { describe, expect, test } from "vitest"
import type { InstalmentRow } from "../finance/payment.ts"
import { type JourneyFacts, type JourneyStepName, journeyOf, journeySteps, shareLeft } from "./journey.ts"

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
  lastDay: "2027-06-13",
  contract: { signedAt: null, waiting: null },
  money: { total: 25_000, paid: 0, instalments: [] },
  end: null,
  datesAsked: false,
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
const nextOf = (facts: JourneyFacts, at = now) => journeyOf(facts, at).next
const statesOf = (facts: JourneyFacts, at = now) => journeyOf(facts, at).steps.map(({ state }) => state)
const dateOf = (facts: JourneyFacts, name: JourneyStepName, at = now) =>
  journeyOf(facts, at).steps.find((step) => step.name === name)?.date

describe("A request", () => {
  test("waits for its answer, until the moment at which it ends by itself", () => {
    expect(nextOf(pending)).toEqual({ kind: "wait-for-answer", until: hours(166), late: false })
    expect(statesOf(pending)).toEqual(["done", "current", "ahead", "ahead", "ahead", "ahead"])
    expect(dateOf(pending, "request")).toEqual({ at: hours(-2) })
  })

  test("is to be answered by the moment that was promised, which is not its end", () => {
    expect(dateOf(pending, "confirmation")).toEqual({ at: hours(22) })
    expect(dateOf({ ...pending, expiresAt: null }, "confirmation")).toEqual({ at: hours(22) })
  })

  test("says so when the answer that was promised is late", () => {
    expect(nextOf(pending, hours(22))).toMatchObject({ kind: "wait-for-answer", late: true })
  })

  test("has ended with its time, whether or not a job has written so (D12)", () => {
    const expired: JourneyFacts = { ...pending, status: "refused" }
    expect(nextOf(expired, hours(166))).toEqual({ kind: "ended", how: "expired", at: hours(166) })
    expect(nextOf({ ...expired, end: { kind: "refused", at: hours(3) } }, hours(5))).toEqual({
      kind: "ended",
      how: "refused",
      at: hours(3),
    })
    expect(statesOf(expired, hours(166))).toEqual(["done", "stopped", "stopped", "stopped", "stopped", "stopped"])
    expect(dateOf(expired, "confirmation", hours(166))).toEqual({ at: hours(166) })
    expect(dateOf(expired, "contract", hours(166))).toBeNull()
  })
})

describe("A contract", () => {
  test("is waited for while it is made, and where it is handed over by hand", () => {
    expect(nextOf(confirmed)).toEqual({ kind: "wait-for-contract" })
    const byHand: JourneyFacts = { ...sent, contract: { signedAt: null, waiting: { sent: false, dueAt: null } } }
    expect(nextOf(byHand)).toEqual({ kind: "wait-for-contract" })
    expect(statesOf(confirmed)).toEqual(["done", "done", "current", "ahead", "ahead", "ahead"])
  })

  test("is signed before its deadline", () => {
    expect(nextOf(sent)).toEqual({ kind: "sign", until: hours(47), change: false })
    expect(dateOf(sent, "contract")).toEqual({ at: hours(47) })
  })

  test("that nobody signed ends the booking at its deadline, whether or not a job has run (D12)", () => {
    expect(nextOf(sent, new Date(hours(47).getTime() - 1))).toMatchObject({ kind: "sign" })
    expect(nextOf(sent, hours(47))).toEqual({ kind: "ended", how: "unsigned", at: hours(47) })
    expect(nextOf({ ...sent, status: "cancelled" }, hours(47))).toEqual({
      kind: "ended",
      how: "unsigned",
      at: hours(47),
    })
    expect(statesOf(sent, hours(47))).toEqual(["done", "done", "stopped", "stopped", "stopped", "stopped"])
  })

  test("that was signed stays in force while a change waits, and after the change has lapsed (D59)", () => {
    const changed = paying(7_500, { contract: { signedAt: hours(-40), waiting: { sent: true, dueAt: hours(8) } } })
    expect(nextOf(changed)).toEqual({ kind: "sign", until: hours(8), change: true })
    expect(statesOf(changed)).toEqual(["done", "done", "current", "ahead", "ahead", "ahead"])
    expect(nextOf(changed, hours(8))).toMatchObject({ kind: "pay" })
    expect(statesOf(changed, hours(8))[2]).toBe("done")
  })
})

describe("What is to be paid", () => {
  test("is the down payment at once, then the balance by its day", () => {
    expect(nextOf(signed)).toEqual({ kind: "pay", amount: 7_500, dueOn: null, late: false })
    expect(nextOf(paying(7_500))).toEqual({ kind: "pay", amount: 17_500, dueOn: "2027-06-05", late: false })
    expect(dateOf(paying(7_500), "payment")).toEqual({ on: "2027-06-05" })
  })

  test("is what is left of an instalment that came in part", () => {
    expect(nextOf(paying(2_500))).toMatchObject({ amount: 5_000, dueOn: null })
    expect(nextOf(paying(10_000))).toMatchObject({ amount: 15_000, dueOn: "2027-06-05" })
  })

  test("is everything whose day has come, and late the day after", () => {
    const onTheDay = new Date("2027-06-05T09:00:00Z")
    const after = new Date("2027-06-06T09:00:00Z")
    expect(nextOf(signed, onTheDay)).toEqual({ kind: "pay", amount: 25_000, dueOn: null, late: false })
    expect(nextOf(signed, after)).toMatchObject({ amount: 25_000, late: true })
    expect(nextOf(paying(7_500), after)).toMatchObject({ amount: 17_500, dueOn: "2027-06-05", late: true })
  })

  test("is asked for before a signature by nobody (D32)", () => {
    expect(nextOf({ ...sent, contract: { signedAt: null, waiting: null } })).toEqual({ kind: "wait-for-contract" })
  })

  test("is done once all is there, and at once where nothing costs anything", () => {
    expect(statesOf(paying(25_000))).toEqual(["done", "done", "done", "done", "current", "ahead"])
    expect(statesOf({ ...signed, money: { total: 0, paid: 0, instalments: [] } })[3]).toBe("done")
  })
})

describe("The event", () => {
  const paid = paying(25_000)

  test("is all there is to wait for, then it is there, then it is over", () => {
    expect(nextOf(paid)).toEqual({ kind: "nothing-until-event", on: "2027-06-12" })
    expect(nextOf(paid, new Date("2027-06-11T22:00:00Z"))).toEqual({ kind: "event", until: "2027-06-13" })
    expect(nextOf(paid, new Date("2027-06-13T21:59:00Z"))).toMatchObject({ kind: "event" })
    expect(nextOf(paid, new Date("2027-06-13T22:00:00Z"))).toEqual({ kind: "over", on: "2027-06-13" })
    expect(statesOf(paid, new Date("2027-06-14T09:00:00Z"))).toEqual(Array(6).fill("done"))
  })

  test("is over for a booking whose contract nobody ever made", () => {
    expect(nextOf(confirmed, new Date("2027-06-14T09:00:00Z"))).toEqual({ kind: "over", on: "2027-06-13" })
  })

  test("is over once the equipment is back, before its last day too; what is left to pay still comes first", () => {
    const back = { returnedOn: "2027-06-12" } as const
    const onTheDay = new Date("2027-06-12T18:00:00Z")
    expect(nextOf(paying(25_000, back), onTheDay)).toEqual({ kind: "over", on: "2027-06-12" })
    expect(statesOf(paying(25_000, back), onTheDay)).toEqual(["done", "done", "done", "done", "done", "done"])
    expect(dateOf(paying(25_000, back), "return", onTheDay)).toEqual({ on: "2027-06-12" })
    expect(nextOf(paying(7_500, back), onTheDay)).toMatchObject({ kind: "pay", amount: 17_500 })
  })
})

describe("Other days that were asked for", () => {
  test("are waited for, unless something is due before", () => {
    expect(nextOf(paying(7_500, { datesAsked: true }))).toEqual({ kind: "wait-for-dates" })
    expect(nextOf(paying(0, { datesAsked: true }))).toMatchObject({ kind: "pay", amount: 7_500 })
    expect(nextOf({ ...sent, datesAsked: true })).toMatchObject({ kind: "sign" })
    expect(nextOf({ ...pending, datesAsked: true })).toMatchObject({ kind: "wait-for-answer" })
  })
})

describe("An end", () => {
  test("stops what was still to come, and keeps what was done", () => {
    const cancelled: JourneyFacts = {
      ...paying(7_500),
      status: "cancelled",
      end: { kind: "cancelled_by_customer", at: hours(5) },
    }
    expect(nextOf(cancelled, hours(6))).toEqual({ kind: "ended", how: "cancelled_by_customer", at: hours(5) })
    expect(statesOf(cancelled, hours(6))).toEqual(["done", "done", "done", "stopped", "stopped", "stopped"])
  })

  test("that nobody wrote, from before ends were kept, is told without a date", () => {
    expect(nextOf({ ...pending, status: "cancelled" })).toEqual({
      kind: "ended",
      how: "cancelled_by_company",
      at: null,
    })
  })
})

describe("The six steps", () => {
  const datesOf = (facts: JourneyFacts, at = now) => journeyOf(facts, at).steps.map(({ date }) => date)
  const [event, back] = [{ on: "2027-06-12" }, { on: "2027-06-13" }]
  const asked = { at: hours(-2) }
  const answered = { at: hours(-1) }
  const concluded = { at: hours(-0.5) }

  test("say when each was, or by when it is to be, and nothing where nobody can say", () => {
    expect(datesOf(pending)).toEqual([asked, { at: hours(22) }, null, null, event, back])
    expect(datesOf({ ...pending, expiresAt: null })).toEqual([asked, { at: hours(22) }, null, null, event, back])
    expect(datesOf(confirmed)).toEqual([asked, answered, null, null, event, back])
    // The contract's deadline is no answer's.
    expect(datesOf({ ...sent, confirmedAt: null })).toEqual([asked, null, { at: hours(47) }, null, event, back])
    expect(datesOf(sent)).toEqual([asked, answered, { at: hours(47) }, null, event, back])
    expect(datesOf(signed)).toEqual([asked, answered, concluded, null, event, back])
    expect(datesOf(paying(7_500))).toEqual([asked, answered, concluded, { on: "2027-06-05" }, event, back])
    expect(datesOf(paying(25_000))).toEqual([asked, answered, concluded, null, event, back])
    const noDeadline = { ...sent, contract: { signedAt: null, waiting: { sent: true, dueAt: null } } }
    expect([nextOf(noDeadline), datesOf(noDeadline)[2]]).toEqual([{ kind: "sign", until: null, change: false }, null])
  })

  test("have one that is current until the last day, none while nothing is left or nothing more can come", () => {
    const paid = paying(25_000)
    expect(statesOf(paying(7_500))).toEqual(["done", "done", "done", "current", "ahead", "ahead"])
    expect(statesOf(paying(7_500, { datesAsked: true }))).toEqual(["done", "done", "done", "ahead", "current", "ahead"])
    expect(statesOf(paid, new Date("2027-06-13T09:00:00Z"))).toEqual([
      "done",
      "done",
      "done",
      "done",
      "current",
      "ahead",
    ])
    const unsignedToTheEnd = ["done", "done", "ahead", "ahead", "done", "done"]
    expect(statesOf(confirmed, new Date("2027-06-14T09:00:00Z"))).toEqual(unsignedToTheEnd)
    // From before its moment was kept, a confirmation is one all the same.
    expect(statesOf({ ...sent, confirmedAt: null })[1]).toBe("done")
    // A request that nobody answered for weeks has had no event.
    expect(statesOf(pending, new Date("2027-06-14T09:00:00Z"))[4]).toBe("ahead")
    expect(nextOf(confirmed, new Date("2027-06-13T09:00:00Z"))).toEqual({ kind: "wait-for-contract" })
  })

  test("keep the confirmation of a booking that was cancelled, and not of a request that was turned down", () => {
    const ended = (kind: "refused" | "expired" | "cancelled_by_company", confirmedAt: Date | null): JourneyFacts => ({
      ...pending,
      status: kind === "cancelled_by_company" ? "cancelled" : "refused",
      confirmedAt,
      end: { kind, at: hours(1) },
    })
    const confirmationOf = (facts: JourneyFacts) => statesOf(facts, hours(2))[1]
    expect(confirmationOf(ended("cancelled_by_company", hours(0)))).toBe("done")
    expect(confirmationOf(ended("cancelled_by_company", null))).toBe("stopped")
    // Its confirmation was taken back before.
    expect(confirmationOf(ended("refused", hours(0)))).toBe("stopped")
    expect(confirmationOf(ended("expired", hours(0)))).toBe("stopped")
  })
})

test("A refusal from before ends were kept is an end by its time only once that has passed", () => {
  const refused: JourneyFacts = { ...pending, status: "refused" }
  const plain = { kind: "ended", how: "refused", at: null }
  expect(nextOf(refused, hours(165))).toEqual(plain)
  expect(nextOf({ ...refused, expiresAt: null }, hours(200))).toEqual(plain)
})

test("What is due today is paid before other days are waited for, and these only before the first day", () => {
  const asking = (paid: number) => paying(paid, { datesAsked: true })
  expect(nextOf(asking(7_500), new Date("2027-06-05T09:00:00Z"))).toMatchObject({ kind: "pay", amount: 17_500 })
  expect(nextOf(asking(7_500), new Date("2027-06-04T09:00:00Z"))).toEqual({ kind: "wait-for-dates" })
  expect(nextOf(asking(25_000), new Date("2027-06-12T09:00:00Z"))).toEqual({ kind: "event", until: "2027-06-13" })
})

test("A booking always has its six steps in their order, and one of them at most is current", () => {
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

test("The bar beside a deadline goes from full to empty, and no further", () => {
  expect(shareLeft(now, hours(48), hours(12))).toBe(0.75)
  expect(shareLeft(now, hours(48), hours(60))).toBe(0)
  expect(shareLeft(now, hours(48), hours(-1))).toBe(1)
  expect(shareLeft(now, now, now)).toBe(0)
})

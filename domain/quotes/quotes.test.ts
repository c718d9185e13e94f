import { describe, expect, test } from "vitest"
import type { Day } from "../day.ts"
import { tickedLines } from "./extras.ts"
import { followUpReason } from "./follow-up.ts"
import { canBecome, quoteNumber, quoteStateAt } from "./state.ts"
import {
  defaultValidity,
  keepEnd,
  keepProblem,
  lastValidDay,
  latestKeep,
  latestValidity,
  validityLabel,
} from "./validity.ts"

const rentedOn = (day: Day, from = "2027-06-11T22:00:00.000Z") => [
  { dates: [day], periods: [{ from, until: "2027-06-12T22:00:00.000Z" }] },
]
const at = new Date("2027-01-28T09:00:00Z")

describe("the validity of a quote", () => {
  test("a quote is valid for 30 days, through the last one in Paris", () => {
    const latest = latestValidity(rentedOn("2027-06-12"), at)
    expect(latest).toEqual(new Date("2027-06-09T22:00:00Z"))
    const until = defaultValidity(latest as Date, { days: 30, at })
    expect(until).toEqual(new Date("2027-02-27T23:00:00Z"))
    expect(lastValidDay(until)).toBe("2027-02-27")
    expect(validityLabel(until)).toBe("samedi 27 février 2027")
    expect(validityLabel(new Date("2027-06-11T17:00:00Z"))).toBe("vendredi 11 juin 2027 à 19\u00a0h")
  })

  test("a quote never outlasts the third day before the event", () => {
    const late = new Date("2027-06-01T09:00:00Z")
    const latest = latestValidity(rentedOn("2027-06-12"), late) as Date
    expect(lastValidDay(defaultValidity(latest, { days: 30, at: late }))).toBe("2027-06-09")
  })

  test("for a nearer event it is valid until 24 hours before, then not at all", () => {
    const rentals = rentedOn("2027-06-12", "2027-06-12T17:00:00.000Z")
    expect(latestValidity(rentals, new Date("2027-06-10T09:00:00Z"))).toEqual(new Date("2027-06-11T17:00:00Z"))
    expect(latestValidity(rentals, new Date("2027-06-11T17:00:00Z"))).toBeNull()
  })

  test("days are kept for 14 days at most, never past the validity", () => {
    const long = new Date("2027-02-27T23:00:00Z")
    const short = new Date("2027-02-04T17:00:00Z")
    expect(latestKeep(long, at)).toBe("2027-02-11")
    expect(latestKeep(short, at)).toBe("2027-02-04")
    expect(keepProblem("2027-02-12", long, at)).toEqual({ kind: "keep-too-long", latest: "2027-02-11" })
    expect(keepProblem("2027-01-27", long, at)).toEqual({ kind: "keep-past" })
    expect(keepProblem("2027-02-11", long, at)).toBeNull()
    expect(keepEnd("2027-02-04", short)).toEqual(short)
    expect(keepEnd("2027-02-04", long)).toEqual(new Date("2027-02-04T23:00:00Z"))
  })
})

describe("the state of a quote", () => {
  test("a sent quote expires with its instant, before any job", () => {
    const standing = { state: "sent", validUntil: at } as const
    expect(quoteStateAt(standing, new Date(at.getTime() - 1))).toBe("sent")
    expect(quoteStateAt(standing, at)).toBe("expired")
  })

  test("an accepted quote is final, and what ended can be offered again", () => {
    expect(canBecome("accepted", "withdrawn")).toBe(false)
    expect(canBecome("accepted", "sent")).toBe(false)
    expect(canBecome("declined", "sent")).toBe(true)
    expect(canBecome("declined", "accepted")).toBe(false)
    expect(canBecome("draft", "accepted")).toBe(false)
  })

  test("a number names the year and its count", () => {
    expect(quoteNumber(2027, 14)).toBe("D-2027-0014")
    expect(quoteNumber(2027, 12_345)).toBe("D-2027-12345")
  })
})

test("only ticked lines become lines of the booking", () => {
  const extras = [
    { id: "a", label: "Animateur, 4 h", amount: 18_000 },
    { id: "b", label: "Livre d’or", amount: 4_500 },
  ]
  expect(tickedLines(extras, [])).toEqual([])
  expect(tickedLines(extras, ["a", "unknown"])).toMatchObject([{ id: "a", label: "Animateur, 4 h", amount: 18_000 }])
})

describe("quotes to follow up", () => {
  const standing = {
    state: "sent",
    validUntil: new Date("2027-02-27T23:00:00Z"),
    sentAt: at,
    firstOpenedAt: null,
    changeRequestedAt: null,
    orderReceivedAt: null,
  } as const
  const later = (days: number) => new Date(at.getTime() + days * 86_400_000)

  test("a quote is followed up after three days, opened or not, and before it ends", () => {
    expect(followUpReason(standing, later(2))).toBeNull()
    expect(followUpReason(standing, later(3))).toBe("unopened")
    expect(followUpReason({ ...standing, firstOpenedAt: later(1) }, later(3))).toBe("unanswered")
    expect(followUpReason(standing, later(29))).toBe("ending")
    expect(followUpReason(standing, later(31))).toBeNull()
  })

  test("a requested change comes first, also after the end", () => {
    const waiting = { ...standing, changeRequestedAt: later(1) }
    expect(followUpReason(waiting, later(1))).toBe("change-requested")
    expect(followUpReason({ ...waiting, state: "expired" }, later(40))).toBe("change-requested")
    expect(followUpReason({ ...waiting, state: "accepted" }, later(2))).toBeNull()
  })

  test("a received order waits until a new version or an end answers it", () => {
    const waiting = { ...standing, orderReceivedAt: later(1) }
    expect(followUpReason(waiting, later(1))).toBe("order-received")
    expect(followUpReason({ ...waiting, sentAt: later(2) }, later(2))).toBeNull()
    for (const state of ["accepted", "declined", "withdrawn"] as const)
      expect(followUpReason({ ...waiting, state }, later(2))).toBeNull()
  })
})

import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { type Day, addDays } from "../day.ts"
import { customerDay } from "./calendar.ts"
import { daysProblemMessage } from "./days-problem-message.ts"
import { MAX_RENTAL_DAYS } from "./limits.ts"
import { displayedMonth } from "./months.ts"
import { weekendPlan } from "../pricing/rate-plan.fixture.ts"
import { usualDayPlan } from "../pricing/rate-plan.ts"
import { type RentalTerms, rentableDays, rentalWindow } from "./rentable-days.ts"

const at = new Date("2027-05-01T09:00:00Z")
const today = "2027-05-01"
const product: RentalTerms = {
  isActive: true,
  archivedAt: null,
  minimumNoticeDays: 3,
  furthestDays: 30,
  preparationDaysBefore: 0,
  plans: [usualDayPlan],
}
const days = (count: number, first: Day = addDays(today, 3)) =>
  Array.from({ length: count }, (_, index) => addDays(first, index))
const anywhere = { ...product, furthestDays: null }

describe("rentable days", () => {
  test("the days are returned once each and in order", () => {
    expect(rentableDays(product, { days: ["2027-05-09", "2027-05-08", "2027-05-09"] }, at)).toEqual({
      ok: true,
      value: { days: ["2027-05-08", "2027-05-09"], plan: usualDayPlan },
    })
  })

  test("the days are at least one and at most sixty", () => {
    expect(rentableDays(product, { days: [] }, at)).toEqual({ ok: false, error: { kind: "no-days" } })
    expect(rentableDays(anywhere, { days: days(MAX_RENTAL_DAYS) }, at).ok).toBe(true)
    expect(rentableDays(anywhere, { days: days(MAX_RENTAL_DAYS + 1) }, at)).toEqual({
      ok: false,
      error: { kind: "too-many-days", max: 60 },
    })
    expect(rentableDays(anywhere, { days: [...days(MAX_RENTAL_DAYS), ...days(MAX_RENTAL_DAYS)] }, at).ok).toBe(true)
  })

  test("the days belong to a product on offer", () => {
    for (const withdrawn of [{ isActive: false }, { archivedAt: at }])
      expect(rentableDays({ ...product, ...withdrawn }, { days: days(1) }, at)).toEqual({
        ok: false,
        error: { kind: "not-for-rent" },
      })
  })

  test.each([
    ["past", addDays(today, -1), addDays(today, 3)],
    ["too-soon", addDays(today, 2), addDays(today, 3)],
    ["too-far", addDays(today, 31), addDays(today, 30)],
  ] as const)(
    "the days are never %s: the first day beyond is refused, the last one inside is not",
    (why, outside, inside) => {
      expect(rentableDays(product, { days: [inside] }, at).ok).toBe(true)
      expect(rentableDays(product, { days: [inside, outside] }, at)).toEqual({
        ok: false,
        error: { kind: "outside-window", why, days: [outside] },
      })
    },
  )

  test("the days leave time for preparation, and end after two years without an owner's limit", () => {
    expect(
      rentableDays({ ...anywhere, minimumNoticeDays: 0, preparationDaysBefore: 2 }, { days: [addDays(today, 1)] }, at),
    ).toMatchObject({
      error: { why: "too-soon" },
    })
    expect(rentableDays(anywhere, { days: [addDays(today, 730)] }, at).ok).toBe(true)
    expect(rentableDays(anywhere, { days: [addDays(today, 731)] }, at)).toMatchObject({ error: { why: "too-far" } })
  })

  test("a week-end that begins within the horizon may end after it", () => {
    const weekend = { ...product, plans: [weekendPlan] }
    expect(rentableDays({ ...weekend, furthestDays: 6 }, { days: ["2027-05-07"] }, at).ok).toBe(true)
    expect(rentableDays({ ...weekend, furthestDays: 5 }, { days: ["2027-05-07"] }, at)).toMatchObject({
      error: { why: "too-far" },
    })
  })

  test("the owner's days ignore notice and horizon, but not the past", () => {
    const owner = { by: "owner" } as const
    expect(rentableDays({ ...product, isActive: false }, { days: [today, addDays(today, 2000)] }, at, owner).ok).toBe(
      true,
    )
    expect(rentableDays(product, { days: [addDays(today, -1)] }, at, owner)).toMatchObject({ error: { why: "past" } })
    expect(rentableDays(product, { days: days(61) }, at, owner)).toMatchObject({ error: { kind: "too-many-days" } })
  })

  test("a booking keeps its own days when they are over", () => {
    const own = [addDays(today, -2), addDays(today, -1)]
    expect(rentableDays(product, { days: [...own, today] }, at, { by: "owner", own }).ok).toBe(true)
    expect(rentableDays(product, { days: [...own, addDays(today, -3)] }, at, { by: "owner", own })).toMatchObject({
      error: { days: [addDays(today, -3)] },
    })
  })

  test("the days are exactly those that an empty calendar shows as free", () => {
    const terms = fc.record({
      isActive: fc.constant(true),
      archivedAt: fc.constant(null),
      minimumNoticeDays: fc.integer({ min: 0, max: 20 }),
      furthestDays: fc.option(fc.integer({ min: 1, max: 800 })),
      preparationDaysBefore: fc.integer({ min: 0, max: 14 }),
      plans: fc.constant([usualDayPlan]),
    })
    fc.assert(
      fc.property(
        terms,
        fc.integer({ min: -30, max: 900 }),
        fc.constantFrom("customer", "owner"),
        (rental, away, by) => {
          const day = addDays(today, away)
          const calendar = {
            stock: { units: 1, preparationBefore: rental.preparationDaysBefore, preparationAfter: 0 },
            window: rentalWindow(rental, today, by),
            busy: [],
            blocked: new Set<Day>(),
            hour: 12,
          }
          expect(rentableDays(rental, { days: [day] }, at, { by }).ok).toBe(customerDay(day, calendar) === "free")
        },
      ),
    )
  })

  test("a refusal uses the specification's words", () => {
    expect(daysProblemMessage({ kind: "outside-window", why: "past", days: [] })).toBe(
      "Certaines dates sélectionnées ne sont plus disponibles",
    )
    expect(daysProblemMessage({ kind: "days-taken" })).toBe("Certaines dates sélectionnées ne sont plus disponibles")
    expect(daysProblemMessage({ kind: "too-many-days", max: 60 })).toBe("60 jours au plus par réservation")
    expect(daysProblemMessage({ kind: "no-days" })).toBe("Veuillez sélectionner au moins une date")
    expect(daysProblemMessage({ kind: "not-for-rent" })).toContain("n’est plus proposé")
  })
})

describe("the month of a calendar", () => {
  const window = rentalWindow(product, today)

  test("the month ranges from this one to the end of the rental window, or two years", () => {
    expect(displayedMonth(window, { requested: null })).toEqual({
      month: "2027-05",
      earliest: "2027-05",
      latest: "2027-05",
    })
    expect(displayedMonth(rentalWindow(anywhere, today), { requested: null }).latest).toBe("2029-04")
    expect(displayedMonth(rentalWindow(product, today, "owner"), { requested: null }).latest).toBe("2029-04")
  })

  test("the month is the requested one, else that of the first chosen day, within the bounds", () => {
    const wide = rentalWindow(anywhere, today)
    expect(displayedMonth(wide, { requested: "2027-09", chosen: ["2027-07-01"] }).month).toBe("2027-09")
    expect(displayedMonth(wide, { requested: null, chosen: ["2027-07-01"] }).month).toBe("2027-07")
    expect(displayedMonth(wide, { requested: "2026-01" }).month).toBe("2027-05")
    expect(displayedMonth(wide, { requested: "2040-01" }).month).toBe("2029-04")
  })

  test("the month goes back to a booking's own first day", () => {
    expect(displayedMonth(window, { requested: "2027-03", own: ["2027-03-30"] })).toMatchObject({
      month: "2027-03",
      earliest: "2027-03",
    })
    expect(displayedMonth(window, { requested: null, own: ["2027-08-30"] }).earliest).toBe("2027-05")
  })
})

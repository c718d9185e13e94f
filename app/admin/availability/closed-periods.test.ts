import { expect, test } from "vitest"
import type { ClosedDay } from "../../../domain/calendar/capacity.ts"
import type { Day } from "../../../domain/day.ts"
import { groupClosedDays } from "./closed-periods.ts"

const [booth, ring] = ["1-1-1-1-1", "2-2-2-2-2"] as const
const names = new Map<string, string>([
  [booth, "Photomaton"],
  [ring, "Anneau"],
])
const close = (productId: string, days: readonly number[], reason: string | null): ClosedDay[] =>
  days.map((day) => ({ productId, day: `2027-08-${String(day).padStart(2, "0")}` as Day, reason }))
const periods = (closed: readonly ClosedDay[]) =>
  groupClosedDays(closed, names, ({ from, to }, product) => `${product ?? "tous"} ${from.slice(8)}-${to.slice(8)}`)

test("one closing of several products is one line, also where bookings stand between", () => {
  expect(periods([...close(booth, [1, 2, 4, 5], "Congés"), ...close(ring, [1, 2, 3, 4, 5], "Congés")])).toEqual([
    {
      reason: "Congés",
      products: ["Photomaton", "Anneau"],
      from: "2027-08-01",
      to: "2027-08-05",
      liftHref: "tous 01-05",
    },
  ])
})

test("two periods and two reasons are lines of their own", () => {
  const closed = [...close(booth, [1, 2, 20], "Congés"), ...close(ring, [2], "Salon")]
  expect(periods(closed).map(({ reason, from, liftHref }) => [reason, from.slice(8), liftHref])).toEqual([
    ["Congés", "01", "1-1-1-1-1 01-02"],
    ["Salon", "02", "2-2-2-2-2 02-02"],
    ["Congés", "20", "1-1-1-1-1 20-20"],
  ])
})

test("a closing of several products is not lifted at once where that could lift another", () => {
  const closed = [...close(booth, [1, 2], "Congés"), ...close(ring, [1], "Congés"), ...close(ring, [2], "Salon")]
  expect(periods(closed).map(({ reason, liftHref }) => [reason, liftHref])).toEqual([
    ["Congés", null],
    ["Salon", null],
  ])
})

import { expect, test } from "vitest"
import { type DayFacts, emptyDay } from "../../../../domain/calendar/owner-day.ts"
import { type Day, monthGrid } from "../../../../domain/day.ts"
import { ownerWeeks } from "./owner-cells.ts"

const booking = (id: string) => ({ id, status: "confirmed" as const, clientName: "Lila Morel" })
const days = monthGrid("2027-06").map((day): { day: Day; facts: DayFacts } => {
  if (day === "2027-06-11") return { day, facts: { ...emptyDay, bookings: [booking("b1")] } }
  if (day === "2027-06-12") return { day, facts: { ...emptyDay, bookings: [booking("b2"), booking("b3")] } }
  if (day === "2027-06-09") return { day, facts: { ...emptyDay, blocked: true, blockedReason: "Salon" } }
  return { day, facts: emptyDay }
})
const weeks = ownerWeeks({ month: "2027-06", today: "2027-06-10", days }, 2, (day, id) => `${day}/${id}`)
const cell = (iso: string) => weeks.flat().find((each) => each.iso === iso)

test("a month is six weeks from Monday, with the days of its neighbours outside @R-bookings-calendar", () => {
  expect(weeks.map((week) => week.length)).toEqual([7, 7, 7, 7, 7, 7])
  expect(weeks[0]?.map(({ day, outside }) => [day, outside]).slice(0, 2)).toEqual([
    [31, true],
    [1, false],
  ])
})

test("a booked day leads to its booking, or to the choice between several, and cannot be ticked @S-day-open", () => {
  expect(cell("2027-06-11")).toMatchObject({
    state: "confirmed",
    href: "2027-06-11/b1",
    press: "open-booking",
    note: "1/2",
  })
  expect(cell("2027-06-12")).toMatchObject({
    state: "confirmed",
    href: "2027-06-12/null",
    press: "choose-booking",
    note: "2/2",
  })
})

test("a free day can be ticked from today on, and a past day is read-only @S-day-select", () => {
  expect(cell("2027-06-10")).toMatchObject({ state: "available", press: "select", today: true })
  expect(cell("2027-06-10")).not.toHaveProperty("href")
  expect(cell("2027-06-08")).toMatchObject({
    state: "past",
    word: "passé",
    press: "nothing",
    label: "8 passé, mardi 8 juin 2027",
  })
  expect(cell("2027-06-09")).toMatchObject({ state: "blocked", word: "Bloqué", reason: "Salon", press: "nothing" })
})

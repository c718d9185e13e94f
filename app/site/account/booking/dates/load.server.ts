import {
  type CustomerDay,
  type ProductCalendar,
  customerDay,
  planDay,
  unavailableDays,
} from "../../../../../domain/availability/calendar.ts"
import { displayedMonth } from "../../../../../domain/availability/months.ts"
import { rentalWindow } from "../../../../../domain/availability/rentable-days.ts"
import { type Day, dayInParis, isDay, isMonth, monthGrid, monthOf, sortedDays } from "../../../../../domain/day.ts"
import { lastDayOfPlans, usualDayPlan } from "../../../../../domain/pricing/rate-plan.ts"
import { type Rental, firstDay, rentalDays } from "../../../../../domain/rental/rental.ts"
import { readWholeNumber } from "../../../../../domain/whole-number.ts"
import type { Booking } from "../../../../../server/booking-record/booking.ts"
import { withRentals } from "../../../../../server/booking-record/rentals.ts"
import { moveTogether } from "../../../../../server/bookings/date-change.ts"
import { readCalendarForRental } from "../../../../../server/bookings/propose-edit.ts"
import { type ProductForRent, readProductWithOffers } from "../../../../../server/catalog/queries.ts"
import type { DatesView, RentalChoice } from "./view.ts"

/** A list of rentals when they have different days and none is chosen yet. */
export async function readDatesView(
  booking: Booking,
  values: URLSearchParams,
  at: Date,
): Promise<DatesView | RentalChoice[] | null> {
  const { rentals } = await withRentals(booking)
  const position = readWholeNumber(values.get("location"))
  const chosenRental = rentals.find((rental) => rental.position === position)
  if (moveTogether(rentals)) return readMonth(booking, { rentals, rental: null }, values, at)
  return chosenRental
    ? readMonth(booking, { rentals: [chosenRental], rental: toChoice(chosenRental) }, values, at)
    : rentals.map(toChoice)
}

function toChoice(rental: Rental): RentalChoice {
  return {
    position: rental.position,
    productName: rental.productName,
    when: { dates: rental.dates, plan: rental.plan ?? null },
  }
}

/** The booking's own days and its preparation days count as free for it. */
async function readMonth(
  booking: Booking,
  { rentals, rental }: { rentals: readonly Rental[]; rental: RentalChoice | null },
  values: URLSearchParams,
  at: Date,
): Promise<DatesView | null> {
  const [first] = rentals
  const products = await Promise.all(rentals.map(({ productId }) => readProductWithOffers(productId)))
  const [product] = products
  if (!first || !product) return null
  const queryDays = values.getAll("date").filter(isDay)
  const isSingle = first.plan != null && first.plan.kind !== "day"
  const own = isSingle ? [firstDay(first)] : rentalDays(first)
  const chosen = values.has("mois") || queryDays.length > 0 ? sortedDays(queryDays) : own
  const queryMonth = values.get("mois")
  const today = dayInParis(at)
  const { month, ...months } = displayedMonth(rentalWindow(product, today), {
    requested: queryMonth !== null && isMonth(queryMonth) ? queryMonth : null,
    chosen,
    own,
  })
  const grid = monthGrid(month)
  // The URL may name any day, so days outside the rental window are not queried.
  const daysInWindow = chosen.filter((day) => monthOf(day) >= months.earliest && monthOf(day) <= months.latest)
  const days = sortedDays([...grid, ...daysInWindow])
  const calendars = await readCalendars(booking, { rentals, products, days }, at)
  const dayState = (day: Day) => (own.includes(day) && day >= today ? "free" : combinedState(day, calendars))
  return {
    rental,
    plans: rentals.map(({ plan }) => plan ?? null),
    month,
    months,
    today,
    chosen,
    own,
    note: values.get("note") ?? "",
    days: grid.map((day) => ({ day, state: dayState(day) })),
    unavailable: chosen.filter((day) => dayState(day) !== "free"),
  }
}

function readCalendars(
  booking: Booking,
  {
    rentals,
    products,
    days,
  }: { rentals: readonly Rental[]; products: readonly (ProductForRent | null)[]; days: readonly Day[] },
  at: Date,
): Promise<PlannedCalendar[]> {
  const range = { from: days[0] as Day, to: days.at(-1) as Day, at, by: "customer" } as const
  return Promise.all(
    rentals.flatMap((rental, index) => {
      const product = products[index]
      return product ? [readPlannedCalendar({ booking, rental, product }, range)] : []
    }),
  )
}

type PlannedCalendar = { calendar: ProductCalendar; plan: Rental["plan"] }

async function readPlannedCalendar(...[rented, range]: Parameters<typeof readCalendarForRental>) {
  const { plan } = rented.rental
  const to = lastDayOfPlans([plan ?? usualDayPlan], range.to)
  return { calendar: await readCalendarForRental(rented, { ...range, to }), plan }
}

/** Free when it is free for each of them. */
function combinedState(day: Day, calendars: readonly PlannedCalendar[]): CustomerDay {
  return calendars.map((each) => stateInPlan(day, each)).find((state) => state !== "free") ?? "free"
}

/** A rental by the hour keeps its hours on another day. */
function stateInPlan(day: Day, { calendar, plan }: PlannedCalendar): CustomerDay {
  if (!plan || plan.kind === "day") return customerDay(day, calendar)
  const { state } = planDay(day, calendar, plan)
  const isTaken = plan.kind === "hours" && unavailableDays([day], calendar, plan).length > 0
  return state === "free" && isTaken ? "taken" : state
}

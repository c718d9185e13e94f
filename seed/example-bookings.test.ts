import fc from "fast-check"
import { expect, test } from "vitest"
import { type Claim, type Stock, chooseUnits } from "../domain/availability/units.ts"
import { occupiesDays } from "../domain/booking/status.ts"
import { type Day, addDays, daysBetween } from "../domain/day.ts"
import { rentalPeriods, toPlacedTimes, touchedDays } from "../domain/rental/periods.ts"
import { isAllowedQuantity, isPhotoPackOption } from "../domain/pricing/options.ts"
import { catalogue } from "./catalog.ts"
import type { SeedProduct } from "./catalogue-types.ts"
import { type ExampleBooking, exampleBlocks, exampleBookings, exampleRentals } from "./example-bookings.ts"
import { exampleCustomers } from "./example-customers.ts"
import { resolveDays } from "./relative-days.ts"

/** Two centuries of days include all clock changes, leap days and year ends. */
const anyToday = fc.integer({ min: 0, max: 70_000 }).map((days) => addDays("2000-01-01", days))

function productOf(slug: string): SeedProduct {
  const product = catalogue.products.find((each) => each.slug === slug)
  if (!product) throw new Error(`No product is called ${slug}`)
  return product
}

function stockOf({ stock, preparationDaysBefore, preparationDaysAfter }: SeedProduct): Stock {
  return { units: stock, preparationBefore: preparationDaysBefore, preparationAfter: preparationDaysAfter }
}

function bookingsWithoutUnit(bookings: readonly ExampleBooking[], today: Day) {
  const claimsByProduct = new Map<string, Claim[]>()
  const homeless = bookings.filter((booking) => {
    if (!occupiesDays(booking.status)) return false
    return exampleRentals(booking).some(({ product, when }) => {
      const already = claimsByProduct.get(product) ?? []
      const stock = stockOf(productOf(product))
      const times = toPlacedTimes(rentalPeriods(resolveDays(when, today), 0), stock)
      const claims = chooseUnits(times, { stock, busy: already.map(({ unit, held }) => ({ unit, ...held })) })
      if (claims) claimsByProduct.set(product, [...already, ...claims])
      return claims === null
    })
  })
  return { homeless, claimsByProduct }
}

test("on any day of seeding, every booking has a unit and no closed day holds a booking", () => {
  fc.assert(
    fc.property(anyToday, (today) => {
      const { homeless, claimsByProduct } = bookingsWithoutUnit(exampleBookings, today)
      expect(homeless).toEqual([])
      for (const block of exampleBlocks) {
        productOf(block.product)
        const busy = new Set((claimsByProduct.get(block.product) ?? []).flatMap(({ held }) => touchedDays(held, 0)))
        expect(
          resolveDays(block.when, today).filter((day) => busy.has(day)),
          block.reason,
        ).toEqual([])
      }
    }),
  )
})

test("one booking too many on a full day is detected", () => {
  const one = exampleBookings
    .filter(({ product, status }) => product === "photomaton-bois" && status === "confirmed")
    .slice(0, 1)
  expect(bookingsWithoutUnit([...one, ...one], "2027-06-12").homeless).toHaveLength(1)
})

test("past bookings are over, future ones are not, and each request respected its product's notice", () => {
  fc.assert(
    fc.property(anyToday, (today) => {
      for (const booking of exampleBookings) {
        const days = resolveDays(booking.when, today)
        const [first] = days
        if (first === undefined) throw new Error("A booking has no day")
        if (booking.status === "pending") expect(first > addDays(today, 7)).toBe(true)
        for (const { product, when } of exampleRentals(booking)) {
          const notice = daysBetween(addDays(today, -booking.createdDaysAgo), resolveDays(when, today)[0] ?? first)
          expect(notice).toBeGreaterThanOrEqual(productOf(product).minimumNoticeDays)
        }
        expect(booking.confirmedDaysAgo ?? 0).toBeLessThanOrEqual(booking.createdDaysAgo)
        const balanceIsDue = daysBetween(today, first) <= catalogue.financeSettings.balanceDaysBefore
        if (booking.paymentStatus === "down_payment_paid") expect(balanceIsDue).toBe(false)
        if (booking.status === "confirmed" && first < today) expect(booking.paymentStatus).toBe("paid")
      }
    }),
  )
})

test("a pending request is younger than its expiry", () => {
  for (const { createdDaysAgo } of exampleBookings.filter(({ status }) => status === "pending")) {
    expect(createdDaysAgo).toBeLessThan(catalogue.financeSettings.pendingExpiryDays)
  }
})

test("about two dozen bookings cover every state, delivered and collected, past and future", () => {
  expect(exampleBookings.length).toBeGreaterThanOrEqual(24)
  expect(new Set(exampleBookings.map(({ status }) => status))).toEqual(
    new Set(["pending", "confirmed", "refused", "cancelled"]),
  )
  expect(new Set(exampleBookings.map(({ delivery }) => delivery === null)).size).toBe(2)
  expect(new Set(exampleBookings.map(({ product }) => product)).size).toBe(5)
})

test("some bookings have two machines, on the same days and on days of their own", () => {
  const weddings = exampleBookings.filter(({ others }) => others.length > 0)
  const isOnSameDays = weddings.map(({ when, others }) =>
    others.every((other) => JSON.stringify(other.when) === JSON.stringify(when)),
  )
  expect(new Set(isOnSameDays)).toEqual(new Set([true, false]))
})

test("every option exists in its product and has an allowed quantity", () => {
  for (const rental of exampleBookings.flatMap(exampleRentals)) {
    for (const chosen of rental.options) {
      const option = productOf(rental.product).options.find(({ name }) => name === chosen.name)
      expect(option, `${rental.product}, ${chosen.name}`).toBeDefined()
      if (!option) continue
      expect(isPhotoPackOption(option.name)).toBe(false)
      expect(
        isAllowedQuantity({ choiceGroup: "", ...option }, chosen.quantity),
        `${chosen.name} × ${chosen.quantity}`,
      ).toBe(true)
      for (const sub of chosen.subOptions ?? []) {
        const subOption = option.subOptions.find(({ name }) => name === sub.name)
        expect(subOption, `${chosen.name}, ${sub.name}`).toBeDefined()
        if (subOption)
          expect(
            isAllowedQuantity({ choiceGroup: "", ...subOption }, sub.quantity),
            `${sub.name} × ${sub.quantity}`,
          ).toBe(true)
      }
    }
  }
})

test("every customer is fictional, named once, and every booking has a listed customer", () => {
  expect(exampleCustomers.length).toBeGreaterThanOrEqual(10)
  const keys = exampleCustomers.map(({ key }) => key)
  expect(new Set([...keys, ...exampleCustomers.map(({ email }) => email)]).size).toBe(2 * keys.length)
  for (const customer of exampleCustomers) {
    expect(customer.isExample).toBe(true)
    expect(customer.email).toMatch(/@[a-z-]+\.example$/)
    expect(customer.phone).toMatch(/^(01 99 00|06 39 98) \d\d \d\d$/)
    expect(customer.zipCode).toMatch(/^\d{5}$/)
  }
  for (const booking of exampleBookings) expect(keys).toContain(booking.customer)
})

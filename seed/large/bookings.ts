import { randomUUID } from "node:crypto"
import type { BookingId, ProfileId } from "../../domain/id.ts"
import type { BookedOption } from "../../domain/pricing/price.ts"
import { type Agreement, type TermsOfToday, agreementFor } from "../../domain/booking/agreement.ts"
import { pricedChoiceOf } from "../../domain/booking/booking.ts"
import { answerDue, requestExpires } from "../../domain/booking/deadlines.ts"
import { type BookingStatus, occupiesDays } from "../../domain/booking/status.ts"
import { type Day, addDays, dayInParis } from "../../domain/day.ts"
import { defaultDeliveryRule, deliveryFee } from "../../domain/delivery/delivery.ts"
import { defaultPhotoPack, priceOf } from "../../domain/pricing/price.ts"
import { storedPrice } from "../../domain/pricing/stored-price.ts"
import type { BookedUnit } from "../../server/availability/seeded-units.ts"
import type { bookings } from "../../server/platform/schema/bookings.ts"
import { daysBefore } from "../days-before.ts"
import type { Chance } from "./chance.ts"
import type { LargeProduct } from "./products.ts"
import { streets, towns } from "./words.ts"

type BookingRow = typeof bookings.$inferInsert & {
  id: BookingId
  number: number
  status: BookingStatus
  createdAt: Date
  confirmedAt: Date | null
  agreement: Agreement | null
}
export type LargeBooking = { booking: BookingRow; occupied: BookedUnit[] }

/** A year behind and a year ahead. */
const SPAN_DAYS = 730

/**
 * Bookings one after the other on each unit of each product, so that none can meet another; one for each of these numbers.
 * Requests that wait are as young as requests can be.
 */
export function largeBookings(
  numbers: readonly number[],
  products: readonly LargeProduct[],
  customerIds: readonly ProfileId[],
  terms: TermsOfToday,
  chance: Chance,
  at: Date,
): LargeBooking[] {
  const units = products.flatMap((product) =>
    Array.from({ length: product.row.stock ?? 1 }, (_, index) => ({ product, unit: index + 1 })),
  )
  const share = Math.ceil(numbers.length / units.length)
  const pace = Math.floor(SPAN_DAYS / share)
  const made: LargeBooking[] = []
  const first = addDays(dayInParis(at), -SPAN_DAYS / 2)
  for (let turn = 0; made.length < numbers.length; turn++) {
    for (const { product, unit } of units) {
      const number = numbers[made.length]
      if (number === undefined) break
      const begins = addDays(first, turn * pace + chance.between(0, Math.max(0, pace - 4)))
      made.push(
        largeBooking({ number, product, unit, begins, customerId: chance.pick(customerIds) }, terms, chance, at),
      )
    }
  }
  return made
}

type Slot = { number: number; product: LargeProduct; unit: number; begins: Day; customerId: ProfileId }

function largeBooking(
  { number, product, unit, begins, customerId }: Slot,
  terms: TermsOfToday,
  chance: Chance,
  at: Date,
): LargeBooking {
  const dates = Array.from({ length: chance.between(1, 3) }, (_, index) => addDays(begins, index))
  const lastDay = dates.at(-1) ?? begins
  const status = statusOf(begins > dayInParis(at), chance)
  const createdAt = createdOf(status, begins, chance, at)
  const isDelivery = chance.next() < 0.7
  const distance = isDelivery ? chance.between(0, 120) : 0
  const [zipCode, city] = chance.pick(towns)
  const items: BookedOption[] = product.options
    .filter(() => chance.next() < 0.4)
    .map((option) => ({ ...option, quantity: 1 }))
  const chosen = {
    productName: product.row.name,
    dailyPrice: product.row.price ?? 0,
    dates,
    options: { items, total: 0 },
    photoPacks: chance.between(0, 3),
    photoPackPrice: product.row.photoPackPrice ?? defaultPhotoPack.price,
    photoPackQuantity: product.row.photoPackQuantity ?? defaultPhotoPack.quantity,
    isDelivery,
    deliveryFee: isDelivery ? deliveryFee(distance, defaultDeliveryRule) : 0,
  }
  const price = priceOf(pricedChoiceOf(chosen))
  const { optionsTotal, total } = price
  const id = randomUUID()
  const confirmedAt = status === "confirmed" ? new Date(createdAt.getTime() + 7_200_000) : null
  const booking: BookingRow = {
    ...chosen,
    id,
    number,
    userId: customerId,
    productId: product.row.id,
    firstDay: begins,
    lastDay,
    status,
    total,
    priceLines: storedPrice(price),
    distance,
    createdAt,
    confirmedAt,
    options: { items, total: optionsTotal },
    idempotencyKey: randomUUID(),
    isExample: true,
    address: { street: `${chance.between(1, 120)} ${chance.pick(streets)}`, zipCode, city, instructions: "" },
    requestedAt: createdAt,
    answerDueAt: answerDue(createdAt),
    expiresAt: requestExpires(createdAt, begins, 7),
    // Its contract is signed: nothing is waited for.
    contractDueAt: null,
    agreement: confirmedAt && agreementFor({ number, securityDeposit: product.row.securityDeposit ?? 0 }, terms),
  }
  const occupied = occupiesDays(status)
    ? dates.map((day) => ({ productId: product.row.id, unit, day, bookingId: id }))
    : []
  return { booking, occupied }
}

/** Most is confirmed; about one request in eighty of the days to come still waits. */
function statusOf(future: boolean, chance: Chance): BookingStatus {
  const drawn = chance.next()
  if (drawn < 0.06) return "refused"
  if (drawn < 0.14) return "cancelled"
  return future && drawn < 0.165 ? "pending" : "confirmed"
}

function createdOf(status: BookingStatus, begins: Day, chance: Chance, at: Date): Date {
  if (status === "pending") return new Date(at.getTime() - chance.between(1, 100) * 3_600_000)
  const asked = daysBefore(new Date(`${begins}T09:00:00Z`), chance.between(10, 120))
  return asked < at ? asked : daysBefore(at, chance.between(6, 60))
}

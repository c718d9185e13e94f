import { randomUUID } from "node:crypto"
import type { BookingId, ProfileId } from "../../domain/id.ts"
import type { BookedOption } from "../../domain/pricing/price.ts"
import { type Agreement, type CurrentTerms, agreementFor } from "../../domain/booking/agreement.ts"
import { toPricedRental } from "../../domain/booking/booking.ts"
import { rentalPeriods } from "../../domain/rental/periods.ts"
import type { ShopHours } from "../../domain/rental/shop-hours.ts"
import type { Rental } from "../../domain/rental/rental.ts"
import { rentalColumns } from "../../server/booking-record/rentals.ts"
import { answerDue, requestExpiry } from "../../domain/booking/deadlines.ts"
import { type BookingStatus, occupiesDays } from "../../domain/booking/status.ts"
import { type Day, addDays, dayInParis } from "../../domain/day.ts"
import { defaultDeliveryRule, deliveryFee } from "../../domain/delivery/delivery.ts"
import { defaultPhotoPack, priceOfRentals } from "../../domain/pricing/price.ts"
import { toStoredPrice } from "../../domain/pricing/stored-price.ts"
import type { UnitClaims } from "../../server/availability/ranges.ts"
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
export type LargeBooking = { booking: BookingRow; rentals: Rental[]; occupied: UnitClaims[] }

const SPAN_DAYS = 730

/** Consecutive on each unit, so that no two bookings collide. */
export function largeBookings({
  numbers,
  products,
  customerIds,
  terms,
  chance,
  at,
}: {
  numbers: readonly number[]
  products: readonly LargeProduct[]
  customerIds: readonly ProfileId[]
  terms: Terms
  chance: Chance
  at: Date
}): LargeBooking[] {
  const units = products.flatMap((product) =>
    Array.from({ length: product.row.stock ?? 1 }, (_, index) => ({ product, unit: index + 1 })),
  )
  const share = Math.ceil(numbers.length / units.length)
  const pace = Math.floor(SPAN_DAYS / share)
  const result: LargeBooking[] = []
  const first = addDays(dayInParis(at), -SPAN_DAYS / 2)
  for (let turn = 0; result.length < numbers.length; turn++) {
    for (const { product, unit } of units) {
      const number = numbers[result.length]
      if (number === undefined) break
      const start = addDays(first, turn * pace + chance.between(0, Math.max(0, pace - 4)))
      result.push(
        largeBooking({ number, product, unit, start, customerId: chance.pick(customerIds) }, terms, chance, at),
      )
    }
  }
  return result
}

type Terms = CurrentTerms & Pick<ShopHours, "rentalDayStartsAt">

type Slot = { number: number; product: LargeProduct; unit: number; start: Day; customerId: ProfileId }

function largeBooking(
  { number, product, unit, start, customerId }: Slot,
  terms: Terms,
  chance: Chance,
  at: Date,
): LargeBooking {
  const dates = Array.from({ length: chance.between(1, 3) }, (_, index) => addDays(start, index))
  const status = drawStatus(start > dayInParis(at), chance)
  const createdAt = drawCreatedAt(status, start, chance, at)
  const isDelivery = chance.next() < 0.7
  const distance = isDelivery ? chance.between(0, 120) : 0
  const [zipCode, city] = chance.pick(towns)
  const items: BookedOption[] = product.options
    .filter(() => chance.next() < 0.4)
    .map((option) => ({ ...option, quantity: 1 }))
  const rental: Rental = {
    position: 1,
    productId: product.row.id,
    productName: product.row.name,
    periods: rentalPeriods(dates, terms.rentalDayStartsAt),
    windows: null,
    dailyPrice: product.row.price ?? 0,
    dates,
    options: { items, total: 0 },
    photoPacks: chance.between(0, 3),
    photoPackPrice: product.row.photoPackPrice ?? defaultPhotoPack.price,
    photoPackQuantity: product.row.photoPackQuantity ?? defaultPhotoPack.quantity,
  }
  const fee = isDelivery ? deliveryFee(distance, defaultDeliveryRule) : 0
  const price = priceOfRentals([toPricedRental(rental, null)], {
    deliveryFee: isDelivery ? fee : null,
  })
  const { optionsTotal, total } = price
  const rentals = [{ ...rental, options: { items, total: optionsTotal } }]
  const id = randomUUID()
  const confirmedAt = status === "confirmed" ? new Date(createdAt.getTime() + 7_200_000) : null
  const booking: BookingRow = {
    ...rentalColumns(rentals),
    id,
    number,
    userId: customerId,
    isDelivery,
    deliveryFee: fee,
    status,
    total,
    priceLines: toStoredPrice(price),
    distance,
    createdAt,
    confirmedAt,
    idempotencyKey: randomUUID(),
    isExample: true,
    address: { street: `${chance.between(1, 120)} ${chance.pick(streets)}`, zipCode, city, instructions: "" },
    requestedAt: createdAt,
    answerDueAt: answerDue(createdAt),
    expiresAt: requestExpiry(createdAt, start, 7),
    contractDueAt: null,
    agreement: confirmedAt && agreementFor({ number, securityDeposit: product.row.securityDeposit ?? 0 }, terms),
  }
  const occupant = { kind: "booking", bookingId: id, rental: rental.position } as const
  const claims = rental.periods.map((time) => ({ unit, held: time, rented: time }))
  const occupied = occupiesDays(status) ? [{ productId: product.row.id, occupant, claims }] : []
  return { booking, rentals, occupied }
}

function drawStatus(future: boolean, chance: Chance): BookingStatus {
  const roll = chance.next()
  if (roll < 0.06) return "refused"
  if (roll < 0.14) return "cancelled"
  return future && roll < 0.165 ? "pending" : "confirmed"
}

function drawCreatedAt(status: BookingStatus, start: Day, chance: Chance, at: Date): Date {
  if (status === "pending") return new Date(at.getTime() - chance.between(1, 100) * 3_600_000)
  const requestedAt = daysBefore(new Date(`${start}T09:00:00Z`), chance.between(10, 120))
  return requestedAt < at ? requestedAt : daysBefore(at, chance.between(6, 60))
}

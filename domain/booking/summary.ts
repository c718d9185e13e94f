import type { BookingId, ProfileId } from "../id.ts"
import { isDay } from "../day.ts"
import type { Cents } from "../money.ts"
import { type PriceLine, priceLineKinds } from "../pricing/price.ts"
import type { BookingAddress } from "./booking.ts"
import { type BookingStatus, bookingStatuses } from "./status.ts"
import type { TimedRental } from "../rental/rental-times.ts"
import type { RentalPeriod, StoredOptions } from "../rental/rental.ts"

/** Stored in session storage (isomorphic/current-booking.ts). */
export type BookingSummary = RentalPeriod & {
  id: BookingId
  number: number
  /** No other account's browser session may show it. */
  ownerId: ProfileId
  status: BookingStatus
  product: {
    name: string
    price: Cents
    features: string[]
    photoPackPrice: Cents
    photoPackQuantity: number
    securityDeposit: Cents
  }
  address: BookingAddress
  isDelivery: boolean
  distance: number
  distanceToConfirm: boolean
  centre: string | null
  deliveryFee: Cents
  options: StoredOptions
  photoPacks: number
  rentals?: readonly (Omit<TimedRental, "times"> & Partial<TimedRental>)[]
  lines: PriceLine[]
  total: Cents
  totalBefore: Cents | null
  together?: BookingSummary[]
}

/** null when absent or unreadable. */
export function parseSummary(stored: string | null): BookingSummary | null {
  try {
    const parsed: unknown = JSON.parse(String(stored))
    return isSummary(parsed) ? parsed : null
  } catch {
    return null
  }
}

function isSummary(value: unknown): value is BookingSummary {
  const fields = toRecord(value)
  const product = toRecord(fields.product)
  const address = toRecord(fields.address)
  const options = toRecord(fields.options)
  return (
    [fields.number, fields.distance, fields.deliveryFee, fields.photoPacks, fields.total].every(Number.isInteger) &&
    [product.price, product.photoPackPrice, product.photoPackQuantity, product.securityDeposit].every(
      Number.isInteger,
    ) &&
    bookingStatuses.some((status) => status === fields.status) &&
    [fields.ownerId, product.name, address.street, address.zipCode, address.city, address.instructions].every(isText) &&
    [fields.isDelivery, fields.distanceToConfirm].every((value) => typeof value === "boolean") &&
    isListOf(fields.dates, (day) => isText(day) && isDay(day)) &&
    isListOf(product.features, isText) &&
    isListOf(fields.lines, isLine) &&
    (fields.rentals === undefined || isListOf(fields.rentals, isNamedRental)) &&
    (fields.together === undefined || isListOf(fields.together, isSummary)) &&
    isListOf(options.items, (item) => isText(toRecord(item).name) && Number.isInteger(toRecord(item).price))
  )
}

function isNamedRental(rental: unknown): boolean {
  const { position, productName, dates, times = null } = toRecord(rental)
  return (
    (times === null || isText(times)) &&
    Number.isInteger(position) &&
    isText(productName) &&
    isListOf(dates, (day) => isText(day) && isDay(day))
  )
}

function isLine(line: unknown): boolean {
  const { kind, label, unitPrice, quantity, days, amount } = toRecord(line)
  return (
    priceLineKinds.some((lineKind) => lineKind === kind) &&
    isText(label) &&
    [unitPrice, quantity, days, amount].every(Number.isInteger)
  )
}

function toRecord(value: unknown): Record<string, unknown> {
  return Object(value)
}

function isText(value: unknown): value is string {
  return typeof value === "string"
}

function isListOf(value: unknown, each: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(each)
}

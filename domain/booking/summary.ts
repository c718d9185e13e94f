import type { BookingId, ProfileId } from "../id.ts"
import { isDay } from "../day.ts"
import type { Cents } from "../money.ts"
import { type PriceLine, priceLineKinds } from "../pricing/price.ts"
import type { BookingAddress } from "./booking.ts"
import { type BookingStatus, bookingStatuses } from "./status.ts"
import type { RentalPeriod, StoredOptions } from "../rental/rental.ts"

/** The booking summary of the specification's section 3, kept in session storage (isomorphic/current-booking.ts). */
export type BookingSummary = RentalPeriod & {
  id: BookingId
  number: number
  /** Whose booking it is: nobody else's browser session may show it. */
  ownerId: ProfileId
  status: BookingStatus
  /** `price`: a day, in cents. */
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
  /** Round trip in km; 0 while it is to be confirmed. */
  distance: number
  distanceToConfirm: boolean
  /** The commune from whose centre the distance was counted. */
  centre: string | null
  deliveryFee: Cents
  options: StoredOptions
  photoPacks: number
  /** What the total is made of, as it was agreed. */
  lines: PriceLine[]
  total: Cents
  /** What the total was when it was ordered, where the owner has entered the distance since. */
  totalBefore: Cents | null
  /** The others that were ordered together with it (D13). */
  together?: BookingSummary[]
}

/** What the browser kept, or null when there is nothing or it cannot be read (an older version, a curious person). */
export function parseSummary(stored: string | null): BookingSummary | null {
  try {
    const kept: unknown = JSON.parse(String(stored))
    return isSummary(kept) ? kept : null
  } catch {
    return null
  }
}

function isSummary(kept: unknown): kept is BookingSummary {
  const fields = recordOf(kept)
  const product = recordOf(fields.product)
  const address = recordOf(fields.address)
  const options = recordOf(fields.options)
  return (
    [fields.number, fields.distance, fields.deliveryFee, fields.photoPacks, fields.total].every(Number.isInteger) &&
    [product.price, product.photoPackPrice, product.photoPackQuantity, product.securityDeposit].every(
      Number.isInteger,
    ) &&
    bookingStatuses.some((status) => status === fields.status) &&
    [fields.ownerId, product.name, address.street, address.zipCode, address.city, address.instructions].every(isText) &&
    [fields.isDelivery, fields.distanceToConfirm].every((value) => typeof value === "boolean") &&
    listOf(fields.dates, (day) => isText(day) && isDay(day)) &&
    listOf(product.features, isText) &&
    listOf(fields.lines, isLine) &&
    (fields.together === undefined || listOf(fields.together, isSummary)) &&
    listOf(options.items, (item) => isText(recordOf(item).name) && Number.isInteger(recordOf(item).price))
  )
}

function isLine(line: unknown): boolean {
  const { kind, label, unitPrice, quantity, days, amount } = recordOf(line)
  return (
    priceLineKinds.some((known) => known === kind) &&
    isText(label) &&
    [unitPrice, quantity, days, amount].every(Number.isInteger)
  )
}

/** What is no object has no field. */
function recordOf(value: unknown): Record<string, unknown> {
  return Object(value)
}

function isText(value: unknown): value is string {
  return typeof value === "string"
}

function listOf(value: unknown, each: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(each)
}

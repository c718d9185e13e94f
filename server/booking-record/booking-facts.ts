import { eq } from "drizzle-orm"
import { type BookingHours, noHours } from "../../domain/booking/hours.ts"
import { isUnknownDistance } from "../../domain/delivery/delivery.ts"
import type { BookingId } from "../../domain/id.ts"
import type { Cents } from "../../domain/money.ts"
import { rentalDays } from "../../domain/rental/rental.ts"
import { bookingStops } from "../../domain/rental/rental-times.ts"
import { readHours } from "./hours.ts"
import { readBookingInForce } from "./booking-in-force.ts"
import { type RentedBooking, sumSecurityDeposits, withRentals } from "./rentals.ts"
import type { Transaction } from "../platform/database.server.ts"
import type { BookingFacts } from "../platform/mail/booking-mail-kinds.ts"
import { profiles, users } from "../platform/schema/accounts.ts"
import { bookings } from "../platform/schema/bookings.ts"

/** Requires a left join of `users`. */
const clientColumns = {
  name: profiles.name,
  email: profiles.email,
  phone: profiles.phone,
  clientType: profiles.clientType,
  isExample: profiles.isExample,
  isVerified: users.emailVerified,
}

/** `asSigned` leaves out an unsigned change (D59). */
export async function readBookingFacts(
  tx: Transaction,
  bookingId: BookingId,
  { asSigned = false }: { asSigned?: boolean } = {},
): Promise<BookingFacts> {
  const [row] = await tx
    .select({ booking: bookings, client: clientColumns })
    .from(bookings)
    .innerJoin(profiles, eq(profiles.id, bookings.userId))
    .leftJoin(users, eq(users.id, bookings.userId))
    .where(eq(bookings.id, bookingId))
  const hours = await readHours([bookingId], tx)
  if (!row) throw new Error(`There is no booking ${bookingId} to write about`)
  const rented = await withRentals(row.booking, tx)
  const booking = asSigned ? await readBookingInForce(tx, rented) : rented
  return toBookingFacts(booking, row.client, await sumSecurityDeposits(bookingId, tx), hours.get(bookingId))
}

type Client = {
  name: string
  email: string
  phone: string | null
  clientType: string | null
  isExample: boolean
  /** null when nobody can sign in to the profile. */
  isVerified: boolean | null
}

type BookingInMail = Pick<
  RentedBooking,
  | "id"
  | "number"
  | "status"
  | "productName"
  | "dates"
  | "priceLines"
  | "rentals"
  | "total"
  | "agreement"
  | "isDelivery"
  | "address"
  | "distanceToConfirm"
  | "addressPrecision"
  | "placedBy"
  | "requestedAt"
  | "answerDueAt"
  | "expiresAt"
  | "company"
> &
  Partial<Pick<typeof bookings.$inferSelect, "isDemonstration">>

function toBookingFacts(
  booking: BookingInMail,
  client: Client,
  securityDeposit: Cents,
  hours: BookingHours = noHours,
): BookingFacts {
  const { addressPrecision, answerDueAt, expiresAt } = booking
  return {
    id: booking.id,
    number: booking.number,
    status: booking.status,
    product: booking.productName,
    days: rentalDays(booking),
    lines: booking.priceLines.lines,
    rentals: booking.rentals.map(({ productName: product, plan, periods, windows, ...rental }) => ({
      product,
      days: rentalDays(rental),
      ...(plan ? { plan } : {}),
      periods,
      windows,
    })),
    total: booking.total,
    securityDeposit: booking.agreement?.securityDeposit ?? securityDeposit,
    isDelivery: booking.isDelivery,
    address: booking.address,
    distanceToConfirm: booking.distanceToConfirm,
    ...(addressPrecision !== null && isUnknownDistance(addressPrecision) ? { unknownDistance: addressPrecision } : {}),
    placedByOwner: booking.placedBy !== null,
    hours,
    stops: bookingStops(booking.rentals, { isDelivery: booking.isDelivery, hours }),
    ...(booking.isDemonstration && { isDemonstration: true as const }),
    requestedAt: booking.requestedAt.toISOString(),
    // A request for tomorrow ends before a day has passed.
    answerDueAt: (expiresAt && expiresAt < answerDueAt ? expiresAt : answerDueAt).toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
    client: {
      name: client.name,
      email: client.email.trim() || null,
      phone: client.phone,
      isVerified: client.isVerified ?? false,
      isConsumer: booking.company === null && client.clientType === "individual",
      isExample: client.isExample,
    },
  }
}

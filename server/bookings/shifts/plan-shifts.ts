import { inArray } from "drizzle-orm"
import { type PlannedShift, planShifts } from "../../../domain/booking/shift.ts"
import type { ClockTime } from "../../../domain/clock.ts"
import type { BookingHours } from "../../../domain/booking/hours.ts"
import { type Rental, firstDay } from "../../../domain/rental/rental.ts"
import { bookingStops } from "../../../domain/rental/rental-times.ts"
import { type Executor, db } from "../../platform/database.server.ts"
import { products } from "../../platform/schema/catalog.ts"

type Planned = {
  rentals: readonly Rental[]
  isDelivery: boolean
  hours: BookingHours
  eventStartsAt: ClockTime | null
}

/** Follows the booking's products; nobody travels for a pick-up. */
export async function readPlannedShifts(
  { rentals, isDelivery, hours, eventStartsAt }: Planned,
  executor: Executor = db,
): Promise<PlannedShift[]> {
  const [first] = rentals
  if (!first || !isDelivery) return []
  const rows = await executor
    .select({ needsInstaller: products.needsInstaller, needsHost: products.needsHost })
    .from(products)
    .where(
      inArray(
        products.id,
        rentals.map(({ productId }) => productId),
      ),
    )
  const period = rentals.find(({ plan }) => plan?.kind === "hours")?.periods[0]
  return planShifts({
    needsInstaller: rows.some(({ needsInstaller }) => needsInstaller),
    needsHost: rows.some(({ needsHost }) => needsHost),
    stops: bookingStops(rentals, { isDelivery, hours }),
    event: period ? { startsAt: new Date(period.from), endsAt: new Date(period.until) } : null,
    firstDay: firstDay(first),
    eventStartsAt,
  })
}

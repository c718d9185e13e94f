import { rentalLabel } from "../../../../domain/rental/rental.ts"
import type { StillBooked } from "../../../../server/bookings/change-stock.ts"
import type { StillBookedView } from "./still-booked-notice.tsx"

export function stillBookedView({ bookings, quotes, holds }: StillBooked): StillBookedView {
  return { bookings: bookings.map(({ when, ...booking }) => ({ ...booking, days: rentalLabel(when) })), quotes, holds }
}

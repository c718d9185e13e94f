import { type Day, daysBetween } from "../day.ts"
import { type Cents, roundHalfAway } from "../money.ts"
import { type CancelledBooking, retainedPercent } from "./cancellation-settlement.ts"

/**
 * `amount`: the sum of its price lines in the signed version. `rest`: what the booking costs without it, where a change
 * that waits for a signature makes it another.
 */
type EndedRental = { amount: Cents; firstDay: Day; rest?: Cents }

export type RentalSettlement = {
  retainedPercent: number
  /** Becomes a line of the price when the customer ends it (D60). */
  retained: Cents
  /** Without a part that the company ends, nothing is refunded before the change is signed (D59). */
  refund: Cents
  indemnity: Cents
  total: Cents
  /** Still to pay of `total`. */
  balance: Cents
}

/** D53 on one rental: min(tier × its lines, its share of the larger of paid and due). */
export function endRentalForCustomer(booking: CancelledBooking, rental: EndedRental, on: Day): RentalSettlement {
  const { paid, paidByThen = paid, dueByThen } = booking
  const percent = retainedPercent(booking.tiers, daysBetween(on, rental.firstDay))
  const share = shareOfRental(Math.max(paidByThen, dueByThen), booking, rental)
  const retained = Math.min(roundHalfAway((rental.amount * percent) / 100), share)
  const total = (rental.rest ?? booking.total - rental.amount) + retained
  return {
    retainedPercent: percent,
    retained,
    refund: Math.max(paid - total, 0),
    indemnity: 0,
    total,
    balance: Math.max(total - paid, 0),
  }
}

/** Refunds its share of what was paid, and owes what the customer would have lost (D43). */
export function endRentalForCompany(
  booking: CancelledBooking,
  rental: EndedRental,
  { on, forceMajeure }: { on: Day; forceMajeure: boolean },
): RentalSettlement {
  const { retained } = endRentalForCustomer(booking, rental, on)
  const total = booking.total - rental.amount
  const share = shareOfRental(booking.paid, booking, rental)
  const refund = Math.max(Math.min(share, booking.paid), booking.paid - Math.max(total, 0), 0)
  return {
    retainedPercent: 0,
    retained: 0,
    refund,
    indemnity: forceMajeure ? 0 : retained,
    total,
    balance: Math.max(total - (booking.paid - refund), 0),
  }
}

function shareOfRental(amount: Cents, { total }: CancelledBooking, rental: EndedRental): Cents {
  if (total <= 0) return 0
  // A discount can make the rental's lines exceed the total.
  return roundHalfAway(amount * Math.min(1, rental.amount / total))
}

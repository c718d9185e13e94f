import { href } from "react-router"
import type { Booking } from "../../../../server/booking-record/booking.ts"
import { createPayLink } from "../../../../server/money/payments/create-pay-link.ts"
import { readPayable } from "../../../../server/money/payments/payable.ts"

/** One sitting: what is due at the signature comes next (D67). */
export async function findPaymentPath(booking: Booking): Promise<string | null> {
  const payable = await readPayable(booking.id, new Date())
  if (payable?.next?.dueOn !== null) return null
  return `${href("/payer/:secret", { secret: await createPayLink(booking) })}?fait=signe`
}

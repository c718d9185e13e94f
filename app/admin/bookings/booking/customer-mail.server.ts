import type { BookingId } from "../../../../domain/id.ts"
import { customerEmail } from "../../../../server/bookings/customer-email.ts"
import { canDeliverMail } from "../../../../server/mail/ledger.ts"
import { mailLabel } from "../../kit/mail-labels.ts"

/** What becomes of something written to the customer of a booking: `what` names it within a sentence ("la réponse"). */
export async function customerMailLabel(bookingId: BookingId, what: string): Promise<string> {
  const email = await customerEmail(bookingId)
  return email === null ? "Prévenez le client, qui n’a pas d’adresse e-mail." : mailLabel(what, email, canDeliverMail())
}

import type { BookingId } from "../../../domain/id.ts"
import { customerEmail } from "../../../server/bookings/customer-email.ts"
import { canDeliverMail } from "../../../server/outside/mails/ledger.ts"
import { mailLabel } from "./mail-labels.ts"

/** Of who has no address, and of an example. */
const notWritten = "Aucun e-mail n’est envoyé à ce client\u00a0: prévenez-le autrement."

/** What becomes of something written to the customer of a booking: `what` names it within a sentence ("la réponse"). */
export async function customerMailLabel(bookingId: BookingId, what: string): Promise<string> {
  const email = await customerEmail(bookingId)
  return email === null ? notWritten : mailLabel(what, email, canDeliverMail())
}

import type { BookingId } from "../../../domain/id.ts"
import { findCustomerEmail } from "../../../server/bookings/customer-email.ts"
import { canDeliverMail } from "../../../server/outside/mails/ledger.ts"
import { mailLabel } from "./mail-labels.ts"

const notMailedText = "Aucun e-mail n’est envoyé à ce client\u00a0: prévenez-le autrement."

/** `mailName` as used in a sentence: "la réponse". */
export async function customerMailLabel(bookingId: BookingId, mailName: string): Promise<string> {
  const email = await findCustomerEmail(bookingId)
  return email === null ? notMailedText : mailLabel(mailName, email, canDeliverMail())
}

import { occupiesDays } from "../../../../domain/booking/status.ts"
import { clientAddressOf, homeOf } from "../../../../domain/booking/home.ts"
import type { Day } from "../../../../domain/day.ts"
import { periodOf } from "../../../../domain/rental/rental.ts"
import { DISTANCE_SET } from "../../../../server/booking-record/booking-rows.ts"
import { previewCompanyCancellation } from "../../../../server/bookings/cancel.ts"
import type { BookingNote } from "../../../../server/bookings/notes.ts"
import type { BookingDetail } from "../../../../server/booking-record/queries.ts"
import type { LedgerLine } from "../../../../server/outside/mails/ledger.ts"
import { mailStateLabel } from "../../kit/mail-state-labels.ts"
import { mailKinds } from "../../kit/mails-url.ts"
import type { CancellationFigures } from "./cancel-form.tsx"
import type { BookingDetailView } from "./view.ts"

/** Explicit fields: the row contains more than the page may receive. */
export function detailView(
  booking: BookingDetail,
  today: Day,
  notes: readonly BookingNote[],
  mails: readonly LedgerLine[],
): BookingDetailView {
  const {
    id,
    number,
    status,
    productName,
    total,
    isDelivery,
    address,
    createdAt,
    answerDueAt,
    isExample,
    isDemonstration,
  } = booking
  const {
    client,
    paymentStatus,
    price,
    distance,
    distanceToConfirm,
    addressPrecision,
    addressCentre,
    customerNote,
    internalNote,
    events,
  } = booking
  const { name, email, phone } = client
  const enteredByHand = events.some(({ action }) => action === DISTANCE_SET)
  return {
    id,
    number,
    status,
    productName,
    ...periodOf(booking),
    rentals: booking.rentals,
    total,
    isDelivery,
    address,
    createdAt,
    answerDueAt,
    isExample,
    isDemonstration,
    client: { name, email, phone, isExample: client.isExample, isVerified: client.isVerified },
    customerId: booking.userId,
    home: homeOf(client),
    company: booking.company,
    isHomeMissing: occupiesDays(status) && clientAddressOf(client, booking) === null,
    paymentStatus,
    price,
    vatMode: booking.agreement?.vatMode ?? null,
    distance,
    distanceToConfirm,
    addressPrecision,
    addressCentre,
    customerNote,
    internalNote,
    notes,
    events,
    mails: mails.map((mail) => ({
      id: mail.id,
      kind: mailKinds[mail.template],
      state: mail.state,
      sentAgainAs: mail.sentAgainAs,
      stateLabel: mailStateLabel(mail),
    })),
    orderedWith: booking.orderedWith,
    formerFeePayer: booking.orphanedDelivery,
    clientName: client.name,
    distanceOpen: status === "pending" && isDelivery && (distanceToConfirm || enteredByHand),
    restorable: (status === "refused" || status === "cancelled") && booking.returnsOn >= today && !client.isErased,
    cancellable: occupiesDays(status) && booking.returnsOn >= today,
  }
}

/** null when the booking can no longer be cancelled. */
export async function cancellationFigures(bookingId: string, now: Date): Promise<CancellationFigures | null> {
  const preview = await previewCompanyCancellation(bookingId, now)
  if (!preview) return null
  const { settlement, signed } = preview
  return { refund: settlement.refund, indemnity: settlement.indemnity, signed }
}

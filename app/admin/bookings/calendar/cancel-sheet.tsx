import { CancelForm } from "../record/cancel-form.tsx"
import { type BookingsUrl, bookingsHref } from "../../kit/booking/bookings-url.ts"
import type { BookingsView } from "./view.ts"
import type { Refusal } from "../../../http/refusal.ts"
import { Sheet } from "../../kit/sheet.tsx"

type CancelSheetProps = { booking: NonNullable<BookingsView["cancelling"]>; url: BookingsUrl; refusal: Refusal | null }

/** Asks once more before a booking is cancelled, and says what becomes of its days and its money. */
export function CancelSheet({ booking, url, refusal }: CancelSheetProps) {
  const back = bookingsHref(url, { cancelling: null, booking: url.cancelling })
  if (booking === "closed") {
    return (
      <Sheet title="Cette réservation n’est plus à annuler" shape="card" closeHref={back}>
        <p className="soft">Elle a déjà été refusée ou annulée. Rien n’a été changé.</p>
      </Sheet>
    )
  }
  return (
    <Sheet title={"Annuler cette réservation\u00a0?"} closeHref={back}>
      <CancelForm booking={booking} figures={booking.figures} back={back} refusal={refusal} />
    </Sheet>
  )
}

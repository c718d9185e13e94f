import { ButtonLink } from "../../../ui/button-link.tsx"
import { type BookingsUrl, bookingsHref } from "./bookings-url.ts"
import type { RefusedRequest } from "./line.ts"
import { isMailed } from "../../../../domain/correspondence/is-mailed.ts"
import { bookedDatesLabel } from "../../../../domain/rental/rental-times.ts"
import { ReasonForm } from "./reason-form.tsx"
import type { Refusal } from "../../../http/refusal.ts"
import { Sheet } from "../sheet.tsx"

type RefusalSheetProps = { booking: RefusedRequest | "answered"; url: BookingsUrl; refusal: Refusal | null }

export function RefusalSheet({ booking, url, refusal }: RefusalSheetProps) {
  const back = bookingsHref(url, { refusing: null })
  if (booking === "answered") {
    return (
      <Sheet title="Cette demande n’attend plus de réponse" shape="card" closeHref={back}>
        <p className="soft">Quelqu’un y a déjà répondu. Rien n’a été changé.</p>
        <p>
          <ButtonLink
            to={bookingsHref(url, { refusing: null, booking: url.refusing })}
            aria-haspopup="dialog"
            variant="secondary"
            size="small"
            preventScrollReset
          >
            Voir la réservation
          </ButtonLink>
        </p>
      </Sheet>
    )
  }
  return (
    <Sheet title={"Refuser cette demande\u00a0?"} closeHref={back}>
      <RefusalForm booking={booking} back={back} refusal={refusal} />
    </Sheet>
  )
}

type RefusalFormProps = { booking: RefusedRequest; back: string; refusal: Refusal | null }

export function RefusalForm({ booking, back, refusal }: RefusalFormProps) {
  return (
    <ReasonForm
      booking={booking}
      subject={`${booking.productName}, ${bookedDatesLabel(booking)}`}
      draft={`booking-refusal:${booking.id}`}
      intent="refuser"
      act="booking.refused"
      label="Refuser la demande"
      hint={
        isMailed(booking.client)
          ? "Le client le lit dans son e-mail et sur la page de sa réservation."
          : "Le client le lit sur la page de sa réservation."
      }
      back={back}
      refusal={refusal}
    />
  )
}

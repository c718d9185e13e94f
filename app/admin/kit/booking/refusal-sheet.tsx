import { Form } from "react-router"
import { daysLong } from "../../../../domain/day-labels.ts"
import { Button } from "../../../ui/button.tsx"
import { ButtonLink } from "../../../ui/button-link.tsx"
import { TextArea } from "../../../ui/text-area.tsx"
import { type BookingsUrl, bookingsHref } from "./bookings-url.ts"
import type { RefusedRequest } from "./line.ts"
import { isMailed } from "../../../../domain/correspondence/reach.ts"
import { CustomerMailed } from "./customer-mailed.tsx"
import { typed } from "./refusal.ts"
import type { Refusal } from "../../../http/refusal.ts"
import { Sheet } from "../sheet.tsx"
import { useSending } from "../use-sending.ts"
import { undoHint } from "../undo-hint.ts"
import { FormDraft } from "../../../kit/drafts/form-draft.tsx"

type RefusalSheetProps = { booking: RefusedRequest | "answered"; url: BookingsUrl; refusal: Refusal | null }

/** Asks once more before a request is refused. */
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

export function RefusalForm({
  booking,
  back,
  refusal,
}: {
  booking: RefusedRequest
  back: string
  refusal: Refusal | null
}) {
  const sending = useSending({ intent: "refuser", reservation: booking.id })
  const { error, value } = typed(refusal, "refuser", "motif")
  return (
    <Form method="post" className="stack" preventScrollReset>
      <FormDraft name={`booking-refusal:${booking.id}`}>
        <p>
          <strong>{booking.clientName}</strong>
          <br />
          {booking.productName}, {daysLong(booking.dates)}
        </p>
        <input type="hidden" name="reservation" value={booking.id} />
        <input type="hidden" name="statut" value={booking.status} />
        <TextArea
          label="Motif"
          name="motif"
          optional
          rows={3}
          maxLength={500}
          hint={
            isMailed(booking.client)
              ? "Le client le lit dans son e-mail et sur la page de sa réservation, et il reste dans l’historique."
              : "Le client le lit sur la page de sa réservation, et il reste dans l’historique."
          }
          defaultValue={value}
          error={error}
        />
        <p className="small soft">Ses dates seront libres aussitôt. {undoHint("booking.refused")}</p>
        <CustomerMailed client={booking.client} />
        <div className="dialog-foot">
          <ButtonLink to={back} variant="secondary" size="small" preventScrollReset replace>
            Garder
          </ButtonLink>
          <Button name="intent" value="refuser" variant="danger" size="small" busy={sending}>
            Refuser la demande
          </Button>
        </div>
      </FormDraft>
    </Form>
  )
}

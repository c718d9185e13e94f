import { Form } from "react-router"
import type { PaymentStatus } from "../../../../domain/booking/status.ts"
import { daysLong } from "../../../../domain/day-words.ts"
import { formatMoney } from "../../../../domain/money.ts"
import { Button } from "../../../ui/button.tsx"
import { ButtonLink } from "../../../ui/button-link.tsx"
import { Notice } from "../../../ui/notice.tsx"
import { TextArea } from "../../../ui/text-area.tsx"
import { type BookingsUrl, bookingsHref } from "../../kit/booking/bookings-url.ts"
import type { BookingDetailView } from "../record/view.ts"
import { CustomerNotNotified } from "../../kit/booking/client-untold.tsx"
import { typed } from "../../kit/booking/refusal.ts"
import type { Refusal } from "../../../http/refusal.ts"
import { Sheet } from "../../kit/sheet.tsx"
import { useSending } from "../../kit/use-sending.ts"
import { undoHint } from "../../kit/way-back.ts"
import { FormDraft } from "../../../kit/drafts/form-draft.tsx"

type CancelSheetProps = { booking: BookingDetailView | "closed"; url: BookingsUrl; refusal: Refusal | null }

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
      <CancelForm booking={booking} back={back} refusal={refusal} />
    </Sheet>
  )
}

function CancelForm({ booking, back, refusal }: { booking: BookingDetailView; back: string; refusal: Refusal | null }) {
  const sending = useSending({ intent: "annuler", reservation: booking.id })
  const { error, value } = typed(refusal, "annuler", "motif")
  return (
    <Form method="post" className="stack" preventScrollReset>
      <FormDraft name={`booking-cancellation:${booking.id}`}>
        <p>
          <strong>{booking.clientName}</strong>
          <br />
          {booking.productName}, {daysLong(booking.dates)}, {formatMoney(booking.total)}
        </p>
        <input type="hidden" name="reservation" value={booking.id} />
        <input type="hidden" name="statut" value={booking.status} />
        <Notice tone={isPaid(booking.paymentStatus) ? "warning" : "info"} title="L’argent">
          {moneyWords(booking)}
        </Notice>
        <TextArea
          label="Motif"
          name="motif"
          optional
          rows={3}
          maxLength={500}
          hint="Il reste dans l’historique de la réservation."
          defaultValue={value}
          error={error}
        />
        <p className="small soft">Ses dates seront libres aussitôt. {undoHint("booking.cancelled")}</p>
        <CustomerNotNotified client={booking.client} />
        <div className="dialog-foot">
          <ButtonLink to={back} variant="secondary" size="small" preventScrollReset replace>
            Garder
          </ButtonLink>
          <Button name="intent" value="annuler" variant="danger" size="small" busy={sending}>
            Annuler la réservation
          </Button>
        </div>
      </FormDraft>
    </Form>
  )
}

function isPaid(status: PaymentStatus): boolean {
  return status === "down_payment_paid" || status === "paid" || status === "partially_refunded"
}

/** What cancelling does, and does not do, with the money. */
function moneyWords({ paymentStatus, total }: Pick<BookingDetailView, "paymentStatus" | "total">): string {
  const notBack =
    "Annuler ne rembourse rien de soi-même\u00a0: ce que vous rendez dépend de vos conditions d’annulation."
  switch (paymentStatus) {
    case "none":
    case "awaiting":
      return "Aucun paiement n’est enregistré\u00a0: il n’y a rien à rembourser, et rien ne sera plus demandé au client."
    case "down_payment_paid":
      return `Un acompte est enregistré, sur un total de ${formatMoney(total)}. ${notBack}`
    case "paid":
      return `Le paiement de ${formatMoney(total)} est enregistré. ${notBack}`
    case "partially_refunded":
      return `Une partie de ${formatMoney(total)} a déjà été remboursée. ${notBack}`
    case "refunded":
      return "Le paiement a déjà été remboursé."
  }
}

import { type Cents, formatMoney } from "../../../../domain/money.ts"
import { Checkbox } from "../../../ui/checkbox.tsx"
import { Notice } from "../../../ui/notice.tsx"
import type { Refusal } from "../../../http/refusal.ts"
import type { BookingLine, ReachedClient } from "../../kit/booking/line.ts"
import { isMailed } from "../../../../domain/correspondence/is-mailed.ts"
import { type DatedBooking, bookedDatesLabel } from "../../../../domain/rental/rental-times.ts"
import { ReasonForm } from "../../kit/booking/reason-form.tsx"

/** The amounts as they were when the page was loaded (D43). */
export type CancellationFigures = {
  refund: Cents
  indemnity: Cents
  signed: boolean
}

type CancelFormProps = {
  booking: Pick<BookingLine, "id" | "status" | "clientName" | "productName" | "total"> &
    DatedBooking & {
      client: ReachedClient
    }
  figures: CancellationFigures
  back: string
  refusal: Refusal | null
}

export function CancelForm({ booking, figures, back, refusal }: CancelFormProps) {
  const { id, productName, total } = booking
  const { refund, indemnity } = figures
  const isForceMajeure = refusal?.values["intent"] === "annuler" && refusal.values["force-majeure"] === "oui"
  return (
    <ReasonForm
      booking={booking}
      subject={`${productName}, ${bookedDatesLabel(booking)}, ${formatMoney(total)}`}
      draft={`booking-cancellation:${id}`}
      intent="annuler"
      act="booking.cancelled"
      label="Annuler la réservation"
      hint={
        isMailed(booking.client)
          ? "Le client le lit dans son e-mail."
          : "Le client le lit sur la page de sa réservation."
      }
      back={back}
      refusal={refusal}
    >
      {/* The server cancels nothing when these have changed. */}
      <input type="hidden" name="remboursement-vu" value={refund} />
      <input type="hidden" name="indemnite-vue" value={indemnity} />
      <Notice tone={refund + indemnity > 0 ? "warning" : "info"} title="L’argent">
        <CancellationMoney figures={figures} />
      </Notice>
      {indemnity > 0 && (
        <Checkbox
          key={String(isForceMajeure)}
          name="force-majeure"
          value="oui"
          defaultChecked={isForceMajeure}
          label="C’est un cas de force majeure"
          hint={`Un événement imprévisible et insurmontable\u00a0: vous ne devez alors pas les ${formatMoney(indemnity)} d’indemnité.`}
        />
      )}
    </ReasonForm>
  )
}

function CancellationMoney({ figures: { refund, indemnity, signed } }: { figures: CancellationFigures }) {
  if (refund === 0 && indemnity === 0)
    return (
      <p>
        {signed
          ? "Aucun paiement n’est enregistré et rien n’était encore dû\u00a0: il n’y a rien à rembourser."
          : "Aucun paiement n’est enregistré et rien n’est signé\u00a0: il n’y a rien à rembourser."}
      </p>
    )
  return (
    <dl className="lines">
      <div>
        <dt>À rembourser, tout ce qui a été payé</dt>
        <dd>{formatMoney(refund)}</dd>
      </div>
      <div>
        <dt>Indemnité due au client</dt>
        <dd>{formatMoney(indemnity)}</dd>
      </div>
    </dl>
  )
}

import { Form } from "react-router"
import { formatMoney } from "../../../../domain/money.ts"
import { rentalLabel } from "../../../../domain/rental/rental.ts"
import { Button } from "../../../ui/button.tsx"
import { Notice } from "../../../ui/notice.tsx"
import { TextArea } from "../../../ui/text-area.tsx"
import { FormDraft } from "../../../kit/drafts/form-draft.tsx"
import { fieldState } from "../../kit/booking/field-state.ts"
import { useSending } from "../../kit/use-sending.ts"
import type { BookingDialogProps } from "./dialog-parts.tsx"
import type { OwnerBookingView } from "./view.ts"

export function DatesAnswerForms({
  request: { id, productName, period, periodBefore, note, offer },
  refusal,
}: Pick<BookingDialogProps, "refusal"> & { request: NonNullable<OwnerBookingView["dateRequest"]> }) {
  const accepting = useSending({ intent: "accepter-dates" })
  const refusing = useSending({ intent: "refuser-dates" })
  const reason = fieldState(refusal, "refuser-dates", "motif")
  return (
    <>
      <dl className="stack gap-3 small">
        <div>
          <dt>{productName ? `Dates, ${productName}` : "Dates"}</dt>
          <dd>
            <s>
              <span className="sr-only">Avant&nbsp;: </span>
              {rentalLabel(periodBefore)}
            </s>
            <br />
            <b>
              <span className="sr-only">Après&nbsp;: </span>
              {rentalLabel(period)}
            </b>
          </dd>
        </div>
        {offer && "total" in offer && (
          <div>
            <dt>Total</dt>
            <dd>
              {offer.total === offer.totalBefore
                ? `${formatMoney(offer.total)}, inchangé`
                : `${formatMoney(offer.total)} au lieu de ${formatMoney(offer.totalBefore)}`}
            </dd>
          </div>
        )}
        {note && (
          <div>
            <dt>Message du client</dt>
            <dd className="wrap-anywhere whitespace-pre-wrap">{note}</dd>
          </div>
        )}
      </dl>
      {offer && "problem" in offer && (
        <Notice tone="warning" title="Ces dates ne peuvent plus être accordées">
          {offer.problem}
        </Notice>
      )}
      {offer && "total" in offer && (
        <Form method="post" preventScrollReset className="stack gap-2">
          <input type="hidden" name="demande" value={id} />
          <input type="hidden" name="vu" value={offer.loadedVersion} />
          <input type="hidden" name="total-vu" value={offer.total} />
          <p className="small soft">
            Si un contrat est déjà signé, il reste en vigueur jusqu’à la signature de la nouvelle version.
          </p>
          <div>
            <Button name="intent" value="accepter-dates" size="small" busy={accepting}>
              Accepter ces dates
            </Button>
          </div>
        </Form>
      )}
      <Form method="post" className="stack border-t border-line pt-4" preventScrollReset>
        <FormDraft name={`booking-dates-refusal:${id}`}>
          <input type="hidden" name="demande" value={id} />
          <TextArea
            label="Motif"
            name="motif"
            optional
            rows={2}
            maxLength={500}
            hint="Le client le lit dans votre réponse."
            defaultValue={reason.value}
            error={reason.error}
          />
          <div>
            <Button name="intent" value="refuser-dates" variant="secondary" size="small" busy={refusing}>
              Garder les dates actuelles
            </Button>
          </div>
        </FormDraft>
      </Form>
    </>
  )
}

import { Form, Link } from "react-router"
import { dayLong } from "../../../../domain/day-labels.ts"
import { type Day, isDay } from "../../../../domain/day.ts"
import { isMailed } from "../../../../domain/correspondence/is-mailed.ts"
import { formatMoney } from "../../../../domain/money.ts"
import { datesOrHoursLabel } from "../../../../domain/rental/rental-times.ts"
import type { Refusal } from "../../../http/refusal.ts"
import { FormDraft } from "../../../kit/drafts/form-draft.tsx"
import { Button } from "../../../ui/button.tsx"
import { Checkbox } from "../../../ui/checkbox.tsx"
import { Notice } from "../../../ui/notice.tsx"
import { TextArea } from "../../../ui/text-area.tsx"
import { TextField } from "../../../ui/text-field.tsx"
import { endCausePaths, rentalEndHref } from "../../kit/booking/booking-url.ts"
import { CustomerMailNote } from "../../kit/booking/customer-mail-note.tsx"
import { fieldState } from "../../kit/booking/field-state.ts"
import { Sheet } from "../../kit/sheet.tsx"
import { useSending } from "../../kit/use-sending.ts"
import { DialogActions, UnavailableDialog } from "./dialog-parts.tsx"
import type { OwnerBookingView, RentalEndingView } from "./view.ts"

type EndRentalDialogProps = { view: OwnerBookingView; refusal: Refusal | null; back: string }
type Figures = Extract<RentalEndingView, { step: "figures" }>

/** The amounts depend on who ends the rental (D53, D43), so the first step asks that. */
export function EndRentalDialog({ view, refusal, back }: EndRentalDialogProps) {
  const { rentalEnding, booking } = view
  if (rentalEnding === null || rentalEnding.step === "closed")
    return (
      <UnavailableDialog
        title="Cette location n’est pas à retirer ainsi"
        text={rentalEnding?.text ?? undefined}
        back={back}
      />
    )
  const { rental } = rentalEnding
  if (rentalEnding.step === "who")
    return (
      <Sheet title={"Qui retire cette location\u00a0?"} closeHref={back}>
        <p className="small soft">
          {rental.productName}, {datesOrHoursLabel(rental.period)}
        </p>
        <ul className="stack gap-3">
          {(["customer", "company"] as const).map((cause) => (
            <li key={cause}>
              <Link
                to={rentalEndHref(booking.number, rental.position, cause)}
                className="link-alone font-strong"
                aria-haspopup="dialog"
                preventScrollReset
                replace
              >
                {causeLabels[cause]}
              </Link>
              <span className="small soft block">{causeTexts[cause]}</span>
            </li>
          ))}
        </ul>
      </Sheet>
    )
  return (
    <Sheet title={`Retirer ${rental.productName}`} closeHref={back}>
      <p className="small">
        <Link
          to={rentalEndHref(booking.number, rental.position, null)}
          aria-haspopup="dialog"
          preventScrollReset
          replace
        >
          Revenir au choix
        </Link>
      </p>
      {rentalEnding.cause === "customer" && <NoticeDay ending={rentalEnding} />}
      {rentalEnding.cause === "company" && rentalEnding.error && <p>{rentalEnding.error}</p>}
      {rentalEnding.figures && isDay(rentalEnding.on) && (
        <EndForm
          view={view}
          ending={rentalEnding}
          on={rentalEnding.on}
          figures={rentalEnding.figures}
          back={back}
          refusal={refusal}
        />
      )}
    </Sheet>
  )
}

const causeLabels = { customer: "Le client", company: "Nous" } as const
const causeTexts = {
  customer: "Le barème du contrat s’applique à cette location. Le client signe le changement.",
  company: "Sa part est remboursée aussitôt. Une indemnité peut s’ajouter. Rien n’est à signer.",
} as const

/** The day is in the URL, so that the amounts follow it without JavaScript too. */
function NoticeDay({ ending: { rental, on, days, error } }: { ending: Figures }) {
  return (
    <Form method="get" className="fields-line" preventScrollReset replace key={on}>
      <input type="hidden" name="geste" value="location" />
      <input type="hidden" name="cible" value={rental.position} />
      <input type="hidden" name="par" value={endCausePaths.customer} />
      <TextField
        label="Date de sa demande"
        name="le"
        type="date"
        optional="filter"
        min={days.from}
        max={days.to}
        defaultValue={on}
        error={error ?? undefined}
        hint={error || days.from === days.to ? undefined : `Entre le ${dayLong(days.from)} et le ${dayLong(days.to)}.`}
      />
      <Button variant="secondary" size="small">
        Voir les montants
      </Button>
    </Form>
  )
}

function EndForm({
  view: { booking },
  ending: { cause, rental },
  on,
  figures,
  back,
  refusal,
}: EndRentalDialogProps & { ending: Figures; on: Day; figures: NonNullable<Figures["figures"]> }) {
  const sending = useSending({ intent: "retirer-location" })
  const { error, value } = fieldState(refusal, "retirer-location", "motif")
  const isByCompany = cause === "company"
  return (
    <Form method="post" className="stack" preventScrollReset>
      <FormDraft name={`rental-end:${booking.id}:${rental.position}:${cause}`}>
        <input type="hidden" name="location" value={rental.position} />
        <input type="hidden" name="cause" value={cause} />
        <input type="hidden" name="le" value={on} />
        {/* If these no longer match, the server shows the new amounts instead of ending the rental. */}
        <input type="hidden" name="vu" value={figures.loadedVersion} />
        <input type="hidden" name="garde-vu" value={figures.retained} />
        <input type="hidden" name="remboursement-vu" value={figures.refund} />
        <input type="hidden" name="indemnite-vue" value={figures.indemnity} />
        <input type="hidden" name="total-vu" value={figures.total} />
        <Amounts figures={figures} on={on} isByCompany={isByCompany} />
        {isByCompany && figures.indemnity > 0 && (
          <Checkbox
            name="force-majeure"
            value="oui"
            label="C’est un cas de force majeure"
            hint={`Un événement imprévisible et insurmontable\u00a0: vous ne devez alors pas les ${formatMoney(figures.indemnity)} d’indemnité.`}
          />
        )}
        <TextArea
          label="Motif"
          name="motif"
          optional
          rows={3}
          maxLength={500}
          hint={
            isByCompany && isMailed(booking.client)
              ? "Le client le lit dans son e-mail."
              : "Il reste dans l’historique de la réservation, que le client peut lire."
          }
          defaultValue={value}
          error={error}
        />
        <p className="small soft">
          {isByCompany
            ? "Ses jours sont libres aussitôt. Le contrat réduit est en vigueur sans signature."
            : "Ses jours sont libres quand le client a signé. Sans signature en 48\u00a0heures, la location reste."}
        </p>
        {isMailed(booking.client) ? (
          <p className="small soft">Ce geste ne s’annule pas.</p>
        ) : (
          <CustomerMailNote client={booking.client} />
        )}
        <DialogActions back={back} intent="retirer-location" label="Retirer la location" busy={sending} danger />
      </FormDraft>
    </Form>
  )
}

function Amounts({
  figures: { retained, retainedPercent, refund, indemnity, total, totalBefore, balance },
  on,
  isByCompany,
}: {
  figures: NonNullable<Figures["figures"]>
  on: Day
  isByCompany: boolean
}) {
  return (
    <Notice tone="warning" title="L’argent">
      <dl className="lines">
        {!isByCompany && (
          <div>
            <dt>
              Nous gardons
              <small>
                {retainedPercent}&nbsp;% de la location au {dayLong(on)}, dans la limite de sa part de ce qui était payé
                ou dû
              </small>
            </dt>
            <dd>{formatMoney(retained)}</dd>
          </div>
        )}
        <div>
          <dt>{isByCompany ? "À rembourser aussitôt" : "À rembourser à la signature"}</dt>
          <dd>{formatMoney(refund)}</dd>
        </div>
        {isByCompany && (
          <div>
            <dt>Indemnité due au client</dt>
            <dd>{formatMoney(indemnity)}</dd>
          </div>
        )}
        <div>
          <dt>
            Nouveau total
            <small>au lieu de {formatMoney(totalBefore)}</small>
          </dt>
          <dd>{formatMoney(total)}</dd>
        </div>
        <div>
          <dt>Reste à payer</dt>
          <dd>{formatMoney(balance)}</dd>
        </div>
      </dl>
    </Notice>
  )
}

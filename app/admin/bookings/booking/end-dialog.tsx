import { Form, Link } from "react-router"
import type { EndCause, ExternalCause } from "../../../../domain/booking/booking-end.ts"
import { endCauseLabels, externalCauses } from "../../../../domain/booking/booking-end.ts"
import { endClauses } from "../../../../domain/content/end-clauses.ts"
import { type Day, isDay } from "../../../../domain/day.ts"
import { dayLong } from "../../../../domain/day-labels.ts"
import { isMailed } from "../../../../domain/correspondence/is-mailed.ts"
import { formatMoney } from "../../../../domain/money.ts"
import type { Refusal } from "../../../http/refusal.ts"
import { FormDraft } from "../../../kit/drafts/form-draft.tsx"
import { Button } from "../../../ui/button.tsx"
import { ButtonLink } from "../../../ui/button-link.tsx"
import { Notice } from "../../../ui/notice.tsx"
import { TextArea } from "../../../ui/text-area.tsx"
import { TextField } from "../../../ui/text-field.tsx"
import { endCausePaths, bookingPageHref } from "../../kit/booking/booking-url.ts"
import { bookingsHref, emptyBookingsUrl } from "../../kit/booking/bookings-url.ts"
import { CustomerMailNote } from "../../kit/booking/customer-mail-note.tsx"
import { fieldState } from "../../kit/booking/field-state.ts"
import { Sheet } from "../../kit/sheet.tsx"
import { undoHint } from "../../kit/undo-hint.ts"
import { useSending } from "../../kit/use-sending.ts"
import { CancelForm } from "../record/cancel-form.tsx"
import { UnavailableDialog } from "./dialog-parts.tsx"
import type { EndingView, OwnerBookingView } from "./view.ts"

type EndDialogProps = { view: OwnerBookingView; refusal: Refusal | null; back: string }

/** The amounts depend on who ends the booking (D68), so the first step asks that. */
export function EndDialog({ view, refusal, back }: EndDialogProps) {
  const { ending, booking } = view
  if (ending === null || ending === "closed")
    return <UnavailableDialog title="Cette réservation n’est plus à annuler" back={back} />
  if (ending.step === "who")
    return (
      <Sheet title={"Qui met fin à la réservation\u00a0?"} closeHref={back}>
        <Causes causes={ending.causes} number={booking.number} />
        <SingleRentals view={view} />
      </Sheet>
    )
  const causesHref = bookingPageHref(booking.number, "annuler")
  if (ending.step === "company")
    return (
      <Sheet title={"Annuler cette réservation\u00a0?"} closeHref={back}>
        <OtherCause to={causesHref} />
        <CancelForm booking={booking} figures={ending.figures} back={back} refusal={refusal} />
      </Sheet>
    )
  return (
    <Sheet title={titles[ending.cause]} closeHref={back}>
      <OtherCause to={causesHref} />
      <NotedEndForm view={view} ending={ending} back={back} refusal={refusal} />
    </Sheet>
  )
}

const titles: Readonly<Record<ExternalCause, string>> = {
  customer: "Le client annule",
  "no-show": "Le client n’est pas venu",
  unpaid: "Le client n’a pas payé",
}

const causeTexts: Readonly<Record<EndCause, string>> = {
  company: "Tout est remboursé. Une indemnité peut s’ajouter.",
  customer: "Le barème du contrat s’applique, à la date de sa demande.",
  "no-show": "Le barème du contrat s’applique, au premier jour.",
  unpaid: "Le barème du contrat s’applique, à la date de votre mise en demeure.",
}

function Causes({ causes, number }: { causes: readonly ExternalCause[]; number: number }) {
  const hasHiddenCauses = externalCauses.some((cause) => !causes.includes(cause))
  return (
    <>
      <ul className="stack gap-3">
        {(["company", ...causes] as const).map((cause) => (
          <li key={cause}>
            <Link
              to={bookingPageHref(number, "annuler", endCausePaths[cause])}
              className="link-alone font-strong"
              aria-haspopup="dialog"
              preventScrollReset
              replace
            >
              {endCauseLabels[cause]}
            </Link>
            <span className="small soft block">{causeTexts[cause]}</span>
          </li>
        ))}
      </ul>
      {hasHiddenCauses && (
        <p className="small soft">
          Une absence se note dès le premier jour, un impayé huit jours après votre mise en demeure. Le contrat signé
          doit le prévoir.
        </p>
      )}
    </>
  )
}

function SingleRentals({ view: { booking } }: { view: OwnerBookingView }) {
  if (booking.rentals.length < 2) return null
  return (
    <section className="stack gap-2" aria-labelledby="une-location">
      <h3 className="small font-strong" id="une-location">
        Une seule location en moins&nbsp;?
      </h3>
      <ul className="stack gap-2 small">
        {booking.rentals.map(({ position, productName }) => (
          <li key={position}>
            <Link
              to={bookingsHref(emptyBookingsUrl, { booking: booking.id, edit: "retirer", rental: position })}
              className="link-alone"
              aria-haspopup="dialog"
              preventScrollReset
            >
              Retirer {productName}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function OtherCause({ to }: { to: string }) {
  return (
    <p className="small">
      <Link to={to} aria-haspopup="dialog" preventScrollReset replace>
        Revenir au choix
      </Link>
    </p>
  )
}

type NotedEnding = Extract<EndingView, { step: "noted" }>

function NotedEndForm({ view, ending, back, refusal }: EndDialogProps & { ending: NotedEnding }) {
  const { booking } = view
  const { cause, on, figures, clause } = ending
  const sending = useSending({ intent: "noter-fin", reservation: booking.id })
  const { error, value } = fieldState(refusal, "noter-fin", "motif")
  return (
    <div className="stack">
      {clause && <blockquote className="small soft border-l-2 border-line pl-4">{endClauses[clause]}</blockquote>}
      {cause !== "no-show" && <NoticeDay ending={ending} />}
      {ending.withdrawal && <WithdrawalNotice {...ending.withdrawal} />}
      {figures && isDay(on) && (
        <Form method="post" className="stack" preventScrollReset>
          <FormDraft name={`booking-end:${booking.id}:${cause}`}>
            <input type="hidden" name="reservation" value={booking.id} />
            <input type="hidden" name="statut" value={booking.status} />
            <input type="hidden" name="cause" value={cause} />
            <input type="hidden" name="le" value={on} />
            {/* If these no longer match, the server shows the new amounts instead of ending the booking. */}
            <input type="hidden" name="garde-vu" value={figures.retained} />
            <input type="hidden" name="remboursement-vu" value={figures.refund} />
            <Amounts figures={figures} on={on} />
            <TextArea
              label="Motif"
              name="motif"
              optional
              rows={3}
              maxLength={500}
              hint={
                isMailed(booking.client)
                  ? "Le client le lit dans son e-mail."
                  : "Le client le lit sur la page de sa réservation."
              }
              defaultValue={value}
              error={error}
            />
            <p className="small soft">Ses dates seront libres aussitôt. {undoHint("booking.cancelled")}</p>
            <CustomerMailNote client={booking.client} />
            <div className="dialog-foot">
              <ButtonLink to={back} variant="secondary" size="small" preventScrollReset replace>
                Garder
              </ButtonLink>
              <Button name="intent" value="noter-fin" variant="danger" size="small" busy={sending}>
                Mettre fin à la réservation
              </Button>
            </div>
          </FormDraft>
        </Form>
      )}
    </div>
  )
}

const dayLabels: Readonly<Record<Exclude<ExternalCause, "no-show">, string>> = {
  customer: "Date de sa demande",
  unpaid: "Date de votre mise en demeure",
}

/** The day is in the URL, so that the amounts follow it without JavaScript too. */
function NoticeDay({ ending: { cause, on, days, error } }: { ending: NotedEnding }) {
  if (cause === "no-show") return null
  return (
    <Form method="get" className="fields-line" preventScrollReset replace key={on}>
      <input type="hidden" name="geste" value="annuler" />
      <input type="hidden" name="cible" value={endCausePaths[cause]} />
      <TextField
        label={dayLabels[cause]}
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

function WithdrawalNotice({ lastDay, owed }: NonNullable<NotedEnding["withdrawal"]>) {
  return (
    <Notice tone="info" title="Le client peut encore se rétracter">
      <p>
        Jusqu’au {dayLong(lastDay)}, se rétracter lui coûte {formatMoney(owed)}. Demandez-lui s’il se rétracte. Son lien
        et son compte le permettent.
      </p>
    </Notice>
  )
}

function Amounts({ figures, on }: { figures: NonNullable<NotedEnding["figures"]>; on: Day }) {
  const { retained, refund, owed, retainedPercent, signed } = figures
  if (!signed)
    return (
      <Notice tone="info" title="L’argent">
        <p>
          Rien n’est signé, rien n’est gardé.{" "}
          {refund > 0 ? `${formatMoney(refund)} sont à rembourser.` : "Il n’y a rien à rembourser."}
        </p>
      </Notice>
    )
  return (
    <Notice tone="warning" title="L’argent">
      <dl className="lines">
        <div>
          <dt>
            Nous gardons
            <small>
              {retainedPercent}&nbsp;% du total au {dayLong(on)}, dans la limite de ce qui était payé ou dû
            </small>
          </dt>
          <dd>{formatMoney(retained)}</dd>
        </div>
        <div>
          <dt>À rembourser</dt>
          <dd>{formatMoney(refund)}</dd>
        </div>
        {owed > 0 && (
          <div>
            <dt>Le client doit encore</dt>
            <dd>{formatMoney(owed)}</dd>
          </div>
        )}
      </dl>
    </Notice>
  )
}

import { useState } from "react"
import { Form } from "react-router"
import { dayMedium, daysLong } from "../../../../domain/day-labels.ts"
import { manualPaymentMeans, paymentMeansLabels } from "../../../../domain/finance/payment.ts"
import { formatMoney } from "../../../../domain/money.ts"
import { tickLabels } from "../../../../domain/contracts/tick-labels.ts"
import { Button } from "../../../ui/button.tsx"
import { Checkbox } from "../../../ui/checkbox.tsx"
import { Notice } from "../../../ui/notice.tsx"
import { RadioCards } from "../../../ui/radio-cards.tsx"
import { SelectField } from "../../../ui/select-field.tsx"
import { TextArea } from "../../../ui/text-area.tsx"
import { TextField } from "../../../ui/text-field.tsx"
import { FormDraft } from "../../../kit/drafts/form-draft.tsx"
import type { Refusal } from "../../../http/refusal.ts"
import { bookingPageHref } from "../../kit/booking/booking-url.ts"
import { RefusalForm } from "../../kit/booking/refusal-sheet.tsx"
import { typed } from "../../kit/booking/refusal.ts"
import { Sheet } from "../../kit/sheet.tsx"
import { useSending } from "../../kit/use-sending.ts"
import { CancelForm } from "../record/cancel-form.tsx"
import { HoursForm } from "./hours-question.tsx"
import { PriceQuestion, PriceRemoval } from "./price-questions.tsx"
import { Foot, NotAsked } from "./question-parts.tsx"
import type { OwnerBookingView, ToSign } from "./view.ts"
import { RequiredNote } from "../../../ui/required-note.tsx"

type Asked = { view: OwnerBookingView; refusal: Refusal | null }

/** What is asked or filled in over the page, by its address. */
export function Question({ view, refusal }: Asked) {
  const { url, booking, refusing, cancelling, signing, dateRequest } = view
  const back = bookingPageHref(booking.number)
  switch (url.question) {
    case null:
      return null
    case "refuser":
      return refusing === null || refusing === "closed" ? (
        <NotAsked title="Cette demande n’attend plus de réponse" back={back} />
      ) : (
        <Sheet title={"Refuser cette demande\u00a0?"} closeHref={back}>
          <RefusalForm booking={refusing} back={back} refusal={refusal} />
        </Sheet>
      )
    case "annuler":
      return cancelling === null || cancelling === "closed" ? (
        <NotAsked title="Cette réservation n’est plus à annuler" back={back} />
      ) : (
        <Sheet title={"Annuler cette réservation\u00a0?"} closeHref={back}>
          <CancelForm booking={booking} figures={cancelling} back={back} refusal={refusal} />
        </Sheet>
      )
    case "signer":
      return signing === null || signing === "closed" ? (
        <NotAsked title="Aucun contrat n’attend de signature" back={back} />
      ) : (
        <Sheet title="Noter une signature" closeHref={back}>
          <SigningForm toSign={signing} number={booking.number} back={back} refusal={refusal} />
        </Sheet>
      )
    case "paiement":
      return view.payable ? (
        <Sheet title="Noter un paiement" closeHref={back}>
          <PaymentForm view={view} back={back} refusal={refusal} />
        </Sheet>
      ) : (
        <NotAsked title="Rien n’a encore été convenu" back={back} />
      )
    case "horaires":
      return view.day?.open ? (
        <Sheet title="Horaires convenus" closeHref={back}>
          <HoursForm hours={view.day.hours} view={view} back={back} refusal={refusal} />
        </Sheet>
      ) : (
        <NotAsked title="Cette réservation n’attend plus d’horaires" back={back} />
      )
    case "retirer":
      return <Correction view={view} back={back} />
    case "rembourser":
      return <RefundMade view={view} back={back} refusal={refusal} />
    case "prix":
      return <PriceQuestion view={view} refusal={refusal} back={back} />
    case "retirer-prix":
      return <PriceRemoval view={view} refusal={refusal} back={back} />
    case "dates":
      return dateRequest ? (
        <Sheet title="Changement de dates" closeHref={back}>
          <DatesAnswer view={view} request={dateRequest} refusal={refusal} />
        </Sheet>
      ) : (
        <NotAsked title="Cette demande de dates n’attend plus de réponse" back={back} />
      )
  }
}

const meansOptions = manualPaymentMeans.map((means) => ({
  value: means,
  label:
    means === "card" ? "Carte, sur place" : paymentMeansLabels[means].replace(/^./, (first) => first.toUpperCase()),
}))

function PaymentForm({ view, back, refusal }: Asked & { back: string }) {
  const { booking, journey, today, formKey } = view
  const sending = useSending({ intent: "payer" })
  // A refused form keeps its key: sent again it is still the same payment.
  const [key] = useState(refusal?.values["cle"] ?? formKey)
  const field = (name: string) => typed(refusal, "payer", name)
  const asked = journey.next.kind === "pay" ? journey.next.amount : null
  const [amount, means, day, note] = [field("montant"), field("moyen"), field("le"), field("note")]
  return (
    <Form method="post" className="stack" preventScrollReset noValidate>
      <FormDraft name={`booking-payment:${booking.id}`}>
        <input type="hidden" name="cle" value={key} />
        <RequiredNote />
        <TextField
          label="Montant reçu"
          name="montant"
          inputMode="decimal"
          autoComplete="off"
          suffix="€"
          hint={asked === null ? undefined : `${formatMoney(asked)} sont attendus.`}
          defaultValue={amount.value ?? (asked === null ? "" : typedAmount(asked))}
          error={amount.error}
        />
        <SelectField
          label="Moyen"
          name="moyen"
          options={meansOptions}
          defaultValue={means.value ?? "transfer"}
          error={means.error}
        />
        <TextField
          label="Reçu le"
          name="le"
          type="date"
          max={today}
          defaultValue={day.value ?? today}
          error={day.error}
        />
        <TextArea
          label="Note"
          name="note"
          optional
          rows={2}
          maxLength={500}
          hint={"Pour vous seulement\u00a0: numéro de chèque, libellé du virement."}
          defaultValue={note.value}
          error={note.error}
        />
        <Foot back={back} intent="payer" label="Noter le paiement" busy={sending} />
      </FormDraft>
    </Form>
  )
}

/** "190,80", as one types it. */
function typedAmount(cents: number): string {
  return cents % 100 === 0 ? String(cents / 100) : (cents / 100).toFixed(2).replace(".", ",")
}

function Correction({ view, back }: { view: OwnerBookingView; back: string }) {
  const sending = useSending({ intent: "retirer-paiement" })
  const payment = view.payments.find(({ id, correctable }) => id === view.url.about && correctable)
  if (!payment) return <NotAsked title="Ce paiement n’est plus à retirer" back={back} />
  return (
    <Sheet title={"Retirer ce paiement\u00a0?"} closeHref={back}>
      <Form method="post" className="stack" preventScrollReset>
        <input type="hidden" name="paiement" value={payment.id} />
        <p>
          {formatMoney(payment.amount)}, {paymentMeansLabels[payment.means]}, reçu le {dayMedium(payment.receivedOn)}.
        </p>
        <p className="small soft">
          Une contre-écriture du même montant l’annule. Rien n’est effacé&nbsp;: les deux restent visibles. Pour un
          remboursement, ne retirez pas le paiement.
        </p>
        <Foot back={back} intent="retirer-paiement" label="Retirer le paiement" busy={sending} danger />
      </Form>
    </Sheet>
  )
}

function RefundMade({ view, back, refusal }: Asked & { back: string }) {
  const sending = useSending({ intent: "rembourse" })
  const refund = view.refunds.find(({ id, made, byItself }) => id === view.url.about && made === null && !byItself)
  if (!refund) return <NotAsked title="Ce remboursement est déjà noté" back={back} />
  const field = (name: string) => typed(refusal, "rembourse", name)
  const [means, day, note] = [field("moyen"), field("le"), field("note")]
  return (
    <Sheet title="Noter un remboursement" closeHref={back}>
      <Form method="post" className="stack" preventScrollReset noValidate>
        <FormDraft name={`booking-refund:${refund.id}`}>
          <input type="hidden" name="remboursement" value={refund.id} />
          <p>
            <b>{formatMoney(refund.amount)}</b>
            {refund.kind === "indemnity" ? " d’indemnité" : ""} à rendre à {view.booking.clientName}, au plus tard le{" "}
            {dayMedium(refund.dueOn)}.
          </p>
          <p className="small soft">L’argent ne part pas d’ici&nbsp;: faites le virement, puis notez-le.</p>
          <RequiredNote />
          <SelectField
            label="Moyen"
            name="moyen"
            options={meansOptions}
            defaultValue={means.value ?? "transfer"}
            error={means.error}
          />
          <TextField
            label="Fait le"
            name="le"
            type="date"
            max={view.today}
            defaultValue={day.value ?? view.today}
            error={day.error}
          />
          <TextArea
            label="Note"
            name="note"
            optional
            rows={2}
            maxLength={500}
            defaultValue={note.value}
            error={note.error}
          />
          <Foot back={back} intent="rembourse" label="Noter le remboursement" busy={sending} />
        </FormDraft>
      </Form>
    </Sheet>
  )
}

function SigningForm({
  toSign,
  number,
  back,
  refusal,
}: {
  toSign: ToSign
  number: number
  back: string
  refusal: Refusal | null
}) {
  const sending = useSending({ intent: "signer" })
  const { contractId, version, sha256, clientName, termsVersion, ticksNeeded, today } = toSign
  const field = (name: string) => typed(refusal, "signer", name)
  const [how, name, signature, day] = [field("maniere"), field("nom"), field("signature"), field("le")]
  const tick = (box: string) => ({ error: field(box).error, defaultChecked: field(box).value === "oui" })
  return (
    <Form method="post" className="stack" preventScrollReset noValidate>
      <FormDraft name={`booking-signature:${contractId}`}>
        <input type="hidden" name="contrat" value={contractId} />
        <input type="hidden" name="sha256" value={sha256} />
        <input type="hidden" name="conditions-vues" value={termsVersion ?? ""} />
        <p className="small soft">
          Version {version} du contrat de la réservation n°&nbsp;{number}. Une signature vaut commande avec obligation
          de paiement&nbsp;: elle ne s’annule pas d’ici.
        </p>
        <RadioCards
          name="maniere"
          legend="Le client a signé"
          defaultValue={how.value ?? "paper"}
          options={[
            { value: "paper", label: "Sur papier", text: "Gardez l’original\u00a0: il fait preuve." },
            { value: "on-site", label: "Sur place, ici", text: "Il lit le contrat et tape son nom ci-dessous." },
          ]}
          error={how.error}
        />
        <RequiredNote />
        <TextField
          label="Nom du signataire"
          name="nom"
          autoComplete="off"
          defaultValue={name.value ?? clientName}
          error={name.error}
        />
        <TextField
          label="Signature, sur place"
          name="signature"
          autoComplete="off"
          optional
          hint="Le client tape son nom. Laissez vide pour un papier."
          defaultValue={signature.value}
          error={signature.error}
        />
        <TextField
          label="Signé le"
          name="le"
          type="date"
          max={today}
          defaultValue={day.value ?? today}
          error={day.error}
        />
        <Checkbox name="conditions" value="oui" label={tickLabels.terms} {...tick("conditions")} />
        {ticksNeeded && (
          <>
            <Notice tone="info" title="La location a lieu pendant le délai de rétractation">
              Le client doit le demander expressément, sur le papier ou devant vous.
            </Notice>
            <Checkbox name="execution" value="oui" label={tickLabels.earlyPerformance} {...tick("execution")} />
            <Checkbox name="perte" value="oui" label={tickLabels.withdrawalLoss} {...tick("perte")} />
          </>
        )}
        <Foot back={back} intent="signer" label="Enregistrer la signature" busy={sending} />
      </FormDraft>
    </Form>
  )
}

function DatesAnswer({
  view,
  request: { id, days, note, offer },
  refusal,
}: Asked & { request: NonNullable<OwnerBookingView["dateRequest"]> }) {
  const { booking } = view
  const accepting = useSending({ intent: "accepter-dates" })
  const refusing = useSending({ intent: "refuser-dates" })
  const reason = typed(refusal, "refuser-dates", "motif")
  return (
    <>
      <dl className="stack gap-3 small">
        <div>
          <dt>Dates</dt>
          <dd>
            <s>
              <span className="sr-only">Avant&nbsp;: </span>
              {daysLong(booking.dates)}
            </s>
            <br />
            <b>
              <span className="sr-only">Après&nbsp;: </span>
              {daysLong(days)}
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
          <input type="hidden" name="vu" value={offer.seen} />
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

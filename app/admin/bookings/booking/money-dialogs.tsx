import { useState } from "react"
import { Form } from "react-router"
import { dayMedium } from "../../../../domain/day-labels.ts"
import {
  type PaymentMeans,
  manualPaymentMeans,
  paymentMeansLabels,
  refundName,
} from "../../../../domain/finance/payment.ts"
import { formatMoney } from "../../../../domain/money.ts"
import { RequiredNote } from "../../../ui/required-note.tsx"
import { SelectField } from "../../../ui/select-field.tsx"
import { TextArea } from "../../../ui/text-area.tsx"
import { TextField } from "../../../ui/text-field.tsx"
import { fieldState } from "../../kit/booking/field-state.ts"
import { Sheet } from "../../kit/sheet.tsx"
import { useSending } from "../../kit/use-sending.ts"
import { type BookingDialogProps, DialogActions, ConfirmCheckbox, UnavailableDialog } from "./dialog-parts.tsx"
import type { OwnerBookingView } from "./view.ts"
import { capitalize } from "../../../../isomorphic/text/capitalize.ts"
import { eurosText } from "../../kit/catalog/euros-text.ts"

const meansOptions = manualPaymentMeans.map((means) => ({
  value: means,
  label: means === "card" ? "Carte, sur place" : capitalize(paymentMeansLabels[means]),
}))

export function PaymentForm({ view, back, refusal }: BookingDialogProps & { back: string }) {
  const { journey, today, formKey } = view
  const sending = useSending({ intent: "payer" })
  // A refused form keeps its key, so a resubmission is still the same payment.
  const [key] = useState(refusal?.values["cle"] ?? formKey)
  const field = (name: string) => fieldState(refusal, "payer", name)
  const expectedAmount = journey.next.kind === "pay" ? journey.next.amount : null
  const [amount, means, day, note] = [field("montant"), field("moyen"), field("le"), field("note")]
  const [duplicateField, excessField, earlyField] = [
    field("autre-paiement"),
    field("trop-percu"),
    field("avant-demande"),
  ]
  return (
    <Form method="post" className="stack" preventScrollReset noValidate>
      <input type="hidden" name="cle" value={key} />
      <RequiredNote />
      <TextField
        label="Montant reçu"
        name="montant"
        inputMode="decimal"
        autoComplete="off"
        suffix="€"
        hint={expectedAmount === null ? undefined : `${formatMoney(expectedAmount)} sont attendus.`}
        defaultValue={amount.value ?? (expectedAmount === null ? "" : eurosText(expectedAmount))}
        error={amount.error}
      />
      <SelectField
        label="Moyen"
        name="moyen"
        options={meansOptions}
        defaultValue={means.value ?? "transfer"}
        error={means.error}
      />
      <ConfirmCheckbox
        name="vit-a-l-etranger"
        label="Le client est un particulier et m’a prouvé qu’il vit à l’étranger"
        field={field("vit-a-l-etranger")}
      />
      <TextField
        label="Reçu le"
        name="le"
        type="date"
        max={today}
        defaultValue={day.value ?? today}
        error={day.error}
      />
      <ConfirmCheckbox
        name="avant-demande"
        label="J’ai bien reçu cet argent ce jour-là, avant la réservation"
        field={earlyField}
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
      <ConfirmCheckbox name="autre-paiement" label="C’est un autre paiement" field={duplicateField} />
      <ConfirmCheckbox name="trop-percu" label="J’ai bien reçu cette somme" field={excessField} />
      <DialogActions back={back} intent="payer" label="Noter le paiement" busy={sending} />
    </Form>
  )
}

export function CorrectionDialog({ view, back }: { view: OwnerBookingView; back: string }) {
  const sending = useSending({ intent: "retirer-paiement" })
  const payment = view.payments.find(({ id, correctable }) => id === view.url.target && correctable)
  if (!payment) return <UnavailableDialog title="Ce paiement n’est plus à retirer" back={back} />
  return (
    <Sheet title={"Retirer ce paiement\u00a0?"} closeHref={back}>
      <Form method="post" className="stack" preventScrollReset>
        <input type="hidden" name="paiement" value={payment.id} />
        <p>
          {formatMoney(payment.amount)}, {paymentMeansLabels[payment.means]}, reçu le {dayMedium(payment.receivedOn)}.
        </p>
        <p className="small soft">
          Une contre-écriture du même montant l’annule.{" "}
          {payment.isReturnedByBank
            ? `La banque l’a rendu au client, qui l’avait contesté\u00a0: ${view.end ? "vous ne le lui devez plus" : "ce que le contrat prévoit lui est de nouveau demandé"}.`
            : "Pour un remboursement, ne retirez pas le paiement."}
          {view.refunds.some(({ made }) => made === null) && " Ce qui reste à rendre au client est recalculé sans lui."}
        </p>
        <DialogActions back={back} intent="retirer-paiement" label="Retirer le paiement" busy={sending} danger />
      </Form>
    </Sheet>
  )
}

/** Refunds use the original means (D29); a transfer replaces a card and anything unknown. */
function defaultRefundMeans({ payments }: OwnerBookingView): PaymentMeans {
  const last = payments.findLast(({ amount, corrected }) => amount > 0 && !corrected)
  return last?.means === "cash" || last?.means === "cheque" ? last.means : "transfer"
}

export function RefundDialog({ view, back, refusal }: BookingDialogProps & { back: string }) {
  const sending = useSending({ intent: "rembourse" })
  const refund = view.refunds.find(
    ({ id, made, isAutomatic }) => id === view.url.target && made === null && !isAutomatic,
  )
  if (!refund) return <UnavailableRefundDialog view={view} back={back} />
  const field = (name: string) => fieldState(refusal, "rembourse", name)
  const [means, day, note, earlyField] = [field("moyen"), field("le"), field("note"), field("avant-du")]
  return (
    <Sheet title="Noter un remboursement" closeHref={back}>
      <Form method="post" className="stack" preventScrollReset noValidate>
        <input type="hidden" name="remboursement" value={refund.id} />
        <p>
          {refundName(refund)}&nbsp;: <b>{formatMoney(refund.amount)}</b> à rendre à {view.booking.clientName}, au plus
          tard le {dayMedium(refund.dueOn)}.
        </p>
        <p className="small soft">L’argent ne part pas d’ici&nbsp;: rendez-le, puis notez-le.</p>
        <RequiredNote />
        <SelectField
          label="Moyen"
          name="moyen"
          options={meansOptions}
          defaultValue={means.value ?? defaultRefundMeans(view)}
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
        <ConfirmCheckbox
          name="avant-du"
          label="J’ai bien rendu cet argent ce jour-là, avant qu’il soit dû"
          field={earlyField}
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
        <DialogActions back={back} intent="rembourse" label="Noter le remboursement" busy={sending} />
      </Form>
    </Sheet>
  )
}

/** Usually reached by a second press of the same button, so it says how and when the refund was recorded. */
function UnavailableRefundDialog({ view, back }: { view: OwnerBookingView; back: string }) {
  const refund = view.refunds.find(({ id }) => id === view.url.target)
  if (refund?.made) {
    const { on, means } = refund.made
    const how = `${formatMoney(refund.amount)}, ${paymentMeansLabels[means]}, le ${dayMedium(on)}.`
    return <UnavailableDialog title="Ce remboursement est déjà noté" text={how} back={back} />
  }
  return <UnavailableDialog title={"Ce remboursement n’est pas à noter"} back={back} />
}

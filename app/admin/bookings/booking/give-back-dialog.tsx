import { useState } from "react"
import { Form } from "react-router"
import { formatMoney } from "../../../../domain/money.ts"
import { FormDraft } from "../../../kit/drafts/form-draft.tsx"
import { RequiredNote } from "../../../ui/required-note.tsx"
import { TextArea } from "../../../ui/text-area.tsx"
import { TextField } from "../../../ui/text-field.tsx"
import { fieldState } from "../../kit/booking/field-state.ts"
import { Sheet } from "../../kit/sheet.tsx"
import { useSending } from "../../kit/use-sending.ts"
import { type BookingDialogProps, DialogActions, UnavailableDialog } from "./dialog-parts.tsx"
import type { OwnerBookingView } from "./view.ts"
import { eurosText } from "../../kit/catalog/euros-text.ts"

/** Refunds overpayment first; the rest counts as goodwill. */
export function GiveBackDialog({ view, refusal, back }: BookingDialogProps & { back: string }) {
  const { booking, giveBack, formKey } = view
  const sending = useSending({ intent: "rendre" })
  // A refused form keeps its key, so a resubmission is still the same refund.
  const [key] = useState(refusal?.values["cle"] ?? formKey)
  if (giveBack.max === 0)
    return (
      <UnavailableDialog
        title="Il n’y a rien à rendre"
        text={
          giveBack.paid > 0
            ? "La location n’a pas commencé\u00a0: ajoutez plutôt une remise au prix. Ce qui est payé de trop se rend ensuite."
            : "Rien n’est payé, ou tout est déjà rendu."
        }
        back={back}
      />
    )
  const field = (name: string) => fieldState(refusal, "rendre", name)
  const [amount, reason] = [field("montant"), field("motif")]
  return (
    <Sheet title={"Rendre de l’argent au client\u00a0?"} closeHref={back}>
      <Form method="post" className="stack" preventScrollReset noValidate>
        <FormDraft name={`booking-give-back:${booking.id}`}>
          <input type="hidden" name="cle" value={key} />
          <input type="hidden" name="vu" value={giveBack.paid} />
          <Figures giveBack={giveBack} />
          <RequiredNote />
          <TextField
            label="Montant à rendre"
            name="montant"
            inputMode="decimal"
            autoComplete="off"
            suffix="€"
            hint={`Au plus ${formatMoney(giveBack.max)}.`}
            defaultValue={amount.value ?? (giveBack.overpaid > 0 ? eurosText(giveBack.overpaid) : "")}
            error={amount.error}
          />
          <TextArea
            label="Motif"
            name="motif"
            rows={2}
            maxLength={300}
            hint="Pour l’historique de la réservation, que vous seul lisez."
            defaultValue={reason.value}
            error={reason.error}
          />
          <p className="small soft">
            La carte est remboursée d’elle-même&nbsp;; le reste s’ajoute aux remboursements à faire.
          </p>
          <DialogActions back={back} intent="rendre" label="Rendre ce montant" busy={sending} />
        </FormDraft>
      </Form>
    </Sheet>
  )
}

function Figures({ giveBack: { paid, totalDue, overpaid, max } }: Pick<OwnerBookingView, "giveBack">) {
  return (
    <>
      <dl className="lines">
        <div>
          <dt>Payé</dt>
          <dd>{formatMoney(paid)}</dd>
        </div>
        <div>
          <dt>Demandé en tout</dt>
          <dd>{formatMoney(totalDue)}</dd>
        </div>
        {overpaid > 0 && (
          <div>
            <dt>Payé de trop</dt>
            <dd>{formatMoney(overpaid)}</dd>
          </div>
        )}
      </dl>
      {max > overpaid && (
        <p className="small soft">
          {overpaid > 0
            ? "Le trop-perçu part d’abord. Au-delà, c’est un geste commercial"
            : "C’est un geste commercial"}
          &nbsp;: ce que vous rendez n’est plus demandé au client, et un avoir corrige sa facture.
        </p>
      )}
    </>
  )
}

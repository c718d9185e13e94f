import { Form, Link, href } from "react-router"
import { instantLong } from "../../../../domain/day-labels.ts"
import {
  MAX_DEPOSIT_REASON,
  OBSERVATION_HOURS,
  depositMeansLabels,
  heldMeans,
} from "../../../../domain/finance/deposit.ts"
import type { DepositView } from "../../../../domain/finance/deposit-state.ts"
import { formatMoney } from "../../../../domain/money.ts"
import { FormDraft } from "../../../kit/drafts/form-draft.tsx"
import type { Refusal } from "../../../http/refusal.ts"
import { RadioCards } from "../../../ui/radio-cards.tsx"
import { RequiredNote } from "../../../ui/required-note.tsx"
import { TextArea } from "../../../ui/text-area.tsx"
import { TextField } from "../../../ui/text-field.tsx"
import { reasonNotMailed } from "../../kit/booking/customer-mail-note.tsx"
import { fieldState } from "../../kit/booking/field-state.ts"
import { Sheet } from "../../kit/sheet.tsx"
import { useSending } from "../../kit/use-sending.ts"
import { DialogActions, ConfirmCheckbox, UnavailableDialog } from "./dialog-parts.tsx"
import type { OwnerBookingView } from "./view.ts"
import { capitalize } from "../../../../isomorphic/text/capitalize.ts"

type DepositDialogName = "caution-recue" | "caution-retenir" | "caution-garder" | "caution-lever"
type Props = { view: OwnerBookingView; name: DepositDialogName; refusal: Refusal | null; back: string }
type DepositDialogProps = { deposit: DepositView; view: OwnerBookingView; refusal: Refusal | null; back: string }

export function DepositDialog({ view, name, refusal, back }: Props) {
  const { deposit } = view
  if (!deposit?.open) return <UnavailableDialog title="Cette caution n’attend plus rien" back={back} />
  const dialogProps = { deposit, view, refusal, back }
  switch (name) {
    case "caution-recue":
      return <ReceivedDialog {...dialogProps} />
    case "caution-retenir":
      return <AnnounceDialog {...dialogProps} />
    case "caution-garder":
      return <RetainDialog {...dialogProps} />
    case "caution-lever":
      return <ReleaseDialog {...dialogProps} />
  }
}

function ReceivedDialog({ deposit, view, refusal, back }: DepositDialogProps) {
  const sending = useSending({ intent: "caution-recue" })
  const field = (name: string) => fieldState(refusal, "caution-recue", name)
  const [means, day, earlyField] = [field("moyen"), field("le"), field("avant-demande")]
  return (
    <Sheet title="Noter une caution reçue" closeHref={back}>
      <Form method="post" className="stack" preventScrollReset noValidate>
        <p>
          {formatMoney(deposit.amount)}, qui ne comptent pas comme un paiement de la location.
          {deposit.state.kind === "held" && " L’autorisation sur la carte est ensuite levée."}
        </p>
        <RadioCards
          name="moyen"
          legend="Reçue par"
          defaultValue={means.value ?? "cheque"}
          options={heldMeans.map((value) => ({ value, label: capitalize(depositMeansLabels[value]) }))}
          error={means.error}
        />
        <RequiredNote one />
        <TextField
          label="Reçue le"
          name="le"
          type="date"
          max={view.today}
          defaultValue={day.value ?? view.today}
          error={day.error}
        />
        <ConfirmCheckbox
          name="avant-demande"
          label="J’ai bien reçu cette caution ce jour-là, avant la réservation"
          field={earlyField}
        />
        <DialogActions back={back} intent="caution-recue" label="Noter la caution" busy={sending} />
      </Form>
    </Sheet>
  )
}

function AnnounceDialog({ deposit, view, refusal, back }: DepositDialogProps) {
  const sending = useSending({ intent: "caution-retenir" })
  const notMailedReason = reasonNotMailed(view.booking.client)
  const [amount, reason] = [
    fieldState(refusal, "caution-retenir", "montant"),
    fieldState(refusal, "caution-retenir", "motif"),
  ]
  if (deposit.state.kind !== "held" && deposit.state.kind !== "in-hand")
    return <UnavailableDialog title="Rien n’est autorisé ni reçu" back={back} />
  if (view.today < deposit.returnOn) return <UnavailableDialog title="La location n’est pas terminée" back={back} />
  return (
    <Sheet title="Annoncer une retenue" closeHref={back}>
      <Form method="post" className="stack" preventScrollReset noValidate>
        <FormDraft name={`deposit-announced:${view.booking.id}`}>
          <p className="small soft">
            {notMailedReason === null
              ? "Un e-mail donne au client le montant et le motif, et il peut présenter ses observations."
              : `${notMailedReason}\u00a0: dites-lui le montant et le motif, puis notez-le.`}{" "}
            Rien n’est débité avant sa réponse, ou avant {OBSERVATION_HOURS} heures.
          </p>
          <ReferencedReport view={view} />
          <RequiredNote />
          <TextField
            label="Montant à retenir"
            name="montant"
            inputMode="decimal"
            autoComplete="off"
            suffix="€"
            hint={`Au plus ${formatMoney(deposit.amount)}.`}
            defaultValue={amount.value ?? ""}
            error={amount.error}
          />
          <TextArea
            label="Motif"
            name="motif"
            rows={4}
            maxLength={MAX_DEPOSIT_REASON}
            hint="Le dommage, la perte ou le vol, et le devis ou la facture que vous lui remettez."
            defaultValue={reason.value}
            error={reason.error}
          />
          <DialogActions back={back} intent="caution-retenir" label="Annoncer la retenue" busy={sending} />
        </FormDraft>
      </Form>
    </Sheet>
  )
}

function ReferencedReport({ view: { day, booking } }: { view: OwnerBookingView }) {
  const number = String(booking.number)
  const report = day?.reports.findLast(({ leg }) => leg === "back")
  return report ? (
    <p className="small">
      L’annonce nomme l’
      <a
        href={href("/admin/bookings/:number/etats-des-lieux/:report/pdf", { number, report: report.id })}
        target="_blank"
        rel="noreferrer"
      >
        état des lieux de retour
      </a>{" "}
      du {instantLong(report.at)}, que le client peut télécharger.
    </p>
  ) : (
    <p className="small">
      Aucun état des lieux de retour n’est établi&nbsp;: l’annonce n’en nomme pas.
      {booking.status === "confirmed" && (
        <>
          {" "}
          <Link to={href("/admin/bookings/:number/etat-des-lieux/:leg", { number, leg: "retour" })}>
            Établir l’état des lieux
          </Link>
        </>
      )}
    </p>
  )
}

function RetainDialog({ deposit, view, back }: DepositDialogProps) {
  const sending = useSending({ intent: "caution-garder" })
  const { announced, state, amount } = deposit
  if (!announced || announced.opensAt === null || announced.opensAt > view.now)
    return <UnavailableDialog title="Le client peut encore répondre" back={back} />
  return (
    <Sheet title={`Garder ${formatMoney(announced.amount)}\u00a0?`} closeHref={back}>
      <Form method="post" className="stack" preventScrollReset>
        <input type="hidden" name="montant" value={announced.amount} />
        <p className="wrap-anywhere">{announced.reason}</p>
        <p className="small soft">
          {state.kind === "in-hand"
            ? `Encaissez ce montant, et rendez ${formatMoney(amount - announced.amount)}.`
            : `Ce montant est débité de la carte, et ${formatMoney(amount - announced.amount)} sont libérés.`}{" "}
          Cela ne s’annule pas d’ici.
        </p>
        <DialogActions back={back} intent="caution-garder" label="Garder ce montant" busy={sending} danger />
      </Form>
    </Sheet>
  )
}

function ReleaseDialog({ deposit, back }: DepositDialogProps) {
  const sending = useSending({ intent: "caution-lever" })
  const { state, amount } = deposit
  const inHand = state.kind === "in-hand"
  const held = state.kind === "held"
  return (
    <Sheet
      title={
        inHand ? "La caution est rendue\u00a0?" : held ? "Lever la caution\u00a0?" : "Renoncer à la caution\u00a0?"
      }
      closeHref={back}
    >
      <Form method="post" className="stack" preventScrollReset>
        <p>
          {inHand
            ? `Vous avez rendu ${formatMoney(amount)} au client.`
            : held
              ? `L’autorisation de ${formatMoney(amount)} est annulée\u00a0: rien n’est débité.`
              : `Aucune caution de ${formatMoney(amount)} ne sera demandée ni autorisée.`}
        </p>
        <p className="small soft">Cela ne s’annule pas d’ici.</p>
        <DialogActions
          back={back}
          intent="caution-lever"
          label={inHand ? "Noter qu’elle est rendue" : held ? "Lever la caution" : "Renoncer à la caution"}
          busy={sending}
        />
      </Form>
    </Sheet>
  )
}

import { useState } from "react"
import { Form, Link } from "react-router"
import { isMailed } from "../../../../domain/correspondence/is-mailed.ts"
import { formatMoney } from "../../../../domain/money.ts"
import {
  type AdjustmentKind,
  adjustmentKindLabels,
  adjustmentKinds,
} from "../../../../domain/pricing/adjustment-kind.ts"
import { MAX_ADJUSTMENT_NAME, MAX_ADJUSTMENT_REASON, adjustmentsIn } from "../../../../domain/pricing/adjustment.ts"
import { Checkbox } from "../../../ui/checkbox.tsx"
import { RequiredNote } from "../../../ui/required-note.tsx"
import { SelectField } from "../../../ui/select-field.tsx"
import { TextArea } from "../../../ui/text-area.tsx"
import { TextField } from "../../../ui/text-field.tsx"
import { FormDraft } from "../../../kit/drafts/form-draft.tsx"
import type { Refusal } from "../../../http/refusal.ts"
import { bookingPageHref } from "../../kit/booking/booking-url.ts"
import { CustomerMailNote } from "../../kit/booking/customer-mail-note.tsx"
import type { ReachedClient } from "../../kit/booking/line.ts"
import { fieldState } from "../../kit/booking/field-state.ts"
import { Sheet } from "../../kit/sheet.tsx"
import { useSending } from "../../kit/use-sending.ts"
import { DialogActions, UnavailableDialog } from "./dialog-parts.tsx"
import type { OwnerBookingView, PricingView } from "./view.ts"

type PriceDialogProps = { view: OwnerBookingView; refusal: Refusal | null; back: string }

const effects: Record<AdjustmentKind, string> = {
  discount: "Remise\u00a0: le montant est déduit",
  gift: "Geste commercial\u00a0: le montant est offert",
  surcharge: "Supplément\u00a0: le montant s’ajoute",
  "agreed-price": "Prix convenu\u00a0: le montant est le nouveau total",
}
const kindOptions = adjustmentKinds.map((kind) => ({ value: kind, label: effects[kind] }))

export function PriceLinks({ view: { booking, priceOpen } }: { view: OwnerBookingView }) {
  if (!priceOpen) return null
  return (
    <ul className="flex flex-wrap gap-x-5 small" aria-label="Le prix">
      <li>
        <Link
          className="link-alone"
          to={bookingPageHref(booking.number, "prix")}
          aria-haspopup="dialog"
          preventScrollReset
        >
          Remise, supplément ou prix convenu
        </Link>
      </li>
      {adjustmentsIn(booking.price.lines).map(({ id, label }) => (
        <li key={id} className="wrap-anywhere">
          <Link
            className="link-alone"
            to={bookingPageHref(booking.number, "retirer-prix", id)}
            aria-haspopup="dialog"
            preventScrollReset
          >
            Retirer «&nbsp;{label}&nbsp;»
          </Link>
        </li>
      ))}
    </ul>
  )
}

export function PriceDialog({ view, refusal, back }: PriceDialogProps) {
  const { pricing, priceOpen } = view
  if (!pricing || !priceOpen) return <UnavailableDialog title="Ce prix ne se change plus" back={back} />
  return (
    <Sheet title="Une ligne sur le prix" closeHref={back}>
      <PriceForm view={view} pricing={pricing} refusal={refusal} back={back} />
    </Sheet>
  )
}

function PriceForm({
  view: { booking, formKey },
  pricing,
  refusal,
  back,
}: PriceDialogProps & { pricing: PricingView }) {
  const sending = useSending({ intent: "ajuster-prix" })
  // A refused form keeps its key, so a resubmission is still the same line.
  const [key] = useState(refusal?.values["cle"] ?? formKey)
  const field = (name: string) => fieldState(refusal, "ajuster-prix", name)
  const [kind, amount, name, reason] = [field("sorte"), field("montant"), field("nom"), field("motif")]
  return (
    <Form method="post" className="stack" preventScrollReset noValidate>
      <FormDraft name={`booking-price:${booking.id}`}>
        <input type="hidden" name="cle" value={key} />
        <input type="hidden" name="vu" value={pricing.loadedVersion} />
        <p className="small soft">
          Total actuel&nbsp;: <b>{formatMoney(booking.total)}</b>. {contractConsequence(pricing)}
        </p>
        <RequiredNote />
        <SelectField
          label="Ce que vous faites"
          name="sorte"
          options={kindOptions}
          defaultValue={kind.value ?? "discount"}
          error={kind.error}
        />
        <TextField
          label="Montant"
          name="montant"
          inputMode="decimal"
          autoComplete="off"
          suffix="€"
          defaultValue={amount.value}
          error={amount.error}
        />
        <TextField
          label="Nom de la ligne"
          name="nom"
          autoComplete="off"
          optional
          maxLength={MAX_ADJUSTMENT_NAME}
          hint={`Par exemple «\u00a0Remise fidélité\u00a0». Sans nom\u00a0: «\u00a0${adjustmentKindLabels.discount}\u00a0», «\u00a0${adjustmentKindLabels.surcharge}\u00a0»…`}
          defaultValue={name.value}
          error={name.error}
        />
        <TextArea
          label="Motif"
          name="motif"
          rows={2}
          maxLength={MAX_ADJUSTMENT_REASON}
          hint="Le client le lit sous la ligne, sur son contrat aussi."
          defaultValue={reason.value}
          error={reason.error}
        />
        <CustomerFields pricing={pricing} client={booking.client} refusal={refusal} intent="ajuster-prix" />
        <DialogActions back={back} intent="ajuster-prix" label="Ajouter au prix" busy={sending} />
      </FormDraft>
    </Form>
  )
}

export function PriceRemovalDialog({ view, refusal, back }: PriceDialogProps) {
  const sending = useSending({ intent: "retirer-prix" })
  const { pricing, priceOpen, url, booking } = view
  const line = adjustmentsIn(booking.price.lines).find(({ id }) => id === url.target)
  if (!pricing || !priceOpen || !line) return <UnavailableDialog title="Cette ligne n’est plus à retirer" back={back} />
  return (
    <Sheet title={"Retirer cette ligne\u00a0?"} closeHref={back}>
      <Form method="post" className="stack" preventScrollReset>
        <input type="hidden" name="ligne" value={line.id} />
        <input type="hidden" name="vu" value={pricing.loadedVersion} />
        <p className="wrap-anywhere">
          «&nbsp;{line.label}&nbsp;», {formatMoney(line.amount)}.
        </p>
        <p>
          Le total passe de {formatMoney(booking.total)} à <b>{formatMoney(booking.total - line.amount)}</b>.
        </p>
        <p className="small soft">{contractConsequence(pricing)}</p>
        <CustomerFields pricing={pricing} client={view.booking.client} refusal={refusal} intent="retirer-prix" />
        <DialogActions back={back} intent="retirer-prix" label="Retirer la ligne" busy={sending} danger />
      </Form>
    </Sheet>
  )
}

function contractConsequence({ contract }: PricingView): string {
  switch (contract) {
    case "none":
      return "Aucun contrat n’est encore parti."
    case "waiting":
      return "Un nouveau contrat part au client. L’ancien ne peut plus être signé."
    case "signed":
      return "Une nouvelle version part à la signature. Le contrat signé reste en vigueur jusque-là."
  }
}

function CustomerFields({
  pricing,
  client,
  refusal,
  intent,
}: {
  pricing: PricingView
  client: ReachedClient
  refusal: Refusal | null
  intent: "ajuster-prix" | "retirer-prix"
}) {
  const overpaidField = fieldState(refusal, intent, "rendre")
  const wasRefused = refusal?.values["intent"] === intent
  return (
    <>
      {pricing.contract === "none" && !isMailed(client) && <CustomerMailNote client={client} />}
      {pricing.contract === "none" && isMailed(client) && (
        <Checkbox
          name="prevenir"
          value="oui"
          label="Prévenir le client par e-mail"
          defaultChecked={wasRefused ? refusal.values["prevenir"] === "oui" : true}
        />
      )}
      {overpaidField.error && (
        <Checkbox name="rendre" value="oui" label="Je rembourserai ce trop-perçu" error={overpaidField.error} />
      )}
    </>
  )
}

import { Form } from "react-router"
import { formatMoney } from "../../../../domain/money.ts"
import { consentLabels } from "../../../../domain/contracts/consent-labels.ts"
import { rentalLabel } from "../../../../domain/rental/rental.ts"
import type { Refusal } from "../../../http/refusal.ts"
import { SignatureField } from "../../../kit/signature/signature-field.tsx"
import { Checkbox } from "../../../ui/checkbox.tsx"
import { Notice } from "../../../ui/notice.tsx"
import { RadioCards } from "../../../ui/radio-cards.tsx"
import { RequiredNote } from "../../../ui/required-note.tsx"
import { TextField } from "../../../ui/text-field.tsx"
import { fieldState } from "../../kit/booking/field-state.ts"
import { useSending } from "../../kit/use-sending.ts"
import { DialogActions } from "./dialog-parts.tsx"
import type { SignableContract } from "./view.ts"

export function SigningForm({
  contract,
  number,
  back,
  refusal,
}: {
  contract: SignableContract
  number: number
  back: string
  refusal: Refusal | null
}) {
  const sending = useSending({ intent: "signer" })
  const { contractId, version, sha256, clientName, termsVersion, ticksNeeded, today, period, total, files } = contract
  const field = (name: string) => fieldState(refusal, "signer", name)
  const [how, name, day] = [field("maniere"), field("nom"), field("le")]
  const tickProps = (box: string) => ({ error: field(box).error, defaultChecked: field(box).value === "oui" })
  return (
    <Form method="post" className="stack group/signing" preventScrollReset noValidate>
      <input type="hidden" name="contrat" value={contractId} />
      <input type="hidden" name="sha256" value={sha256} />
      <input type="hidden" name="conditions-vues" value={termsVersion ?? ""} />
      <p className="small soft">
        Version {version} du contrat de la réservation n°&nbsp;{number}&nbsp;: {rentalLabel(period)},{" "}
        {formatMoney(total)}. Une signature vaut commande avec obligation de paiement&nbsp;: elle ne s’annule pas d’ici.
      </p>
      <p className="cluster small">
        À faire lire&nbsp;:
        {files.map(({ label, href }) => (
          <a key={href} href={href} download>
            {label}
          </a>
        ))}
      </p>
      <RadioCards
        name="maniere"
        legend="Le client a signé"
        defaultValue={how.value ?? "paper"}
        options={[
          { value: "paper", label: "Sur papier", text: "Gardez l’original\u00a0: il fait preuve." },
          { value: "on-site", label: "Sur place, ici", text: "Il lit le contrat et signe ci-dessous." },
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
      {/* Hidden for a contract on paper: the signature is on that paper. */}
      <div className="group-has-[input[value=paper]:checked]/signing:hidden">
        <SignatureField
          id="signature-sur-place"
          legend="Signature du client"
          typedLabel="Nom du client, pour signature"
          values={refusal?.values["intent"] === "signer" ? refusal.values : {}}
          error={field("signature").error}
        />
      </div>
      <TextField
        label="Signé le"
        name="le"
        type="date"
        max={today}
        defaultValue={day.value ?? today}
        error={day.error}
      />
      <Checkbox name="conditions" value="oui" required label={consentLabels.terms} {...tickProps("conditions")} />
      {ticksNeeded && (
        <>
          <Notice tone="info" title="La location a lieu pendant le délai de rétractation">
            Le client doit le demander expressément, sur le papier ou devant vous.
          </Notice>
          <Checkbox
            name="execution"
            value="oui"
            required
            label={consentLabels.earlyPerformance}
            {...tickProps("execution")}
          />
          <Checkbox name="perte" value="oui" required label={consentLabels.withdrawalLoss} {...tickProps("perte")} />
        </>
      )}
      <DialogActions back={back} intent="signer" label="Enregistrer la signature" busy={sending} />
    </Form>
  )
}

import { Form, useNavigation } from "react-router"
import { FLOOR_LABEL, MAX_VENUE_TEXT, POWER_WITHIN_METRES } from "../../../../../domain/booking/venue.ts"
import { type Refusal, errorItems } from "../../../../http/refusal.ts"
import { DataNote } from "../../../../kit/data-note.tsx"
import { FormDraft } from "../../../../kit/drafts/form-draft.tsx"
import { Button } from "../../../../ui/button.tsx"
import { ButtonLink } from "../../../../ui/button-link.tsx"
import { FormError } from "../../../../ui/form-error.tsx"
import { RadioCards } from "../../../../ui/radio-cards.tsx"
import { RequiredNote } from "../../../../ui/required-note.tsx"
import { TextArea } from "../../../../ui/text-area.tsx"
import { TextField } from "../../../../ui/text-field.tsx"

type VenueValues = {
  power: string | null
  floor: string | null
  access: string
  stairs: string
  contactName: string
  contactPhone: string
}
type VenueFormProps = { number: number; back: string; stored: VenueValues; refusal: Refusal | null }

export function VenueForm({ number, back, stored, refusal }: VenueFormProps) {
  const busy = useNavigation().formMethod === "POST"
  const errors = refusal?.errors ?? {}
  const value = (name: keyof VenueValues) => refusal?.values[name] ?? stored[name] ?? ""
  const question = (name: "power" | "floor", legend: string, hint: string) => (
    <RadioCards
      id={name}
      name={name}
      legend={legend}
      hint={hint}
      options={[
        { value: "oui", label: "Oui" },
        { value: "non", label: "Non, ou je ne sais pas" },
      ]}
      defaultValue={value(name)}
      error={errors[name]}
    />
  )
  return (
    <Form method="post" className="stack gap-5" noValidate preventScrollReset>
      <FormError errors={errorItems(errors)} answer={refusal} />
      <FormDraft name={`venue:${number}`} answered={refusal !== null}>
        <RequiredNote />
        {question(
          "power",
          `Une prise électrique à moins de ${POWER_WITHIN_METRES}\u00a0m de l’emplacement\u00a0?`,
          "Inutile avec une batterie.",
        )}
        {question(
          "floor",
          `Un espace plat et abrité de ${FLOOR_LABEL}\u00a0?`,
          "Pour le photobooth et vos invités. Une borne de table en demande moins.",
        )}
        <TextArea
          id="access"
          name="access"
          label="L’accès"
          hint="Portail, code, où se garer, distance à pied."
          optional
          rows={3}
          maxLength={MAX_VENUE_TEXT}
          defaultValue={value("access")}
          error={errors["access"]}
        />
        <TextArea
          id="stairs"
          name="stairs"
          label="Escaliers, ascenseur"
          hint="Étage, nombre de marches, largeur de l’ascenseur. Vide s’il n’y en a pas."
          optional
          rows={2}
          maxLength={MAX_VENUE_TEXT}
          defaultValue={value("stairs")}
          error={errors["stairs"]}
        />
        <fieldset className="field gap-3">
          <legend className="field-label">Qui appeler sur place</legend>
          <TextField
            id="contactName"
            name="contactName"
            label="Nom"
            autoComplete="name"
            defaultValue={value("contactName")}
            error={errors["contactName"]}
          />
          <TextField
            id="contactPhone"
            name="contactPhone"
            label="Téléphone"
            type="tel"
            autoComplete="tel"
            defaultValue={value("contactPhone")}
            error={errors["contactPhone"]}
          />
        </fieldset>
      </FormDraft>
      <div className="cluster">
        <Button busy={busy} busyText="Envoi…">
          Envoyer la description
        </Button>
        <ButtonLink to={back} variant="secondary">
          Plus tard
        </ButtonLink>
      </div>
      <DataNote use="booking" />
    </Form>
  )
}

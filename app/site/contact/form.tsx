import { Form, href } from "react-router"
import { Button } from "../../ui/button.tsx"
import { FormError } from "../../ui/form-error.tsx"
import { TextArea } from "../../ui/text-area.tsx"
import { RequiredNote } from "../../ui/required-note.tsx"
import { SelectField } from "../../ui/select-field.tsx"
import { TextField } from "../../ui/text-field.tsx"
import { eventKinds, waysToUs } from "../../../domain/leads/lead.ts"
import { CampaignField } from "../../kit/campaign-field.tsx"
import { DataNote } from "../../kit/data-note.tsx"
import { FormGuard } from "../kit/form-guard.tsx"

const fields = ["name", "email", "phone", "message", "eventDay", "place", "eventKind", "guests", "heardFrom"] as const
type Field = (typeof fields)[number]

type ContactAnswer = {
  errors: Partial<Record<Field | "form", string>>
  values: Partial<Record<Field | "affichage" | "provenance", string>>
}

type ContactFormProps = {
  profile: { name: string; email: string; phone: string } | null
  stamp: string
  /** The `utm_source` of this page's address. */
  campaign: string
  /** Somebody who has answered is not asked again. */
  asksWayToUs: boolean
  answer?: ContactAnswer | undefined
  busy: boolean
}

const fieldId = (field: Field) => `contact-${field}`

export function ContactForm({ profile, stamp, campaign, asksWayToUs, answer, busy }: ContactFormProps) {
  const { errors = {}, values } = answer ?? {}
  const fieldProps = (field: Field) => ({ id: fieldId(field), name: field, error: errors[field] })
  return (
    <Form method="post" action={href("/contact")} className="stack gap-5" aria-labelledby="ecrire">
      <FormError errors={toErrorItems(errors)} answer={answer} />
      {/* A refused form keeps its first stamp, so that its age stays right. */}
      <FormGuard stamp={values?.affichage ?? stamp} />
      <RequiredNote />
      <TextField
        {...fieldProps("name")}
        label="Nom"
        autoComplete="name"
        maxLength={120}
        defaultValue={values?.name ?? profile?.name}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          {...fieldProps("email")}
          label="Adresse e-mail"
          type="email"
          autoComplete="email"
          maxLength={254}
          defaultValue={values?.email ?? profile?.email}
        />
        <TextField
          {...fieldProps("phone")}
          label="Téléphone"
          type="tel"
          autoComplete="tel"
          maxLength={30}
          optional
          defaultValue={values?.phone ?? profile?.phone}
        />
      </div>
      <TextArea
        {...fieldProps("message")}
        label="Message"
        rows={7}
        maxLength={5000}
        hint="Une date, un lieu, une question&nbsp;: quelques mots suffisent."
        defaultValue={values?.message}
      />
      <fieldset className="stack gap-5 border-t border-line pt-5">
        <legend className="title-block">Votre événement</legend>
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField {...fieldProps("eventDay")} label="Date" type="date" optional defaultValue={values?.eventDay} />
          <TextField {...fieldProps("place")} label="Lieu" maxLength={120} optional defaultValue={values?.place} />
          <SelectField
            {...fieldProps("eventKind")}
            label="Type d’événement"
            placeholder="À choisir"
            options={toOptions(eventKinds)}
            optional
            defaultValue={values?.eventKind}
          />
          <TextField
            {...fieldProps("guests")}
            label="Invités, environ"
            inputMode="numeric"
            maxLength={5}
            optional
            defaultValue={values?.guests}
          />
        </div>
        {asksWayToUs && (
          <SelectField
            {...fieldProps("heardFrom")}
            label="Comment nous avez-vous connus&nbsp;?"
            placeholder="À choisir"
            options={toOptions(waysToUs)}
            optional
            defaultValue={values?.heardFrom}
          />
        )}
      </fieldset>
      <CampaignField stored={values?.provenance ?? campaign} />
      <div className="cluster">
        <Button busy={busy} busyText="Envoi en cours...">
          Envoyer le message
        </Button>
      </div>
      <DataNote use="contact" />
    </Form>
  )
}

const toOptions = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))

function toErrorItems(errors: ContactAnswer["errors"]) {
  const general = errors.form ? [{ message: errors.form }] : []
  return [
    ...general,
    ...fields.flatMap((field) => (errors[field] ? [{ message: errors[field], field: fieldId(field) }] : [])),
  ]
}

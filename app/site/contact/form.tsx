import { Form, href } from "react-router"
import { Button } from "../../ui/button.tsx"
import { FormError } from "../../ui/form-error.tsx"
import { TextArea } from "../../ui/text-area.tsx"
import { RequiredNote } from "../../ui/required-note.tsx"
import { TextField } from "../../ui/text-field.tsx"
import { DataNote } from "../../kit/data-note.tsx"
import { FormGuard } from "../kit/form-guard.tsx"

const fields = ["name", "email", "phone", "message"] as const
type Field = (typeof fields)[number]

export type ContactAnswer = {
  errors: Partial<Record<Field | "form", string>>
  values: Partial<Record<Field | "affichage", string>>
}

export type ContactFormProps = {
  /** Of the person who is signed in. */
  known: { name: string; email: string; phone: string } | null
  /** When the page was made: see FormGuard. */
  stamp: string
  /** What the server refused, with what was typed. */
  answer?: ContactAnswer | undefined
  busy: boolean
}

const fieldId = (field: Field) => `contact-${field}`

/** To write to the company, with or without an account. */
export function ContactForm({ known, stamp, answer, busy }: ContactFormProps) {
  const { errors = {}, values } = answer ?? {}
  const about = (field: Field) => ({ id: fieldId(field), name: field, error: errors[field] })
  return (
    <Form method="post" action={href("/contact")} className="stack gap-5" aria-labelledby="ecrire">
      <FormError errors={problemsOf(errors)} answer={answer} />
      {/* A form that came back has been there since it was first shown. */}
      <FormGuard stamp={values?.affichage ?? stamp} />
      <RequiredNote />
      <TextField
        {...about("name")}
        label="Nom"
        autoComplete="name"
        maxLength={120}
        defaultValue={values?.name ?? known?.name}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          {...about("email")}
          label="Adresse e-mail"
          type="email"
          autoComplete="email"
          maxLength={254}
          defaultValue={values?.email ?? known?.email}
        />
        <TextField
          {...about("phone")}
          label="Téléphone"
          type="tel"
          autoComplete="tel"
          maxLength={30}
          optional
          defaultValue={values?.phone ?? known?.phone}
        />
      </div>
      <TextArea
        {...about("message")}
        label="Message"
        rows={7}
        maxLength={5000}
        hint="Une date, un lieu, une question&nbsp;: quelques mots suffisent."
        defaultValue={values?.message}
      />
      <div className="cluster">
        <Button busy={busy} busyText="Envoi en cours...">
          Envoyer le message
        </Button>
      </div>
      <DataNote use="contact" />
    </Form>
  )
}

function problemsOf(errors: ContactAnswer["errors"]) {
  const general = errors.form ? [{ message: errors.form }] : []
  return [
    ...general,
    ...fields.flatMap((field) => (errors[field] ? [{ message: errors[field], field: fieldId(field) }] : [])),
  ]
}

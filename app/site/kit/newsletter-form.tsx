import { Form, href } from "react-router"
import { Button } from "../../ui/button.tsx"
import { FormError } from "../../ui/form-error.tsx"
import { TextField } from "../../ui/text-field.tsx"
import { DataNote } from "../../kit/data-note.tsx"
import { FormGuard } from "./form-guard.tsx"
import { RequiredNote } from "../../ui/required-note.tsx"

type NewsletterAnswer = {
  errors: { email?: string; form?: string }
  values: { email?: string; affichage?: string }
}

type NewsletterFormProps = {
  email: string | null
  stamp: string
  answer?: NewsletterAnswer | undefined
  busy: boolean
}

const emailId = "nouveautes-email"

/** Every address gets the same answer, so nobody can probe for subscribers. */
export function NewsletterForm({ email, stamp, answer, busy }: NewsletterFormProps) {
  const { errors = {}, values } = answer ?? {}
  const problems = [
    ...(errors.form ? [{ message: errors.form }] : []),
    ...(errors.email ? [{ message: errors.email, field: emailId }] : []),
  ]
  return (
    <Form method="post" action={href("/newsletter")} className="stack gap-5">
      <FormError errors={problems} answer={answer} />
      <FormGuard stamp={values?.affichage ?? stamp} />
      <RequiredNote one />
      <TextField
        id={emailId}
        name="email"
        type="email"
        label="Adresse e-mail"
        autoComplete="email"
        maxLength={254}
        defaultValue={values?.email ?? email ?? undefined}
        error={errors.email}
        hint="Un e-mail vous demandera de confirmer. Chaque envoi permet de se désinscrire en un clic."
      />
      <div>
        <Button busy={busy} busyText="Envoi en cours...">
          Être notifié des nouveautés
        </Button>
      </div>
      <DataNote use="newsletter" />
    </Form>
  )
}

import { Form, Link, useSearchParams } from "react-router"
import { Button } from "../../ui/button.tsx"
import { Checkbox } from "../../ui/checkbox.tsx"
import { FormError, type FormErrorItem } from "../../ui/form-error.tsx"
import { PasswordField } from "../../ui/password-field.tsx"
import { NewPasswordField } from "../site/new-password-field.tsx"
import { TextField } from "../../ui/text-field.tsx"
import type { WizardRefusal } from "./wizard-types.ts"

type RegisterStepProps = {
  /** Name and value of everything chosen so far: it goes along. */
  fields: [string, string][]
  refusal: WizardRefusal | null
  busy: boolean
}

/** Says in the URL which of the two forms is shown, so that the link between them works without a script. */
const MODE = "compte"

/** Sign up or sign in, in the middle of the wizard; one form at a time. */
export function RegisterStep({ fields, refusal, busy }: RegisterStepProps) {
  const [values] = useSearchParams()
  const asked = values.get(MODE) === "connexion" ? "sign-in" : "sign-up"
  const mode = refusal ? (refusal.form === "sign-in" ? "sign-in" : "sign-up") : asked
  const other = `?${new URLSearchParams([["step", "register"], ...fields, [MODE, mode === "sign-up" ? "connexion" : "inscription"]])}`
  const hidden = fields.map(([name, value]) => <input key={`${name}=${value}`} type="hidden" name={name} value={value} />)
  const shown = { errors: refusal?.errors ?? {}, values: refusal?.values ?? {} }
  return (
    <div className="stack">
      <h3 className="title-card">{mode === "sign-up" ? "Inscription" : "Connexion"}</h3>
      <Form method="post" className="stack" noValidate key={mode}>
        {hidden}
        <FormError answer={refusal} errors={Object.entries(shown.errors).map(errorItem)} />
        {mode === "sign-up" ? <SignUpFields {...shown} /> : <SignInFields {...shown} />}
        <Button name="intent" value={mode} busy={busy} busyText="Chargement...">
          {mode === "sign-up" ? "S'inscrire" : "Se connecter"}
        </Button>
      </Form>
      <p>
        <Link to={other} replace preventScrollReset className="link-alone">
          {mode === "sign-up" ? "Déjà un compte ? Se connecter" : "Pas encore de compte ? S'inscrire"}
        </Link>
      </p>
    </div>
  )
}

function errorItem([field, message]: [string, string]): FormErrorItem {
  return field === "form" ? { message } : { message, field }
}

type Shown = { errors: Record<string, string>; values: Record<string, string> }

function SignUpFields({ errors, values }: Shown) {
  return (
    <>
      <TextField label="Nom" name="name" id="name" autoComplete="name" defaultValue={values.name} error={errors.name} />
      <TextField label="E-mail" name="email" id="email" type="email" autoComplete="email" defaultValue={values.email} error={errors.email} />
      <NewPasswordField label="Mot de passe" id="password" error={errors.password} />
      <PasswordField label="Confirmer le mot de passe" name="confirmation" id="confirmation" autoComplete="new-password" error={errors.confirmation} />
      <Checkbox
        name="terms"
        id="terms"
        value="on"
        label={<>J’accepte les <a href="/legal/cgv" target="_blank" rel="noopener">conditions générales</a></>}
        error={errors.terms}
        defaultChecked={values.terms === "on"}
      />
    </>
  )
}

function SignInFields({ errors, values }: Shown) {
  return (
    <>
      <TextField label="E-mail" name="email" id="email" type="email" autoComplete="username" defaultValue={values.email} error={errors.email} />
      <PasswordField label="Mot de passe" id="password" autoComplete="current-password" error={errors.password} />
    </>
  )
}

import { useState } from "react"
import { Form, Link } from "react-router"
import { Button } from "../../ui/button.tsx"
import { Checkbox } from "../../ui/checkbox.tsx"
import { PasswordField } from "../../ui/password-field.tsx"
import { TextField } from "../../ui/text-field.tsx"
import type { WizardRefusal } from "./wizard-types.ts"

type RegisterStepProps = {
  /** Name and value of everything chosen so far: it goes along. */
  fields: [string, string][]
  refusal: WizardRefusal | null
  busy: boolean
}

/** Sign up or sign in, in the middle of the wizard; one form at a time, both without a script. */
export function RegisterStep({ fields, refusal, busy }: RegisterStepProps) {
  const [mode, setMode] = useState<"sign-in" | "sign-up">(refusal?.form === "sign-in" ? "sign-in" : "sign-up")
  const errors = refusal?.form === mode ? refusal.errors : {}
  const values = refusal?.values ?? {}
  const hidden = fields.map(([name, value]) => <input key={`${name}=${value}`} type="hidden" name={name} value={value} />)
  return (
    <div className="register-forms" data-mode={mode}>
      <section aria-labelledby="sign-up-title" className="register-sign-up">
        <h3 className="title-card" id="sign-up-title">Inscription</h3>
        <Form method="post" className="stack" noValidate>
          {hidden}
          <TextField label="Nom" name="name" id="name" autoComplete="name" defaultValue={values.name} error={errors.name} />
          <TextField label="E-mail" name="email" id="email" type="email" autoComplete="email" defaultValue={values.email} error={errors.email} />
          <PasswordField label="Mot de passe" id="password" autoComplete="new-password" hint="6 caractères au moins" error={errors.password} />
          <PasswordField label="Confirmer le mot de passe" name="confirmation" id="confirmation" autoComplete="new-password" error={errors.confirmation} />
          <Checkbox
            name="terms"
            id="terms"
            value="on"
            label={<>J’accepte les <Link to="/legal/cgv" target="_blank">conditions générales</Link></>}
            error={errors.terms}
            defaultChecked={values.terms === "on"}
          />
          {errors.form && <p className="error" role="alert">{errors.form}</p>}
          <Button name="intent" value="sign-up" busy={busy} busyText="Chargement...">S'inscrire</Button>
        </Form>
        <p className="small register-switch">
          <Button type="button" variant="quiet" onClick={() => setMode("sign-in")}>Déjà un compte ? Se connecter</Button>
        </p>
      </section>
      <section aria-labelledby="sign-in-title" className="register-sign-in">
        <h3 className="title-card" id="sign-in-title">Connexion</h3>
        <Form method="post" className="stack" noValidate>
          {hidden}
          <TextField label="E-mail" name="email" id="sign-in-email" type="email" autoComplete="username" defaultValue={values.email} error={errors.email} />
          <PasswordField label="Mot de passe" id="sign-in-password" autoComplete="current-password" error={errors.password} />
          {errors.form && <p className="error" role="alert">{errors.form}</p>}
          <Button name="intent" value="sign-in" busy={busy} busyText="Chargement...">Se connecter</Button>
        </Form>
        <p className="small register-switch">
          <Button type="button" variant="quiet" onClick={() => setMode("sign-up")}>Pas encore de compte ? S'inscrire</Button>
        </p>
      </section>
    </div>
  )
}

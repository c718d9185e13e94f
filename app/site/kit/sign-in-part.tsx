import { DataNote } from "../../kit/data-note.tsx"
import { Button } from "../../ui/button.tsx"
import { PasswordField } from "../../ui/password-field.tsx"
import { TextField } from "../../ui/text-field.tsx"

type SignInPartProps = {
  errors: Readonly<Record<string, string>>
  values: Readonly<Record<string, string>>
  busy: boolean
}

export function SignInPart({ errors, values, busy }: SignInPartProps) {
  return (
    <>
      <TextField
        label="Adresse e-mail"
        name="email"
        id="email"
        type="email"
        autoComplete="username"
        defaultValue={values["email"]}
        error={errors["email"]}
      />
      <PasswordField label="Mot de passe" id="password" autoComplete="current-password" error={errors["password"]} />
      <Button name="intent" value="sign-in" busy={busy} busyText="Chargement...">
        Se connecter
      </Button>
      <DataNote use="sign-in" />
    </>
  )
}

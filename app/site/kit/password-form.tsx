import { Form, useNavigation } from "react-router"
import { MIN_STAFF_PASSWORD, MIN_PASSWORD } from "../../../domain/accounts/password.ts"
import { type Refusal, errorItems } from "../../http/refusal.ts"
import { Button } from "../../ui/button.tsx"
import { FormError } from "../../ui/form-error.tsx"
import { PasswordField } from "../../ui/password-field.tsx"
import { NewPasswordField } from "./new-password-field.tsx"
import { RequiredNote } from "../../ui/required-note.tsx"

export const PASSWORD_INTENT = "mot-de-passe"

type PasswordFormProps = {
  isStaff: boolean
  answer: Refusal | null
  hidden?: Readonly<Record<string, string>>
}

export function PasswordForm({ isStaff, answer, hidden = {} }: PasswordFormProps) {
  const { state, formData } = useNavigation()
  const busy = state !== "idle" && formData?.get("intent") === PASSWORD_INTENT
  const errors = answer?.errors ?? {}
  return (
    <Form method="post" className="stack" preventScrollReset>
      <FormError errors={errorItems(errors)} answer={answer} />
      <input type="hidden" name="intent" value={PASSWORD_INTENT} />
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <RequiredNote />
      <PasswordField
        id="actuel"
        name="actuel"
        label="Mot de passe actuel"
        autoComplete="current-password"
        error={errors["actuel"]}
      />
      <NewPasswordField
        id="password"
        label="Nouveau mot de passe"
        minimum={isStaff ? MIN_STAFF_PASSWORD : MIN_PASSWORD}
        error={errors["password"]}
      />
      <PasswordField
        id="confirmation"
        name="confirmation"
        label="Confirmer le mot de passe"
        autoComplete="new-password"
        error={errors["confirmation"]}
      />
      <p className="small soft">Vos autres appareils seront déconnectés.</p>
      <div>
        <Button busy={busy} busyText="Enregistrement…">
          Changer le mot de passe
        </Button>
      </div>
    </Form>
  )
}

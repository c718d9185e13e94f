import { Form, useNavigation } from "react-router"
import { administratorPasswordMinimum, passwordMinimum } from "../../../../domain/accounts/password.ts"
import { Button } from "../../../ui/button.tsx"
import { FormError } from "../../../ui/form-error.tsx"
import { Notice } from "../../../ui/notice.tsx"
import { PasswordField } from "../../../ui/password-field.tsx"
import { NewPasswordField } from "../../kit/new-password-field.tsx"
import { RequiredNote } from "../../../ui/required-note.tsx"

type PasswordPageProps = {
  /** The path to come back to. */
  retour: string
  /** An administrator whose password is too short: the back office waits for another. */
  due: boolean
  isAdmin: boolean
  saved: boolean
  answer: { errors: Readonly<Record<string, string>>; values: Readonly<Record<string, string>> } | null
}

/** Replaces one's own password. */
export function PasswordPage({ retour, due, isAdmin, saved, answer }: PasswordPageProps) {
  const { state, formMethod } = useNavigation()
  const errors = answer?.errors ?? {}
  return (
    <div className="page section">
      <div className="panel stack mx-auto max-w-md gap-5">
        <h1 className="title-section">Choisir un nouveau mot de passe</h1>
        {due && (
          <Notice tone="warning" title="Votre mot de passe est trop court pour l’administration">
            Vous êtes administrateur&nbsp;: choisissez-en un d’au moins {administratorPasswordMinimum} caractères pour
            continuer.
          </Notice>
        )}
        {saved && !answer && <Notice tone="success" title="Mot de passe mis à jour avec succès" live />}
        <Form method="post" className="stack">
          <FormError
            errors={Object.entries(errors).map(([field, message]) =>
              field === "form" ? { message } : { message, field },
            )}
            answer={answer}
          />
          <input type="hidden" name="retour" value={answer?.values["retour"] ?? retour} />
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
            minimum={isAdmin ? administratorPasswordMinimum : passwordMinimum}
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
          <Button wide busy={state !== "idle" && formMethod === "POST"} busyText="Enregistrement…">
            Changer le mot de passe
          </Button>
        </Form>
      </div>
    </div>
  )
}

import { MIN_STAFF_PASSWORD } from "../../../../domain/accounts/password.ts"
import type { Refusal } from "../../../http/refusal.ts"
import { Notice } from "../../../ui/notice.tsx"
import { PasswordForm } from "../../kit/password-form.tsx"

type PasswordPageProps = {
  retour: string
  /** Set for an administrator whose password is too short for the back office. */
  due: boolean
  isStaff: boolean
  saved: boolean
  answer: Refusal | null
}

export function PasswordPage({ retour, due, isStaff, saved, answer }: PasswordPageProps) {
  return (
    <div className="page section">
      <div className="panel stack mx-auto max-w-md gap-5">
        <h1 className="title-section">Choisir un nouveau mot de passe</h1>
        {due && (
          <Notice tone="warning" title="Votre mot de passe est trop court pour l’administration">
            Vous êtes administrateur&nbsp;: choisissez-en un d’au moins {MIN_STAFF_PASSWORD} caractères pour continuer.
          </Notice>
        )}
        {saved && !answer && <Notice tone="success" title="Mot de passe mis à jour avec succès" live />}
        <PasswordForm isStaff={isStaff} answer={answer} hidden={{ retour: answer?.values["retour"] ?? retour }} />
      </div>
    </div>
  )
}

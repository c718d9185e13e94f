import type { PendingEmailChange } from "../../../../server/accounts/auth/change-email.ts"
import { Form, href, useNavigation } from "react-router"
import { instantLong } from "../../../../domain/day-labels.ts"
import { type Refusal, errorItems } from "../../../http/refusal.ts"
import { ButtonLink } from "../../../ui/button-link.tsx"
import { DataNote } from "../../../kit/data-note.tsx"
import { Button } from "../../../ui/button.tsx"
import { FormError } from "../../../ui/form-error.tsx"
import { Notice } from "../../../ui/notice.tsx"
import { PasswordField } from "../../../ui/password-field.tsx"
import { TextField } from "../../../ui/text-field.tsx"
import { RequiredNote } from "../../../ui/required-note.tsx"

type EmailPageProps = { email: string; pendingChange: PendingEmailChange | null; answer: Refusal | null }

/** Both addresses must confirm the change (D54). */
export function EmailPage({ email, pendingChange, answer }: EmailPageProps) {
  return (
    <div className="page section">
      <div className="panel stack mx-auto max-w-lg gap-5">
        <h1 className="title-section">
          Changer d’adresse <span className="unbroken">e-mail</span>
        </h1>
        <p className="wrap-anywhere">
          Vous vous connectez avec <b>{email}</b>.
        </p>
        {pendingChange && <PendingEmailChange email={email} {...pendingChange} />}
        <RequestChangeForm answer={answer} isRepeat={pendingChange !== null} />
        <p className="small soft">Plus accès à votre adresse actuelle&nbsp;? Écrivez-nous.</p>
        <div className="cluster">
          <ButtonLink to={href("/account")} variant="secondary">
            Retour à mon compte
          </ButtonLink>
          <ButtonLink to={href("/contact")} variant="quiet">
            Nous écrire
          </ButtonLink>
        </div>
      </div>
    </div>
  )
}

function PendingEmailChange({ email, newEmail, confirmed, expiresAt }: PendingEmailChange & { email: string }) {
  const busy = useNavigation().formData?.get("intent") === "annuler"
  const line = (address: string, done: boolean) => (
    <li className="wrap-anywhere">
      {address}&nbsp;: {done ? "confirmée" : "à confirmer"}
    </li>
  )
  return (
    <Notice tone="info" title="Le changement attend d’être confirmé" live>
      <ul className="list-disc pl-5">
        {line(email, confirmed.old)}
        {line(newEmail, confirmed.new)}
      </ul>
      <p>Ouvrez le lien de chaque e-mail avant le {instantLong(expiresAt)}. Jusque-là, rien ne change.</p>
      <Form method="post" className="mt-3">
        <input type="hidden" name="intent" value="annuler" />
        <Button variant="secondary" size="small" busy={busy}>
          Annuler le changement
        </Button>
      </Form>
    </Notice>
  )
}

function RequestChangeForm({ answer, isRepeat }: { answer: Refusal | null; isRepeat: boolean }) {
  const { state, formData } = useNavigation()
  const errors = answer?.errors ?? {}
  return (
    <Form method="post" className="stack">
      <FormError errors={errorItems(errors)} answer={answer} />
      <input type="hidden" name="intent" value="demander" />
      <RequiredNote />
      <TextField
        id="email"
        name="email"
        label={isRepeat ? "Une autre adresse e-mail" : "Nouvelle adresse e-mail"}
        type="email"
        autoComplete="email"
        maxLength={254}
        defaultValue={answer?.values["email"]}
        error={errors["email"]}
      />
      <PasswordField
        id="actuel"
        name="actuel"
        label="Mot de passe"
        autoComplete="current-password"
        error={errors["actuel"]}
      />
      <p className="small soft">Un lien de confirmation part à chacune des deux adresses.</p>
      <DataNote use="account" />
      <div>
        <Button
          busy={state !== "idle" && formData?.get("intent") === "demander"}
          busyText="Envoi en cours..."
          variant={isRepeat ? "secondary" : "primary"}
        >
          Demander le changement
        </Button>
      </div>
    </Form>
  )
}

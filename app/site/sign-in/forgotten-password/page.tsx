import { Form, Link, href, useLocation, useNavigation } from "react-router"
import { DataNote } from "../../../kit/data-note.tsx"
import { Button } from "../../../ui/button.tsx"
import { MailUnavailableNotice } from "../mail-unavailable-notice.tsx"
import { FormError } from "../../../ui/form-error.tsx"
import { Notice } from "../../../ui/notice.tsx"
import { TextField } from "../../../ui/text-field.tsx"
import { RequiredNote } from "../../../ui/required-note.tsx"
import { errorItems } from "../../../http/refusal.ts"
import { signInPath } from "../../../http/return-path.ts"
import { emailFromState } from "../../kit/forgotten-link.tsx"

type ForgottenPasswordPageProps = {
  sent: boolean
  retour: string
  canMail: boolean
  answer: { errors: Readonly<Record<string, string>>; values: Readonly<Record<string, string>> } | null
}

/** Never tells whether the address has an account. */
export function ForgottenPasswordPage({ sent, retour, canMail, answer }: ForgottenPasswordPageProps) {
  const { state, formMethod } = useNavigation()
  const { state: locationState } = useLocation()
  const errors = answer?.errors ?? {}
  // Without JavaScript, the refused form's address has lost the return path.
  const back = answer?.values["retour"] ?? retour
  return (
    <div className="page section">
      <div className="panel stack mx-auto max-w-md gap-5">
        <h1 className="title-section">Mot de passe oublié</h1>
        {!canMail ? (
          <MailUnavailableNotice requested={sent && !answer} />
        ) : sent && !answer ? (
          <Notice tone="success" title="Votre demande est enregistrée" live>
            Si vous avez un compte, un lien arrive, valable une heure. Rien reçu&nbsp;? Regardez vos indésirables.
          </Notice>
        ) : (
          <p>
            Indiquez l’adresse <span className="unbroken">e-mail</span> de votre compte. Nous y envoyons un lien pour
            choisir un nouveau mot de passe.
          </p>
        )}
        <Form method="post" action={href("/mot-de-passe-oublie")} className="stack">
          <FormError errors={errorItems(errors)} answer={answer} />
          <input type="hidden" name="retour" value={back} />
          <RequiredNote one />
          <TextField
            id="email"
            name="email"
            type="email"
            label="Adresse e-mail"
            autoComplete="username"
            defaultValue={answer?.values["email"] ?? emailFromState(locationState)}
            error={errors["email"]}
          />
          <Button
            wide
            variant={sent && !answer ? "secondary" : "primary"}
            busy={state !== "idle" && formMethod === "POST"}
            busyText="Envoi en cours..."
          >
            {sent && !answer ? "Envoyer un autre lien" : "Envoyer le lien"}
          </Button>
          <DataNote use="sign-in" />
        </Form>
        <p className="small">
          <Link className="link-alone" to={signInPath(back)}>
            Revenir à la connexion
          </Link>
        </p>
      </div>
    </div>
  )
}

import { Form, useNavigation } from "react-router"
import { minimumLength } from "../../../../domain/accounts/password.ts"
import { ButtonLink } from "../../../ui/button-link.tsx"
import { Button } from "../../../ui/button.tsx"
import { FormError } from "../../../ui/form-error.tsx"
import { PasswordField } from "../../../ui/password-field.tsx"
import { TextField } from "../../../ui/text-field.tsx"
import { LinkPage } from "../../kit/link-page.tsx"
import { NewPasswordField } from "../../kit/new-password-field.tsx"
import { RequiredNote } from "../../../ui/required-note.tsx"
import { errorItems } from "../../../http/refusal.ts"
import { forgottenPasswordPath } from "../../../http/return-path.ts"

type ChoosePasswordPageProps = {
  email: string
  isStaff: boolean
  /** Nobody has signed in with a password yet. */
  isFirst: boolean
  answer: { errors: Readonly<Record<string, string>> } | null
}

export function ChoosePasswordPage({ email, isStaff, isFirst, answer }: ChoosePasswordPageProps) {
  const { state, formMethod } = useNavigation()
  const errors = answer?.errors ?? {}
  return (
    <LinkPage title={isFirst ? "Choisir votre mot de passe" : "Choisir un nouveau mot de passe"}>
      <p>
        Vous vous connecterez ensuite avec ce mot de passe.
        {!isFirst && " Tous vos appareils seront déconnectés."}
      </p>
      <Form method="post" className="stack">
        <FormError errors={errorItems(errors)} answer={answer} />
        <RequiredNote />
        {/* Tells password managers whose password it is. */}
        <TextField
          id="email"
          type="email"
          label="Adresse e-mail du compte"
          autoComplete="username"
          readOnly
          defaultValue={email}
        />
        <NewPasswordField
          id="password"
          label="Nouveau mot de passe"
          minimum={minimumLength(isStaff)}
          error={errors["password"]}
        />
        <PasswordField
          id="confirmation"
          name="confirmation"
          label="Confirmer le mot de passe"
          autoComplete="new-password"
          error={errors["confirmation"]}
        />
        <Button wide busy={state !== "idle" && formMethod === "POST"} busyText="Enregistrement…">
          Enregistrer le mot de passe
        </Button>
      </Form>
    </LinkPage>
  )
}

/** Does not tell used, replaced and unknown links apart. */
export function DeadLinkPage({ retour }: { retour: string }) {
  return (
    <LinkPage title="Ce lien n’est plus valable">
      <p role="status">Il ne sert qu’une fois, et seul le dernier envoyé est valable.</p>
      <p>
        <ButtonLink to={forgottenPasswordPath(retour)}>Demander un autre lien</ButtonLink>
      </p>
    </LinkPage>
  )
}

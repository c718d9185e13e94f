import { Form, href, useNavigation } from "react-router"
import { MIN_STAFF_PASSWORD } from "../../../../domain/accounts/password.ts"
import { type Refusal, errorItems } from "../../../http/refusal.ts"
import { ButtonLink } from "../../../ui/button-link.tsx"
import { Button } from "../../../ui/button.tsx"
import { FormError } from "../../../ui/form-error.tsx"
import { RequiredNote } from "../../../ui/required-note.tsx"
import { TextField } from "../../../ui/text-field.tsx"
import { LinkPage } from "../../kit/link-page.tsx"
import { NewPasswordField } from "../../kit/new-password-field.tsx"

type FirstAdministratorPageProps = { email: string; answer: Refusal | null }

export function FirstAdministratorPage({ email, answer }: FirstAdministratorPageProps) {
  const { state, formMethod } = useNavigation()
  const errors = answer?.errors ?? {}
  return (
    <LinkPage title="Votre compte d’administrateur">
      <p>Choisissez votre adresse e-mail et votre mot de passe pour gérer la boutique.</p>
      <Form method="post" className="stack" noValidate>
        <FormError errors={errorItems(errors)} answer={answer} />
        <RequiredNote />
        <TextField
          id="email"
          name="email"
          type="email"
          label="Adresse e-mail"
          autoComplete="username"
          defaultValue={answer?.values["email"] ?? email}
          error={errors["email"]}
        />
        <NewPasswordField id="password" label="Mot de passe" minimum={MIN_STAFF_PASSWORD} error={errors["password"]} />
        <Button wide busy={state !== "idle" && formMethod === "POST"} busyText="Création…">
          Créer mon compte
        </Button>
      </Form>
    </LinkPage>
  )
}

/** Does not tell used, replaced and unknown links apart. */
export function DeadFirstLinkPage() {
  return (
    <LinkPage title="Ce lien n’est plus valable">
      <p role="status">Il vaut une heure et ne sert qu’une fois.</p>
      <p>
        Vous avez déjà un compte ? Connectez-vous. Sinon, redémarrez la boutique : un nouveau lien s’affiche tant
        qu’elle n’a pas d’administrateur.
      </p>
      <p>
        <ButtonLink to={href("/connexion")}>Me connecter</ButtonLink>
      </p>
    </LinkPage>
  )
}

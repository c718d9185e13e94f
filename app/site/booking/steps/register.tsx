import { Form, Link, href, useLocation, useSearchParams } from "react-router"
import { readMode, readSignInPrompt, stepAfterSignIn } from "../../../../domain/booking/choice.ts"
import { FormDraft } from "../../../kit/drafts/form-draft.tsx"
import { DataNote } from "../../../kit/data-note.tsx"
import { Button } from "../../../ui/button.tsx"
import { Checkbox } from "../../../ui/checkbox.tsx"
import { FormError, type FormErrorItem } from "../../../ui/form-error.tsx"
import { Notice } from "../../../ui/notice.tsx"
import { PasswordField } from "../../../ui/password-field.tsx"
import { carriedFields } from "../../kit/carried-address.ts"
import { PasskeyButton } from "../../frame/passkey-button.tsx"
import { ForgottenLink } from "../../kit/forgotten-link.tsx"
import { SignInPart } from "../../kit/sign-in-part.tsx"
import { NewPasswordField } from "../../kit/new-password-field.tsx"
import { RequiredNote } from "../../../ui/required-note.tsx"
import { TextField } from "../../../ui/text-field.tsx"
import type { WizardRefusal } from "../view.ts"
import { legalPath } from "../../../http/legal-path.ts"

type RegisterStepProps = {
  fields: [string, string][]
  sessionEnded: boolean
  refusal: WizardRefusal | null
  busy: boolean
}

const MODE = "compte"

export function RegisterStep({ fields, sessionEnded, refusal, busy }: RegisterStepProps) {
  const [values] = useSearchParams()
  const { pathname } = useLocation()
  const signInPrompt = readSignInPrompt(values)
  const ended = sessionEnded || signInPrompt?.why === "session" || refusal?.form === "session-ended"
  const mode = visibleForm(refusal, values.get(MODE), ended)
  const nextStep = stepAfterSignIn(values)
  const reasonFields: [string, string][] =
    ended && signInPrompt === null
      ? [
          ["pour", "session"],
          ["puis", nextStep],
        ]
      : ["pour", "puis"].flatMap((name) => (values.has(name) ? [[name, values.get(name) ?? ""]] : []))
  const isDelivery = readMode(new URLSearchParams(refusal?.values)) ?? readMode(values)
  const modeFields: [string, string][] = isDelivery === null ? [] : [["mode", isDelivery ? "delivery" : "pickup"]]
  const otherModeHref = `?${new URLSearchParams([["step", "register"], ...fields, ...modeFields, ...reasonFields, [MODE, mode === "sign-up" ? "connexion" : "inscription"]])}`
  const back = `${pathname}?${new URLSearchParams([["step", nextStep], ...fields, ...(nextStep === "delivery" ? modeFields : [])])}`
  const hiddenFields = [...fields, ...modeFields, ...carriedFields(refusal?.carried ?? null)]
  const hidden = hiddenFields.map(([name, value]) => (
    <input key={`${name}=${value}`} type="hidden" name={name} value={value} />
  ))
  const fieldState = { errors: refusal?.errors ?? {}, values: refusal?.values ?? {} }
  return (
    <div className="stack">
      {signInPrompt?.why === "cart" && (
        <Notice tone="info" live title="Vous devez être connecté pour ajouter au panier">
          Vous retrouverez vos choix juste après.
        </Notice>
      )}
      {ended && signInPrompt?.why !== "cart" && (
        <Notice tone="info" live title="Votre session est terminée, vos choix sont gardés">
          Reconnectez-vous pour reprendre là où vous en étiez.
        </Notice>
      )}
      <h3 className="title-card">{mode === "sign-up" ? "Inscription" : "Connexion"}</h3>
      <p className="small soft">Votre compte garde réservation, contrat et factures.</p>
      <Form method="post" className="stack" noValidate key={mode}>
        {hidden}
        <input type="hidden" name="retour" value={back} />
        <FormError answer={refusal} errors={Object.entries(fieldState.errors).map(errorItem)} />
        <RequiredNote />
        {mode === "sign-in" && <SignInPart {...fieldState} busy={busy} />}
        {mode === "sign-up" && (
          <>
            <FormDraft name="wizard-register" answered={refusal !== null} notice={false}>
              <SignUpFields {...fieldState} />
            </FormDraft>
            <Button name="intent" value="sign-up" busy={busy} busyText="Chargement...">
              S'inscrire
            </Button>
            <DataNote use="account" />
          </>
        )}
        <Button formAction={href("/connexion/lien")} variant="secondary">
          Recevoir un lien de connexion
        </Button>
      </Form>
      <PasskeyButton retour={back} />
      {mode === "sign-in" && (
        <p>
          <ForgottenLink back={back} emailField="email" />
        </p>
      )}
      <p>
        <Link to={otherModeHref} replace preventScrollReset className="link-alone">
          {mode === "sign-up" ? "Déjà un compte ? Se connecter" : "Pas encore de compte ? S'inscrire"}
        </Link>
      </p>
    </div>
  )
}

function visibleForm(refusal: WizardRefusal | null, requested: string | null, ended: boolean): "sign-in" | "sign-up" {
  if (refusal?.form === "sign-in" || refusal?.form === "sign-up") return refusal.form
  if (requested !== null) return requested === "connexion" ? "sign-in" : "sign-up"
  return ended ? "sign-in" : "sign-up"
}

function errorItem([field, message]: [string, string]): FormErrorItem {
  return field === "form" ? { message } : { message, field }
}

type FieldState = { errors: Record<string, string>; values: Record<string, string> }

function SignUpFields({ errors, values }: FieldState) {
  return (
    <>
      <TextField label="Nom" name="name" id="name" autoComplete="name" defaultValue={values.name} error={errors.name} />
      <TextField
        label="Adresse e-mail"
        name="email"
        id="email"
        type="email"
        autoComplete="username"
        defaultValue={values.email}
        error={errors.email}
      />
      <NewPasswordField label="Mot de passe" id="password" error={errors.password} />
      <PasswordField
        label="Confirmer le mot de passe"
        name="confirmation"
        id="confirmation"
        autoComplete="new-password"
        error={errors.confirmation}
      />
      <Checkbox
        name="terms"
        id="terms"
        value="on"
        required
        label={
          <>
            J’accepte les{" "}
            <a href={legalPath("terms")} target="_blank" rel="noopener">
              conditions d’utilisation
              <span className="sr-only"> (nouvelle fenêtre)</span>
            </a>
          </>
        }
        error={errors.terms}
        defaultChecked={values.terms === "on"}
      />
    </>
  )
}

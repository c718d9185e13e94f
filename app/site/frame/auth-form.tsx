import type { ComponentType, MouseEvent, ReactNode } from "react"
import { Form, Link, href } from "react-router"
import { legalPath } from "../../http/legal-path.ts"
import { DataNote } from "../../kit/data-note.tsx"
import { Button } from "../../ui/button.tsx"
import { FormError, type FormErrorItem } from "../../ui/form-error.tsx"
import { PasswordField } from "../../ui/password-field.tsx"
import { ForgottenLink } from "../kit/forgotten-link.tsx"
import { NewPasswordField } from "../kit/new-password-field.tsx"
import { PhoneField } from "../kit/phone-field.tsx"
import { RequiredNote } from "../../ui/required-note.tsx"
import { TextField } from "../../ui/text-field.tsx"
import { PasskeyButton } from "./passkey-button.tsx"

export type AuthMode = "sign-in" | "sign-up"

/** `form` is about no field in particular. */
type AuthErrors = { name?: string; email?: string; phone?: string; password?: string; form?: string }
/** `shown`: the form to continue with, when the address already has an account. */
export type AuthAnswer = {
  errors: AuthErrors
  values?: { name?: string; email?: string; phone?: string }
  nextMode?: "sign-in"
}

export const authTitles: Record<AuthMode, string> = { "sign-in": "Connexion", "sign-up": "Inscription" }

type AuthFormProps = {
  mode: AuthMode
  retour: string
  answer?: AuthAnswer | undefined
  busy?: boolean | undefined
  /** A fetcher's form keeps the page where it is. */
  component?: ComponentType<{ method: "post"; action: string; className: string; children: ReactNode }>
  /** Without it the link leads to the other page. */
  onSwitch?: ((mode: AuthMode) => void) | undefined
  onForgotten?: () => void
  children?: ReactNode
}

export function AuthForm({
  mode,
  retour,
  answer,
  busy,
  component: FormComponent = Form,
  onSwitch,
  onForgotten,
  children,
}: AuthFormProps) {
  const signUp = mode === "sign-up"
  const { errors = {}, values } = answer ?? {}
  const id = (field: string) => fieldId(mode, field)

  return (
    <div className="stack">
      <FormComponent method="post" action={signUp ? href("/inscription") : href("/connexion")} className="stack">
        <FormError errors={errors.form ? [{ message: errors.form }] : fieldErrors(errors, id)} answer={answer} />
        <input type="hidden" name="retour" value={retour} />
        <RequiredNote />
        {signUp && (
          <TextField
            id={id("name")}
            name="name"
            label="Nom"
            autoComplete="name"
            defaultValue={values?.name}
            error={errors.name}
          />
        )}
        <TextField
          id={id("email")}
          name="email"
          type="email"
          label="Adresse e-mail"
          autoComplete={signUp ? "email" : "username"}
          defaultValue={values?.email}
          error={errors.email}
        />
        {signUp ? (
          <NewPasswordField id={id("password")} label="Mot de passe" error={errors.password} />
        ) : (
          <PasswordField
            id={id("password")}
            label="Mot de passe"
            autoComplete="current-password"
            error={errors.password}
          />
        )}
        {children}
        {/* The specification allows the dialog no other fields. */}
        {signUp && !onSwitch && <PhoneField id={id("phone")} value={values?.phone} error={errors.phone} />}
        {signUp && (
          <p className="small">
            En vous inscrivant, vous acceptez nos{" "}
            <a href={legalPath("terms")} target="_blank" rel="noopener">
              conditions d’utilisation
              <span className="sr-only"> (nouvelle fenêtre)</span>
            </a>
            .
          </p>
        )}
        <Button wide busy={busy} busyText="Chargement...">
          {signUp ? "S'inscrire" : "Se connecter"}
        </Button>
      </FormComponent>
      {!signUp && <PasskeyButton retour={retour} />}
      <div>
        {!signUp && (
          <p className="small">
            <ForgottenLink back={retour} emailField={id("email")} onFollow={onForgotten} />
          </p>
        )}
        <SwitchLink to={signUp ? "sign-in" : "sign-up"} retour={retour} onSwitch={onSwitch} />
      </div>
      <DataNote use={signUp ? "account" : "sign-in"} />
    </div>
  )
}

const fieldId = (mode: AuthMode, field: string) => `${mode}-${field}`

export function firstFieldId(mode: AuthMode): string {
  return fieldId(mode, mode === "sign-up" ? "name" : "email")
}

function SwitchLink({ to, retour, onSwitch }: { to: AuthMode } & Pick<AuthFormProps, "retour" | "onSwitch">) {
  const press = (event: MouseEvent) => {
    if (!onSwitch) return
    event.preventDefault()
    onSwitch(to)
  }
  const page = to === "sign-up" ? href("/inscription") : href("/connexion")
  return (
    <p className="small">
      <Link className="link-alone" to={`${page}?retour=${encodeURIComponent(retour)}`} onClick={press}>
        {to === "sign-up" ? "Pas encore de compte ? S'inscrire" : "Déjà un compte ? Se connecter"}
      </Link>
    </p>
  )
}

function fieldErrors(errors: AuthErrors, id: (field: string) => string): FormErrorItem[] {
  return (["name", "email", "phone", "password"] as const).flatMap((field) => {
    const message = errors[field]
    return message ? [{ message, field: id(field) }] : []
  })
}

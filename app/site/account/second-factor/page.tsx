import type { ReactNode } from "react"
import { Form, href, useNavigation } from "react-router"
import { dayInParis } from "../../../../domain/day.ts"
import { dayLong } from "../../../../domain/day-labels.ts"
import { ButtonLink } from "../../../ui/button-link.tsx"
import { Button, type ButtonProps } from "../../../ui/button.tsx"
import { FormError } from "../../../ui/form-error.tsx"
import { Notice } from "../../../ui/notice.tsx"
import { PasswordField } from "../../../ui/password-field.tsx"
import { RequiredNote } from "../../../ui/required-note.tsx"
import { TextField } from "../../../ui/text-field.tsx"
import { RecoveryCodes, type NewCodes } from "./recovery-codes.tsx"

type Answer = { errors: Readonly<Record<string, string>>; values: Readonly<Record<string, string>> }

type SecondFactorPageProps = {
  factor:
    | { state: "off" }
    | { state: "setup"; key: string; uri: string; qrCode: string }
    | { state: "on"; since: Date; recoveryCodesLeft: number }
  /** Set for an administrator who needs one before the back office opens. */
  due: boolean
  required: boolean
  /** "/" when none was requested. */
  retour: string
  disabled: boolean
  answer: Answer | NewCodes | null
}

export function SecondFactorPage({ factor, due, required, retour, disabled, answer }: SecondFactorPageProps) {
  const newCodes = answer && "codes" in answer ? answer : null
  const refusal = answer && "errors" in answer ? answer : null
  const back = refusal?.values["retour"] ?? retour
  return (
    <div className="page section">
      <div className="panel stack mx-auto max-w-lg gap-5">
        <h1 className="title-section">Double authentification</h1>
        {due && (
          <Notice tone="warning" title="L’administration demande la double authentification">
            Activez-la ici&nbsp;: l’administration s’ouvrira ensuite.
          </Notice>
        )}
        {disabled && factor.state === "off" && !answer && (
          <Notice tone="success" title="La double authentification est désactivée" live>
            Votre mot de passe suffit à nouveau pour vous connecter.
          </Notice>
        )}
        {newCodes ? (
          <RecoveryCodes {...newCodes} />
        ) : (
          <FactorState factor={factor} required={required} back={back} answer={refusal} />
        )}
      </div>
    </div>
  )
}

type FactorStateProps = {
  factor: SecondFactorPageProps["factor"]
  required: boolean
  back: string
  answer: Answer | null
}

function FactorState({ factor, required, back, answer }: FactorStateProps) {
  switch (factor.state) {
    case "off":
      return (
        <>
          <p>
            Un code de votre téléphone est demandé après le mot de passe. Même avec votre mot de passe, personne d’autre
            ne pourra se connecter.
          </p>
          <p className="small soft">
            Il vous faut une application d’authentification, ou un gestionnaire de mots de passe.
          </p>
          <ActForm act="commencer" back={back} answer={answer} button="Commencer">
            <OwnPassword act="commencer" error={answer?.errors["actuel"]} />
          </ActForm>
        </>
      )
    case "setup":
      return <Setup picture={factor.qrCode} uri={factor.uri} secret={factor.key} back={back} answer={answer} />
    case "on":
      return <EnabledFactor {...factor} required={required} back={back} answer={answer} />
  }
}

type SetupProps = { picture: string; uri: string; secret: string; back: string; answer: Answer | null }

function Setup({ picture, uri, secret, back, answer }: SetupProps) {
  return (
    <>
      <ol className="stack gap-3 list-decimal pl-5">
        <li>Photographiez ce code avec l’application d’authentification.</li>
        <li>Saisissez le code à six chiffres de l’application.</li>
      </ol>
      <img
        className="mx-auto rounded-photo"
        src={picture}
        width={240}
        height={240}
        alt="Code QR à photographier avec l’application"
      />
      <div className="small stack gap-2">
        <p>
          L’application est sur ce téléphone&nbsp;? <a href={uri}>Ouvrir dans l’application d’authentification</a>
        </p>
        <p>Ou ajoutez le compte à la main, avec cette clé&nbsp;:</p>
        <p>
          <code className="wrap-anywhere">{secret.match(/.{1,4}/g)?.join(" ")}</code>
        </p>
      </div>
      <ActForm act="confirmer" back={back} answer={answer} button="Activer">
        <TextField
          id="confirmer-code"
          name="code"
          label="Code à six chiffres"
          autoComplete="one-time-code"
          inputMode="numeric"
          error={answer?.errors["code"]}
        />
        <p className="small soft">Vos autres appareils seront déconnectés.</p>
      </ActForm>
    </>
  )
}

type EnabledFactorProps = {
  since: Date
  recoveryCodesLeft: number
  required: boolean
  back: string
  answer: Answer | null
}

function EnabledFactor({ since, recoveryCodesLeft, required, back, answer }: EnabledFactorProps) {
  const answerTo = (form: string) => (answer?.values["intent"] === form ? answer : null)
  return (
    <>
      <p>
        Elle est activée depuis le {dayLong(dayInParis(since))}. Un code de votre application est demandé à chaque
        connexion, après le mot de passe.
      </p>
      <section className="stack" aria-labelledby="codes-title">
        <h2 className="title-card" id="codes-title">
          Codes de secours
        </h2>
        <p>
          {codesLeftLabel(recoveryCodesLeft)} Chacun ouvre votre compte une fois, si votre téléphone est perdu ou cassé.
        </p>
        <ActForm
          act="codes"
          back={back}
          answer={answerTo("codes")}
          button="Faire de nouveaux codes de secours"
          variant="secondary"
        >
          <OwnPassword act="codes" error={answerTo("codes")?.errors["actuel"]} />
          <p className="small soft">Les codes que vous avez gardés ne serviront plus.</p>
        </ActForm>
      </section>
      <section className="stack" aria-labelledby="off-title">
        <h2 className="title-card" id="off-title">
          Désactiver
        </h2>
        {required ? (
          <p>Elle est obligatoire pour les administrateurs.</p>
        ) : (
          <ActForm
            act="desactiver"
            back={back}
            answer={answerTo("desactiver")}
            button="Désactiver la double authentification"
            variant="danger"
          >
            <OwnPassword act="desactiver" error={answerTo("desactiver")?.errors["actuel"]} />
            <p className="small soft">Votre mot de passe suffira pour vous connecter.</p>
          </ActForm>
        )}
      </section>
      <p>
        <ButtonLink to={href("/account")} variant="secondary">
          Retour à mon compte
        </ButtonLink>
      </p>
    </>
  )
}

function codesLeftLabel(count: number): string {
  if (count === 0) return "Vous n’en avez plus."
  return count === 1 ? "Il vous en reste un." : `Il vous en reste ${count}.`
}

type ActFormProps = {
  act: "commencer" | "confirmer" | "codes" | "desactiver"
  back: string
  answer: Answer | null
  button: string
  variant?: ButtonProps["variant"]
  children: ReactNode
}

function ActForm({ act, back, answer, button, variant, children }: ActFormProps) {
  const { state, formData } = useNavigation()
  const busy = state !== "idle" && formData?.get("intent") === act
  const errors = Object.entries(answer?.errors ?? {})
  return (
    <Form
      method="post"
      action={href("/double-authentification")}
      className="stack"
      preventScrollReset={errors.length > 0}
    >
      <FormError
        errors={errors.map(([field, message]) =>
          field === "form" ? { message } : { message, field: `${act}-${field}` },
        )}
        answer={answer}
      />
      <input type="hidden" name="intent" value={act} />
      <input type="hidden" name="retour" value={back} />
      <RequiredNote one />
      {children}
      <Button variant={variant} busy={busy} busyText="Un instant…">
        {button}
      </Button>
    </Form>
  )
}

function OwnPassword({ act, error }: { act: string; error: string | undefined }) {
  return (
    <PasswordField
      id={`${act}-actuel`}
      name="actuel"
      label="Mot de passe actuel"
      autoComplete="current-password"
      error={error}
    />
  )
}

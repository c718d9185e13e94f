import { Form, Link, href, useNavigation } from "react-router"
import { DataNote } from "../../../kit/data-note.tsx"
import { Button } from "../../../ui/button.tsx"
import { FormError } from "../../../ui/form-error.tsx"
import { Notice } from "../../../ui/notice.tsx"
import { RequiredNote } from "../../../ui/required-note.tsx"
import { TextField } from "../../../ui/text-field.tsx"
import { MailUnavailableNotice } from "../mail-unavailable-notice.tsx"
import { LinkPage } from "../../kit/link-page.tsx"
import { errorItems } from "../../../http/refusal.ts"

type AskVerificationPageProps = {
  sent: boolean
  canMail: boolean
  own: { email: string; isVerified: boolean } | null
  answer: { errors: Readonly<Record<string, string>>; values: Readonly<Record<string, string>> } | null
}

const title = "Recevoir un lien de confirmation"

/** Never tells whether an address has an account. */
export function AskVerificationPage({ sent, canMail, own, answer }: AskVerificationPageProps) {
  const { state, formMethod } = useNavigation()
  const errors = answer?.errors ?? {}
  const isSent = sent && answer === null
  if (own?.isVerified && !isSent && answer === null) {
    return (
      <LinkPage title="Votre adresse est confirmée">
        <p className="wrap-anywhere">
          L’adresse <b>{own.email}</b> est déjà confirmée&nbsp;: il n’y a rien à faire.
        </p>
        <BackToAccount />
      </LinkPage>
    )
  }
  return (
    <LinkPage title={title}>
      {!canMail ? (
        <MailUnavailableNotice requested={isSent} />
      ) : isSent ? (
        <Notice tone="success" title="Votre demande est enregistrée" live>
          Si un compte attend cette confirmation, un lien arrive, valable trois jours. Rien reçu&nbsp;? Regardez vos
          indésirables.
        </Notice>
      ) : (
        <p>
          Indiquez l’adresse <span className="unbroken">e-mail</span> de votre compte. Nous y envoyons le lien qui la
          confirme.
        </p>
      )}
      <Form method="post" action={href("/verification")} className="stack">
        <FormError errors={errorItems(errors)} answer={answer} />
        <RequiredNote one />
        <TextField
          id="email"
          name="email"
          type="email"
          label="Adresse e-mail"
          autoComplete="email"
          defaultValue={answer?.values["email"] ?? own?.email}
          error={errors["email"]}
        />
        <Button
          wide
          variant={isSent ? "secondary" : "primary"}
          busy={state !== "idle" && formMethod === "POST"}
          busyText="Envoi en cours..."
        >
          {isSent ? "Envoyer un autre lien" : "Envoyer le lien"}
        </Button>
        <DataNote use="sign-in" />
      </Form>
      <BackToAccount />
    </LinkPage>
  )
}

function BackToAccount() {
  return (
    <p className="small">
      <Link className="link-alone" to={href("/account")}>
        Mon compte
      </Link>
    </p>
  )
}

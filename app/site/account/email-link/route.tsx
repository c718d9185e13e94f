import { Form, data, href, useNavigation } from "react-router"
import { z } from "zod"
import {
  type ConfirmEmailChangeProblem,
  type EmailSide,
  confirmEmailChange,
  readEmailChange,
  refuseEmailChange,
} from "../../../../server/accounts/auth/change-email.ts"
import { act, handleForm } from "../../../http/forms.server.ts"
import { pageMeta } from "../../../http/meta.ts"
import { ButtonLink } from "../../../ui/button-link.tsx"
import { Button } from "../../../ui/button.tsx"
import { FormError } from "../../../ui/form-error.tsx"
import { LinkPage } from "../../kit/link-page.tsx"
import type { Route } from "./+types/route"

type State =
  | { kind: "to-confirm"; newEmail: string; side: EmailSide; confirmed: boolean }
  | { kind: "half"; newEmail: string }
  | { kind: "changed"; newEmail: string }
  | { kind: "refused" }
  | { kind: ConfirmEmailChangeProblem["kind"] }

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches[0].loaderData?.site, { title: "Changer d’adresse e-mail", canonical: null })

/** Opening the link changes nothing: mail scanners open links too. */
export async function loader({ params }: Route.LoaderArgs) {
  const link = await readEmailChange(params.token, new Date())
  if (!link.ok) return answerProblem(link.error)
  const { newEmail, side, confirmed } = link.value
  return answer({ kind: "to-confirm", newEmail, side, confirmed: confirmed[side] })
}

export async function action({ params, request }: Route.ActionArgs) {
  const failed = "Rien n’a été changé. Réessayez dans un instant."
  return handleForm(request, {
    confirmer: act(
      z.object({}),
      async () => {
        const confirmed = await confirmEmailChange(params.token)
        if (!confirmed.ok) return answerProblem(confirmed.error)
        const { changed, newEmail } = confirmed.value
        return answer({ kind: changed ? "changed" : "half", newEmail })
      },
      { log: "Error confirming a mail address", failed },
    ),
    refuser: act(
      z.object({}),
      async () => {
        const refused = await refuseEmailChange(params.token)
        return refused.ok ? answer({ kind: "refused" }) : answerProblem(refused.error)
      },
      { log: "Error refusing a mail address", failed },
    ),
  })
}

function answer(state: State, status = 200) {
  return data({ state }, { status })
}

function answerProblem({ kind }: ConfirmEmailChangeProblem) {
  return answer({ kind }, { "expired-link": 410, "unknown-link": 404, "email-taken": 409 }[kind])
}

export default function EmailLink({ loaderData, actionData }: Route.ComponentProps) {
  const refusal = actionData && "errors" in actionData ? actionData : null
  const { state } = actionData && "state" in actionData ? actionData : loaderData
  return <EmailChangeState state={state} errors={Object.values(refusal?.errors ?? {})} />
}

function EmailChangeState({ state, errors }: { state: State; errors: readonly string[] }) {
  switch (state.kind) {
    case "to-confirm":
      return <ToConfirm {...state} errors={errors} />
    case "half":
      return (
        <LinkPage title="C’est confirmé de ce côté">
          <p role="status" className="wrap-anywhere">
            Ouvrez aussi le lien envoyé à l’autre adresse. Ensuite, vous vous connecterez avec <b>{state.newEmail}</b>.
          </p>
        </LinkPage>
      )
    case "changed":
      return (
        <LinkPage title="Votre adresse e-mail a changé">
          <p role="status" className="wrap-anywhere">
            Vous vous connectez désormais avec <b>{state.newEmail}</b>. Votre mot de passe ne change pas.
          </p>
          <p>
            <ButtonLink to={href("/account")}>Mon compte</ButtonLink>
          </p>
        </LinkPage>
      )
    case "refused":
      return (
        <LinkPage title="Rien ne change">
          <p role="status">
            Vous n’aviez rien demandé&nbsp;? Quelqu’un connaît votre mot de passe&nbsp;: choisissez-en un autre.
          </p>
          <p>
            <ButtonLink to={href("/mot-de-passe-oublie")}>Choisir un autre mot de passe</ButtonLink>
          </p>
        </LinkPage>
      )
    case "email-taken":
      return (
        <LinkPage title="Cette adresse a déjà un compte">
          <p role="status">Votre compte garde son adresse actuelle.</p>
          <p>
            <ButtonLink to={href("/contact")}>Nous écrire</ButtonLink>
          </p>
        </LinkPage>
      )
    case "expired-link":
    case "unknown-link":
      return (
        <LinkPage title="Ce lien n’est plus valable">
          <p role="status">Il vaut trois jours. Vous pouvez redemander le changement.</p>
          <p>
            <ButtonLink to={href("/account/adresse-e-mail")}>Mon adresse e-mail</ButtonLink>
          </p>
        </LinkPage>
      )
  }
}

type ToConfirmProps = Extract<State, { kind: "to-confirm" }> & { errors: readonly string[] }

function ToConfirm({ newEmail, side, confirmed, errors }: ToConfirmProps) {
  const { state, formData } = useNavigation()
  const pendingIntent = state === "idle" ? null : formData?.get("intent")
  return (
    <LinkPage title="Changer d’adresse e-mail">
      <FormError errors={errors.map((message) => ({ message }))} answer={errors} />
      <p className="wrap-anywhere">
        {side === "old" ? (
          <>
            Passer votre compte à l’adresse <b>{newEmail}</b>&nbsp;: est-ce votre demande&nbsp;?
          </>
        ) : (
          <>
            L’adresse <b>{newEmail}</b> <span className="unbroken">est-elle</span> bien la vôtre&nbsp;? Un compte de
            notre site doit l’utiliser.
          </>
        )}
      </p>
      {confirmed && <p role="status">Vous avez confirmé. L’autre adresse doit encore le faire.</p>}
      <div className="cluster">
        {!confirmed && (
          <Form method="post">
            <input type="hidden" name="intent" value="confirmer" />
            <Button busy={pendingIntent === "confirmer"} busyText="Envoi en cours...">
              Oui, changer l’adresse
            </Button>
          </Form>
        )}
        <Form method="post">
          <input type="hidden" name="intent" value="refuser" />
          <Button variant="secondary" busy={pendingIntent === "refuser"}>
            Non, ne rien changer
          </Button>
        </Form>
      </div>
    </LinkPage>
  )
}

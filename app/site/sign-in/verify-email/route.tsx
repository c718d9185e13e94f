import { Form, data, href, useNavigation } from "react-router"
import type { LinkProblem } from "../../../../server/auth/mail-link.ts"
import { confirmVerification, readVerification } from "../../../../server/auth/verify-email.ts"
import { LinkPage } from "../../kit/link-page.tsx"
import { ButtonLink } from "../../../ui/button-link.tsx"
import { Button } from "../../../ui/button.tsx"
import { pageMeta } from "../../../http/meta.ts"
import type { Route } from "./+types/route"

type State = "to-confirm" | "confirmed" | LinkProblem["kind"]

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches[0].loaderData?.site, { title: "Confirmer mon adresse", canonical: null })

/** Opening the link only shows: mail scanners open links too. */
export async function loader({ params }: Route.LoaderArgs) {
  const link = await readVerification(params.token, new Date())
  return link.ok ? answer("to-confirm", 200, link.value.email) : answer(link.error.kind, statusOf(link.error))
}

export async function action({ params }: Route.ActionArgs) {
  const confirmed = await confirmVerification(params.token, new Date())
  return confirmed.ok
    ? answer("confirmed", 200, confirmed.value.email)
    : answer(confirmed.error.kind, statusOf(confirmed.error))
}

function statusOf({ kind }: LinkProblem): number {
  return kind === "expired-link" ? 410 : 404
}

function answer(state: State, status: number, email = "") {
  return data({ state, email }, { status })
}

export default function VerifyEmail({ loaderData, actionData }: Route.ComponentProps) {
  const busy = useNavigation().state !== "idle"
  const { state, email } = actionData ?? loaderData
  switch (state) {
    case "to-confirm":
      return (
        <LinkPage title="Confirmer mon adresse">
          <p className="wrap-anywhere">
            L’adresse <b>{email}</b> est-elle bien la vôtre&nbsp;? Vos contrats et vos factures y partiront.
          </p>
          <Form method="post">
            <Button busy={busy} busyText="Envoi en cours...">
              Confirmer mon adresse
            </Button>
          </Form>
        </LinkPage>
      )
    case "confirmed":
      return (
        <LinkPage title="Votre adresse est confirmée">
          <p role="status">Merci. Il n’y a rien d’autre à faire.</p>
          <p>
            <ButtonLink to={href("/account")}>Mon compte</ButtonLink>
          </p>
        </LinkPage>
      )
    case "expired-link":
    case "unknown-link":
      return (
        <LinkPage title="Ce lien n’est plus valable">
          <p role="status">
            Un lien de confirmation vaut trois jours et ne sert qu’une fois. Si votre adresse n’est pas encore
            confirmée, écrivez-nous&nbsp;: nous vous en enverrons un autre.
          </p>
          <p>
            <ButtonLink to={href("/contact")}>Nous écrire</ButtonLink>
          </p>
        </LinkPage>
      )
  }
}

import { Form, data, href, useNavigation } from "react-router"
import { type ConfirmProblem, confirmSubscription } from "../../../../server/outside/newsletter/subscription.ts"
import { isExpired, findSubscription } from "../../../../server/outside/newsletter/queries.ts"
import { LinkPage } from "../../kit/link-page.tsx"
import { ButtonLink } from "../../../ui/button-link.tsx"
import { Button } from "../../../ui/button.tsx"
import { pageMeta } from "../../../http/meta.ts"
import type { Route } from "./+types/route"

type State = "to-confirm" | "confirmed" | ConfirmProblem["kind"]

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches[0].loaderData?.site, { title: "Confirmer mon inscription", canonical: null })

/** Opening the link changes nothing: mail scanners open links too. */
export async function loader({ params }: Route.LoaderArgs) {
  const subscription = await findSubscription(params.token)
  if (!subscription || subscription.status === "unsubscribed") return answer("unknown-link", 404)
  if (subscription.status === "confirmed") return answer("confirmed", 200)
  return isExpired(subscription, new Date()) ? answer("expired-link", 410) : answer("to-confirm", 200)
}

export async function action({ params }: Route.ActionArgs) {
  const confirmed = await confirmSubscription(params.token, new Date())
  if (confirmed.ok) return answer("confirmed", 200)
  return answer(confirmed.error.kind, confirmed.error.kind === "expired-link" ? 410 : 404)
}

function answer(state: State, status: number) {
  return data({ state }, { status })
}

export default function NewsletterConfirm({ loaderData, actionData }: Route.ComponentProps) {
  const busy = useNavigation().state !== "idle"
  switch ((actionData ?? loaderData).state) {
    case "to-confirm":
      return (
        <LinkPage title="Confirmer mon inscription">
          <p>Nous vous écrirons à chaque nouveauté, quelques fois par an.</p>
          <Form method="post">
            <Button busy={busy} busyText="Envoi en cours...">
              Confirmer mon inscription
            </Button>
          </Form>
        </LinkPage>
      )
    case "confirmed":
      return (
        <LinkPage title="Votre inscription est enregistrée">
          <p role="status">À la prochaine nouveauté, vous recevrez un e-mail.</p>
          <p>
            <ButtonLink to={href("/catalog")}>Voir le catalogue</ButtonLink>
          </p>
        </LinkPage>
      )
    case "expired-link":
    case "unknown-link":
      return (
        <LinkPage title="Ce lien n’est plus valable">
          <p role="status">Il vaut sept jours. Vous pouvez en demander un nouveau.</p>
          <p>
            <ButtonLink to={href("/newsletter")}>Demander un nouveau lien</ButtonLink>
          </p>
        </LinkPage>
      )
  }
}

import { Form, data, href, useNavigation } from "react-router"
import { findSubscription } from "../../../../server/outside/newsletter/queries.ts"
import { unsubscribe } from "../../../../server/outside/newsletter/subscription.ts"
import { LinkPage } from "../../kit/link-page.tsx"
import { ButtonLink } from "../../../ui/button-link.tsx"
import { Button } from "../../../ui/button.tsx"
import { pageMeta } from "../../../http/meta.ts"
import type { Route } from "./+types/route"

type State = "subscribed" | "unsubscribed" | "unknown-link"

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches[0].loaderData?.site, { title: "Ne plus recevoir nos nouveautés", canonical: null })

export async function loader({ params }: Route.LoaderArgs) {
  const subscription = await findSubscription(params.token)
  if (!subscription) return answer("unknown-link")
  return answer(subscription.status === "unsubscribed" ? "unsubscribed" : "subscribed")
}

/** RFC 8058's one click is this POST: only the secret counts, neither cookie, origin nor body. */
export async function action({ params }: Route.ActionArgs) {
  const result = await unsubscribe(params.token, new Date())
  return answer(result.ok ? "unsubscribed" : result.error.kind)
}

function answer(state: State) {
  return data({ state }, { status: state === "unknown-link" ? 404 : 200 })
}

export default function NewsletterUnsubscribe({ loaderData, actionData }: Route.ComponentProps) {
  const busy = useNavigation().state !== "idle"
  switch ((actionData ?? loaderData).state) {
    case "subscribed":
      return (
        <LinkPage title="Ne plus recevoir nos nouveautés">
          <p>Vos réservations ne changent pas.</p>
          <Form method="post" className="cluster">
            <Button busy={busy} busyText="Envoi en cours...">
              Me désinscrire
            </Button>
            <ButtonLink variant="secondary" to={href("/")}>
              Garder mon inscription
            </ButtonLink>
          </Form>
        </LinkPage>
      )
    case "unsubscribed":
      return (
        <LinkPage title="Désinscription enregistrée">
          <p role="status">Cette adresse ne recevra plus nos nouveautés.</p>
          <p>
            <ButtonLink variant="secondary" to={href("/")}>
              Retour à l’accueil
            </ButtonLink>
          </p>
        </LinkPage>
      )
    case "unknown-link":
      return (
        <LinkPage title="Ce lien n’est plus valable">
          <p role="status">Ouvrez celui du dernier e-mail, ou écrivez-nous.</p>
          <p>
            <ButtonLink variant="secondary" to={href("/contact")}>
              Nous écrire
            </ButtonLink>
          </p>
        </LinkPage>
      )
  }
}

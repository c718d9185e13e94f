import { Form, data, href, redirect, useNavigation } from "react-router"
import { z } from "zod"
import { isId } from "../../../../../../domain/id.ts"
import { formatMoney } from "../../../../../../domain/money.ts"
import { depositTryOf } from "../../../../../../server/deposits/open-deposit-page.ts"
import { decideDemoSession } from "../../../../../../server/payments/demo.ts"
import { act, handleForm } from "../../../../../http/forms.server.ts"
import { loadScreen } from "../../../../../http/load.server.ts"
import { pageMeta } from "../../../../../http/meta.ts"
import { Button } from "../../../../../ui/button.tsx"
import { ButtonLink } from "../../../../../ui/button-link.tsx"
import { Notice } from "../../../../../ui/notice.tsx"
import { LinkPage } from "../../../../kit/link-page.tsx"
import { bookingByLink } from "../../by-link.server.ts"
import type { Route } from "./+types/route"

export const headers: Route.HeadersFunction = () => ({ "Referrer-Policy": "no-referrer", "X-Robots-Tag": "noindex" })

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageMeta(matches[0].loaderData?.site, { title: "Caution de démonstration", canonical: null }),
  { name: "referrer", content: "no-referrer" },
]

/** What stands in for the provider's page where no card is taken for real (D27). */
export async function loader({ params: { secret }, url }: Route.LoaderArgs) {
  return loadScreen("Error loading a demonstration deposit", async () => {
    const attempt = await demoTry(secret, url)
    if (attempt.status !== "open") throw redirect(backTo(secret, attempt.id))
    const { amount, kind } = attempt
    return { amount, atOnce: kind === "on-session", back: `${backTo(secret, attempt.id)}&issue=abandon` }
  })
}

export async function action({ params: { secret }, request, url }: Route.ActionArgs) {
  const { id } = await demoTry(secret, url)
  const then = redirect(backTo(secret, id), 303)
  const decide = (choice: "pay" | "refuse") =>
    act(
      z.object({}),
      async () => {
        await decideDemoSession(id, choice)
        return then
      },
      {
        log: "Error deciding a demonstration deposit",
        failed: "La démonstration n’a pas abouti. Réessayez dans un instant.",
      },
    )
  return handleForm(request, { enregistrer: decide("pay"), refuser: decide("refuse") })
}

async function demoTry(secret: string, url: URL) {
  const booking = await bookingByLink("deposit", secret, new Date())
  const id = url.searchParams.get("essai") ?? ""
  const attempt = isId(id) ? await depositTryOf(booking.id, id) : null
  if (attempt?.provider !== "demo") throw data(null, { status: 404 })
  return attempt
}

function backTo(secret: string, id: string): string {
  return `${href("/caution/:secret/retour", { secret })}?essai=${id}`
}

export default function DemonstrationDeposit({
  loaderData: { amount, atOnce, back },
  actionData,
}: Route.ComponentProps) {
  const busy = useNavigation().formMethod === "POST"
  const problem = actionData?.errors["form"]
  return (
    <LinkPage title={`Caution de ${formatMoney(amount)}`}>
      <Notice tone="warning" title="Caution de démonstration">
        Ici s’ouvrirait la page de la banque. Aucune carte n’est demandée et rien n’est autorisé.
      </Notice>
      {problem && (
        <Notice tone="error" live>
          {problem}
        </Notice>
      )}
      <Form method="post" className="stack">
        <Button name="intent" value="enregistrer" wide busy={busy} busyText="Enregistrement…">
          {atOnce ? "Autoriser la caution (démonstration)" : "Enregistrer la carte (démonstration)"}
        </Button>
        <Button name="intent" value="refuser" wide variant="secondary">
          Simuler une carte refusée
        </Button>
      </Form>
      <p>
        <ButtonLink to={back} variant="quiet" wide>
          Revenir sans enregistrer
        </ButtonLink>
      </p>
    </LinkPage>
  )
}

import { Form, data, href, redirect, useNavigation } from "react-router"
import { z } from "zod"
import { formatMoney } from "../../../../../../domain/money.ts"
import { decideDemoSession } from "../../../../../../server/payments/demo.ts"
import { cardPaymentOf } from "../../../../../../server/payments/find-card-payment.ts"
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
  ...pageMeta(matches[0].loaderData?.site, { title: "Paiement de démonstration", canonical: null }),
  { name: "referrer", content: "no-referrer" },
]

/** What stands in for the provider's page where no card is taken for real (D27). */
export async function loader({ params: { secret }, url }: Route.LoaderArgs) {
  return loadScreen("Error loading a demonstration payment", async () => {
    const payment = await demoPayment(secret, url)
    if (payment.status !== "open") throw redirect(backTo(secret, payment.id))
    return { amount: payment.amount, back: `${backTo(secret, payment.id)}&issue=abandon` }
  })
}

export async function action({ params: { secret }, request, url }: Route.ActionArgs) {
  const { id } = await demoPayment(secret, url)
  const then = redirect(backTo(secret, id), 303)
  const failure = {
    log: "Error deciding a demonstration payment",
    failed: "La démonstration n’a pas abouti. Réessayez dans un instant.",
  }
  const decide = (choice: "pay" | "refuse") =>
    act(
      z.object({}),
      async () => {
        await decideDemoSession(id, choice)
        return then
      },
      failure,
    )
  return handleForm(request, { payer: decide("pay"), refuser: decide("refuse") })
}

async function demoPayment(secret: string, url: URL) {
  const booking = await bookingByLink("pay", secret, new Date())
  const payment = await cardPaymentOf(booking.id, url.searchParams.get("paiement") ?? "")
  if (payment?.provider !== "demo") throw data(null, { status: 404 })
  return payment
}

function backTo(secret: string, id: string): string {
  return `${href("/payer/:secret/retour", { secret })}?paiement=${id}`
}

export default function DemonstrationPayment({ loaderData: { amount, back }, actionData }: Route.ComponentProps) {
  const busy = useNavigation().formMethod === "POST"
  const problem = actionData?.errors["form"]
  return (
    <LinkPage title={`Payer ${formatMoney(amount)}`}>
      <Notice tone="warning" title="Paiement de démonstration">
        Ici s’ouvrirait la page de la banque. Aucune carte n’est demandée et rien n’est débité.
      </Notice>
      {problem && (
        <Notice tone="error" live>
          {problem}
        </Notice>
      )}
      <Form method="post" className="stack">
        <Button name="intent" value="payer" wide busy={busy} busyText="Paiement…">
          Payer {formatMoney(amount)} (démonstration)
        </Button>
        <Button name="intent" value="refuser" wide variant="secondary">
          Simuler une carte refusée
        </Button>
      </Form>
      <p>
        <ButtonLink to={back} variant="quiet" wide>
          Revenir sans payer
        </ButtonLink>
      </p>
    </LinkPage>
  )
}

import { data, href, redirect } from "react-router"
import { formatMoney } from "../../../../../../domain/money.ts"
import { findCardPayment } from "../../../../../../server/money/payments/find-card-payment.ts"
import { loadScreen } from "../../../../../http/load.server.ts"
import { secretLinkHeaders, secretLinkMeta } from "../../../../../http/meta.ts"
import { requireBookingByLink } from "../../by-link.server.ts"
import { decideDemonstration } from "../../demonstration.server.ts"
import { Demonstration } from "../../demonstration.tsx"
import type { Route } from "./+types/route"

export const headers = secretLinkHeaders

export const meta: Route.MetaFunction = ({ matches }) =>
  secretLinkMeta(matches[0].loaderData?.site, "Paiement de démonstration")

export async function loader({ params: { secret }, url }: Route.LoaderArgs) {
  return loadScreen("Error loading a demonstration payment", async () => {
    const payment = await requireDemoPayment(secret, url)
    if (payment.status !== "open") throw redirect(returnPath(secret, payment.id))
    return { amount: payment.amount, back: `${returnPath(secret, payment.id)}&issue=abandon` }
  })
}

export async function action({ params: { secret }, request, url }: Route.ActionArgs) {
  const { id } = await requireDemoPayment(secret, url)
  return decideDemonstration(request, { id, accept: "payer", back: returnPath(secret, id) })
}

async function requireDemoPayment(secret: string, url: URL) {
  const booking = await requireBookingByLink("pay", secret, new Date())
  const payment = await findCardPayment(booking.id, url.searchParams.get("paiement") ?? "")
  if (payment?.provider !== "demo") throw data(null, { status: 404 })
  return payment
}

function returnPath(secret: string, id: string): string {
  return `${href("/payer/:secret/retour", { secret })}?paiement=${id}`
}

export default function DemonstrationPayment({ loaderData: { amount, back }, actionData }: Route.ComponentProps) {
  return (
    <Demonstration
      title={`Payer ${formatMoney(amount)}`}
      notice={{
        title: "Paiement de démonstration",
        text: "Ici s’ouvrirait la page de la banque. Aucune carte n’est demandée et rien n’est débité.",
      }}
      accept={{ intent: "payer", label: `Payer ${formatMoney(amount)} (démonstration)`, busy: "Paiement…" }}
      leave={{ label: "Revenir sans payer", to: back }}
      answer={actionData}
    />
  )
}

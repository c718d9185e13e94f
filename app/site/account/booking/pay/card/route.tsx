import { href, redirect } from "react-router"
import { findOpenCardPayment } from "../../../../../../server/money/payments/find-card-payment.ts"
import { loadScreen } from "../../../../../http/load.server.ts"
import { secretLinkHeaders, secretLinkMeta } from "../../../../../http/meta.ts"
import { ProviderRedirect } from "../../provider-redirect.tsx"
import { requireBookingByLink } from "../../by-link.server.ts"
import type { Route } from "./+types/route"

export const headers = secretLinkHeaders

export const meta: Route.MetaFunction = ({ matches }) => secretLinkMeta(matches[0].loaderData?.site, "Vers le paiement")

export async function loader({ params: { secret } }: Route.LoaderArgs) {
  const at = new Date()
  return loadScreen("Error leading on to a payment", async () => {
    const booking = await requireBookingByLink("pay", secret, at)
    const open = await findOpenCardPayment(booking.id)
    if (open?.url == null) throw redirect(href("/payer/:secret", { secret }))
    return { url: open.url, isOurs: open.provider === "demo" }
  })
}

export default function PaymentProviderRedirect({ loaderData: { url, isOurs } }: Route.ComponentProps) {
  return <ProviderRedirect title="Vers le paiement" url={url} isOurs={isOurs} />
}

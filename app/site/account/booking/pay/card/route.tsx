import { href, redirect } from "react-router"
import { openCardPaymentOf } from "../../../../../../server/money/payments/find-card-payment.ts"
import { loadScreen } from "../../../../../http/load.server.ts"
import { pageMeta } from "../../../../../http/meta.ts"
import { ToProvider } from "../../to-provider.tsx"
import { bookingByLink } from "../../by-link.server.ts"
import type { Route } from "./+types/route"

export const headers: Route.HeadersFunction = () => ({ "Referrer-Policy": "no-referrer", "X-Robots-Tag": "noindex" })

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageMeta(matches[0].loaderData?.site, { title: "Vers le paiement", canonical: null }),
  { name: "referrer", content: "no-referrer" },
]

/** Leads on to the provider's page, with and without a script: a form of ours may not be answered with its address. */
export async function loader({ params: { secret } }: Route.LoaderArgs) {
  const at = new Date()
  return loadScreen("Error leading on to a payment", async () => {
    const booking = await bookingByLink("pay", secret, at)
    const open = await openCardPaymentOf(booking.id)
    if (open?.url == null) throw redirect(href("/payer/:secret", { secret }))
    return { url: open.url, isOurs: open.provider === "demo" }
  })
}

export default function ToTheCard({ loaderData: { url, isOurs } }: Route.ComponentProps) {
  return <ToProvider title="Vers le paiement" url={url} isOurs={isOurs} />
}

import { href, redirect } from "react-router"
import { findOpenDepositTry } from "../../../../../../server/money/deposits/open-deposit-page.ts"
import { loadScreen } from "../../../../../http/load.server.ts"
import { pageMeta } from "../../../../../http/meta.ts"
import { ProviderRedirect } from "../../provider-redirect.tsx"
import { requireBookingByLink } from "../../by-link.server.ts"
import type { Route } from "./+types/route"

export const headers: Route.HeadersFunction = () => ({ "Referrer-Policy": "no-referrer", "X-Robots-Tag": "noindex" })

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageMeta(matches[0].loaderData?.site, { title: "Vers l’enregistrement de la carte", canonical: null }),
  { name: "referrer", content: "no-referrer" },
]

export async function loader({ params: { secret } }: Route.LoaderArgs) {
  const at = new Date()
  return loadScreen("Error leading on to a deposit", async () => {
    const booking = await requireBookingByLink("deposit", secret, at)
    const open = await findOpenDepositTry(booking.id)
    if (open?.url == null) throw redirect(href("/caution/:secret", { secret }))
    return { url: open.url, isOurs: open.provider === "demo" }
  })
}

export default function DepositProviderRedirect({ loaderData: { url, isOurs } }: Route.ComponentProps) {
  return <ProviderRedirect title="Vers l’enregistrement de la carte" url={url} isOurs={isOurs} />
}

import { href, redirect } from "react-router"
import { findOpenDepositAttempt } from "../../../../../../server/money/deposits/open-deposit-page.ts"
import { loadScreen } from "../../../../../http/load.server.ts"
import { secretLinkHeaders, secretLinkMeta } from "../../../../../http/meta.ts"
import { ProviderRedirect } from "../../provider-redirect.tsx"
import { requireBookingByLink } from "../../by-link.server.ts"
import type { Route } from "./+types/route"

export const headers = secretLinkHeaders

export const meta: Route.MetaFunction = ({ matches }) =>
  secretLinkMeta(matches[0].loaderData?.site, "Vers l’enregistrement de la carte")

export async function loader({ params: { secret } }: Route.LoaderArgs) {
  const at = new Date()
  return loadScreen("Error leading on to a deposit", async () => {
    const booking = await requireBookingByLink("deposit", secret, at)
    const open = await findOpenDepositAttempt(booking.id)
    if (open?.url == null) throw redirect(href("/caution/:secret", { secret }))
    return { url: open.url, isOurs: open.provider === "demo" }
  })
}

export default function DepositProviderRedirect({ loaderData: { url, isOurs } }: Route.ComponentProps) {
  return <ProviderRedirect title="Vers l’enregistrement de la carte" url={url} isOurs={isOurs} />
}

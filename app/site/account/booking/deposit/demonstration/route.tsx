import { data, href, redirect } from "react-router"
import { isId } from "../../../../../../domain/id.ts"
import { formatMoney } from "../../../../../../domain/money.ts"
import { findDepositAttempt } from "../../../../../../server/money/deposits/open-deposit-page.ts"
import { loadScreen } from "../../../../../http/load.server.ts"
import { secretLinkHeaders, secretLinkMeta } from "../../../../../http/meta.ts"
import { requireBookingByLink } from "../../by-link.server.ts"
import { decideDemonstration } from "../../demonstration.server.ts"
import { Demonstration } from "../../demonstration.tsx"
import type { Route } from "./+types/route"

export const headers = secretLinkHeaders

export const meta: Route.MetaFunction = ({ matches }) =>
  secretLinkMeta(matches[0].loaderData?.site, "Caution de démonstration")

export async function loader({ params: { secret }, url }: Route.LoaderArgs) {
  return loadScreen("Error loading a demonstration deposit", async () => {
    const attempt = await requireDemoAttempt(secret, url)
    if (attempt.status !== "open") throw redirect(returnPath(secret, attempt.id))
    const { amount, kind } = attempt
    return { amount, authorizesNow: kind === "on-session", back: `${returnPath(secret, attempt.id)}&issue=abandon` }
  })
}

export async function action({ params: { secret }, request, url }: Route.ActionArgs) {
  const { id } = await requireDemoAttempt(secret, url)
  return decideDemonstration(request, { id, accept: "enregistrer", back: returnPath(secret, id) })
}

async function requireDemoAttempt(secret: string, url: URL) {
  const booking = await requireBookingByLink("deposit", secret, new Date())
  const id = url.searchParams.get("essai") ?? ""
  const attempt = isId(id) ? await findDepositAttempt(booking.id, id) : null
  if (attempt?.provider !== "demo") throw data(null, { status: 404 })
  return attempt
}

function returnPath(secret: string, id: string): string {
  return `${href("/caution/:secret/retour", { secret })}?essai=${id}`
}

export default function DemonstrationDeposit({
  loaderData: { amount, authorizesNow, back },
  actionData,
}: Route.ComponentProps) {
  return (
    <Demonstration
      title={`Caution de ${formatMoney(amount)}`}
      notice={{
        title: "Caution de démonstration",
        text: "Ici s’ouvrirait la page de la banque. Aucune carte n’est demandée, aucune empreinte n’est prise.",
      }}
      accept={{
        intent: "enregistrer",
        label: authorizesNow ? "Prendre l’empreinte (démonstration)" : "Enregistrer la carte (démonstration)",
        busy: "Enregistrement…",
      }}
      leave={{ label: "Revenir sans enregistrer", to: back }}
      answer={actionData}
    />
  )
}

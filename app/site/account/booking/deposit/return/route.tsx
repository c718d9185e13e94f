import { data, href } from "react-router"
import { isId } from "../../../../../../domain/id.ts"
import { findDepositAttempt } from "../../../../../../server/money/deposits/open-deposit-page.ts"
import { settleDepositPage } from "../../../../../../server/money/deposits/settle-deposit-page.ts"
import { log } from "../../../../../../server/platform/log.ts"
import { canDeliverMail } from "../../../../../../server/outside/mails/ledger.ts"
import { loadScreen } from "../../../../../http/load.server.ts"
import { secretLinkHeaders, secretLinkMeta } from "../../../../../http/meta.ts"
import { getVisitor } from "../../../../../http/visitor.server.ts"
import { ButtonLink } from "../../../../../ui/button-link.tsx"
import { Notice } from "../../../../../ui/notice.tsx"
import { LinkPage } from "../../../../kit/link-page.tsx"
import { requireBookingByLink } from "../../by-link.server.ts"
import type { Route } from "./+types/route"

export const headers = secretLinkHeaders

export const meta: Route.MetaFunction = ({ matches }) => secretLinkMeta(matches[0].loaderData?.site, "Votre caution")

const MAX_REFRESHES = 12

type State = "saved" | "held" | "refused" | "given-up" | "closed" | "awaited"

/** Asks the provider itself for the outcome and does not trust the return address (D28). */
export async function loader({ params: { secret }, url, context }: Route.LoaderArgs) {
  const at = new Date()
  return loadScreen("Error loading a deposit's return", async () => {
    const booking = await requireBookingByLink("deposit", secret, at)
    const id = url.searchParams.get("essai") ?? ""
    const stored = isId(id) ? await findDepositAttempt(booking.id, id) : null
    if (!stored) throw data(null, { status: 404 })
    const attempt = await settleDepositPage(stored.id, { at }).catch((error: unknown) => {
      // The job asks again later when the provider is unreachable.
      log.warn("A deposit could not be looked at on return", { try: stored.id, error })
      return null
    })
    const { status, failure } = attempt ?? stored
    const refreshes = Number(/^\d{1,2}$/.exec(url.searchParams.get("fois") ?? "")?.[0] ?? 0)
    const visitor = getVisitor(context)
    return {
      state: returnState(status, failure, url.searchParams.get("issue") === "abandon"),
      canMail: canDeliverMail(),
      retryHref: href("/caution/:secret", { secret }),
      refreshHref: refreshes < MAX_REFRESHES ? `${url.pathname}?essai=${stored.id}&fois=${refreshes + 1}` : null,
      page:
        visitor?.profile.id === booking.userId
          ? href("/account/bookings/:number", { number: String(booking.number) })
          : null,
    }
  })
}

function returnState(status: string, failure: string | null, gaveUp: boolean): State {
  if (status === "saved") return "saved"
  if (status === "held" || status === "released" || status === "captured") return "held"
  if (status === "refused") return "refused"
  if (status === "closed") return "closed"
  if (gaveUp) return "given-up"
  return failure === null ? "awaited" : "refused"
}

const titles: Record<State, string> = {
  saved: "Carte enregistrée",
  held: "Empreinte prise",
  refused: "La carte a été refusée",
  "given-up": "Aucune carte n’est enregistrée",
  closed: "Cette page n’est plus ouverte",
  awaited: "Nous attendons la confirmation",
}

const texts: Record<State, string> = {
  saved: "Rien n’est débité. L’empreinte sera prise deux jours avant la location.",
  held: "Rien n’est débité.",
  refused: "La banque a refusé cette carte. Rien n’est débité\u00a0: essayez-en une autre.",
  "given-up": "Votre réservation n’a pas changé.",
  closed: "Son temps est passé, ou la caution n’est plus demandée.",
  awaited: "La banque nous répond d’ordinaire en quelques secondes. Cette page se met à jour seule.",
}

export default function DepositReturn({
  loaderData: { state, retryHref, refreshHref, page, canMail },
}: Route.ComponentProps) {
  const done = state === "saved" || state === "held"
  return (
    <LinkPage title={titles[state]}>
      {state === "awaited" && refreshHref && <meta httpEquiv="refresh" content={`4;url=${refreshHref}`} />}
      {done || state === "refused" ? (
        <Notice tone={done ? "success" : "error"} live>
          {texts[state]}
          {state === "held" && canMail && " Un e-mail le confirme."}
        </Notice>
      ) : (
        <p role="status">{texts[state]}</p>
      )}
      <p className="cluster">
        {!done && state !== "awaited" && <ButtonLink to={retryHref}>Revenir à la caution</ButtonLink>}
        {page ? (
          <ButtonLink to={page} variant={done ? "primary" : "secondary"}>
            Voir ma réservation
          </ButtonLink>
        ) : (
          done && (
            <ButtonLink to={retryHref} variant="secondary">
              Voir la caution
            </ButtonLink>
          )
        )}
      </p>
    </LinkPage>
  )
}

import type { ReactNode } from "react"
import { data, href } from "react-router"
import type { Id } from "../../../../../../domain/id.ts"
import { formatMoney } from "../../../../../../domain/money.ts"
import { log } from "../../../../../../server/platform/log.ts"
import { findCardPayment } from "../../../../../../server/money/payments/find-card-payment.ts"
import { readPayable } from "../../../../../../server/money/payments/payable.ts"
import { settleCardPayment } from "../../../../../../server/money/payments/settle-card-payment.ts"
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

export const meta: Route.MetaFunction = ({ matches }) => secretLinkMeta(matches[0].loaderData?.site, "Votre paiement")

const MAX_REFRESHES = 12

/**
 * Asks the provider for the outcome and trusts neither this address nor a message (D28): reopening it changes nothing.
 */
export async function loader({ params: { secret }, url, context }: Route.LoaderArgs) {
  const at = new Date()
  return loadScreen("Error loading a payment's return", async () => {
    const booking = await requireBookingByLink("pay", secret, at)
    const stored = await findCardPayment(booking.id, url.searchParams.get("paiement") ?? "")
    if (!stored) throw data(null, { status: 404 })
    const payment = await settleIfReachable(stored.id)
    const refreshes = Number(/^\d{1,2}$/.exec(url.searchParams.get("fois") ?? "")?.[0] ?? 0)
    const visitor = getVisitor(context)
    const { status, amount, failure } = payment ?? stored
    const state = returnState(status, failure, url.searchParams.get("issue") === "abandon")
    const page = href("/account/bookings/:number", { number: String(booking.number) })
    return {
      state,
      // A link's holder cannot look this up on the booking's page.
      isSettled: state === "paid" && (await readPayable(booking.id, at))?.next === null,
      amount,
      isDemonstration: stored.provider === "demo",
      canMail: canDeliverMail(),
      refusalText: failure && refusedCardText(failure),
      retryHref: `${href("/payer/:secret", { secret })}?paiement=${stored.id}`,
      refreshHref: refreshes < MAX_REFRESHES ? `${url.pathname}?paiement=${stored.id}&fois=${refreshes + 1}` : null,
      page: visitor?.profile.id === booking.userId ? page : null,
      signIn: visitor ? null : page,
    }
  })
}

/** The job settles it later when the provider is unreachable. */
async function settleIfReachable(id: Id) {
  try {
    return await settleCardPayment(id)
  } catch (error) {
    log.warn("A card payment could not be looked at on return", { payment: id, error })
    return null
  }
}

type State = "paid" | "refused" | "given-up" | "closed" | "awaited"

function returnState(status: string, failure: string | null, gaveUp: boolean): State {
  if (status === "paid") return "paid"
  if (status === "closed") return "closed"
  if (gaveUp) return "given-up"
  return failure === null ? "awaited" : "refused"
}

const titles: Record<State, string> = {
  paid: "Paiement reçu",
  refused: "La carte a été refusée",
  "given-up": "Vous n’avez pas payé",
  closed: "Ce paiement n’est plus ouvert",
  awaited: "Nous attendons la confirmation",
}

export default function PaymentReturn({ loaderData }: Route.ComponentProps) {
  const { state, amount, isSettled, isDemonstration, refusalText, retryHref, refreshHref, page, signIn, canMail } =
    loaderData
  const stateTexts: Record<State, ReactNode> = {
    paid: (
      <Notice tone="success" live>
        Nous avons reçu {formatMoney(amount)}.{isSettled && " Tout est réglé."}
        {canMail && " Un e-mail le confirme."}
        {isDemonstration && " C’était une démonstration\u00a0: aucun argent n’a été versé."}
      </Notice>
    ),
    refused: (
      <Notice tone="error" live>
        {refusalText} Rien n’a été débité.
      </Notice>
    ),
    // Not live: the provider's page has announced it already.
    "given-up": (
      <p role="status">{refusalText && `${refusalText} `}Rien n’a été débité. Votre réservation n’a pas changé.</p>
    ),
    closed: <p role="status">Rien n’a été débité. Le délai est passé, ou le montant a changé.</p>,
    awaited: (
      <p role="status">
        {refreshHref
          ? "La banque nous répond d’ordinaire en quelques secondes. Cette page se met à jour seule."
          : "La réponse tarde. Ne payez pas une seconde fois\u00a0: votre réservation indiquera quand l’argent est arrivé."}
      </p>
    ),
  }
  return (
    <LinkPage title={titles[state]}>
      {state === "awaited" && refreshHref && <meta httpEquiv="refresh" content={`4;url=${refreshHref}`} />}
      {stateTexts[state]}
      <p className="cluster">
        {state !== "paid" && state !== "awaited" && <ButtonLink to={retryHref}>Reprendre le paiement</ButtonLink>}
        {page && (
          <ButtonLink to={page} variant={state === "paid" ? "primary" : "secondary"}>
            Voir ma réservation
          </ButtonLink>
        )}
        {!page && state === "paid" && !isSettled && (
          <ButtonLink to={retryHref} variant="secondary">
            Voir ce qui reste à payer
          </ButtonLink>
        )}
        {signIn && state === "paid" && (
          <ButtonLink to={signIn} variant="secondary">
            Me connecter à mon compte
          </ButtonLink>
        )}
        {!page && state === "paid" && (
          <ButtonLink to={href("/")} variant="quiet">
            Retour à l’accueil
          </ButtonLink>
        )}
      </p>
    </LinkPage>
  )
}

function refusedCardText(failure: string): string {
  return refusedCardTexts[failure] ?? "La banque a refusé ce paiement. Essayez une autre carte, ou payez par virement."
}

const refusedCardTexts: Readonly<Record<string, string>> = {
  insufficient_funds: "Le compte n’est pas assez approvisionné, ou le plafond de la carte est atteint.",
  expired_card: "Cette carte a expiré. Essayez-en une autre.",
  incorrect_cvc: "Le code au dos de la carte n’est pas le bon.",
  authentication_required: "La banque demandait une confirmation, qui n’est pas venue. Reprenez le paiement.",
  payment_intent_authentication_failure: "La confirmation demandée par la banque a échoué. Reprenez le paiement.",
}

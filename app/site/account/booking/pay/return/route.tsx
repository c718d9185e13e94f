import type { ReactNode } from "react"
import { data, href } from "react-router"
import type { Id } from "../../../../../../domain/id.ts"
import { formatMoney } from "../../../../../../domain/money.ts"
import { log } from "../../../../../../server/platform/log.ts"
import { cardPaymentOf } from "../../../../../../server/money/payments/find-card-payment.ts"
import { payableOf } from "../../../../../../server/money/payments/payable.ts"
import { settleCardPayment } from "../../../../../../server/money/payments/settle-card-payment.ts"
import { canDeliverMail } from "../../../../../../server/outside/mails/ledger.ts"
import { loadScreen } from "../../../../../http/load.server.ts"
import { pageMeta } from "../../../../../http/meta.ts"
import { getVisitor } from "../../../../../http/visitor.server.ts"
import { ButtonLink } from "../../../../../ui/button-link.tsx"
import { Notice } from "../../../../../ui/notice.tsx"
import { LinkPage } from "../../../../kit/link-page.tsx"
import { bookingByLink } from "../../by-link.server.ts"
import type { Route } from "./+types/route"

export const headers: Route.HeadersFunction = () => ({ "Referrer-Policy": "no-referrer", "X-Robots-Tag": "noindex" })

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageMeta(matches[0].loaderData?.site, { title: "Votre paiement", canonical: null }),
  { name: "referrer", content: "no-referrer" },
]

/** How often somebody looks again by itself: then the page says that a mail will. */
const LOOKS = 12

/**
 * Where the provider sends the customer back to. What became of the money is asked of the provider itself: neither this
 * address nor a message is believed (D28), so that opening it twice, or without having paid, changes nothing.
 */
export async function loader({ params: { secret }, url, context }: Route.LoaderArgs) {
  const at = new Date()
  return loadScreen("Error loading a payment's return", async () => {
    const booking = await bookingByLink("pay", secret, at)
    const known = await cardPaymentOf(booking.id, url.searchParams.get("paiement") ?? "")
    if (!known) throw data(null, { status: 404 })
    const payment = await settled(known.id)
    const looks = Number(/^\d{1,2}$/.exec(url.searchParams.get("fois") ?? "")?.[0] ?? 0)
    const visitor = getVisitor(context)
    const { status, amount, failure } = payment ?? known
    const state = stateOf(status, failure, url.searchParams.get("issue") === "abandon")
    const page = href("/account/bookings/:number", { number: String(booking.number) })
    return {
      state,
      // What is left, in words where nothing is: who came by the link cannot look it up on the booking's page.
      isSettled: state === "paid" && (await payableOf(booking.id, at))?.next === null,
      amount,
      isDemonstration: known.provider === "demo",
      mailsLeave: canDeliverMail(),
      refused: failure && refusedCardText(failure),
      // What was agreed to with it stays agreed to.
      again: `${href("/payer/:secret", { secret })}?paiement=${known.id}`,
      look: looks < LOOKS ? `${url.pathname}?paiement=${known.id}&fois=${looks + 1}` : null,
      page: visitor?.profile.id === booking.userId ? page : null,
      // Asks who it is, and leads there.
      signIn: visitor ? null : page,
    }
  })
}

/** A provider that is away is looked at later, by the job. */
async function settled(id: Id) {
  try {
    return await settleCardPayment(id)
  } catch (error) {
    log.warn("A card payment could not be looked at on return", { payment: id, error })
    return null
  }
}

type State = "paid" | "refused" | "given-up" | "closed" | "awaited"

function stateOf(status: string, failure: string | null, gaveUp: boolean): State {
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
  const { state, amount, isSettled, isDemonstration, refused, again, look, page, signIn, mailsLeave } = loaderData
  const texts: Record<State, ReactNode> = {
    paid: (
      <Notice tone="success" live>
        Nous avons reçu {formatMoney(amount)}.{isSettled && " Tout est réglé."}
        {mailsLeave && " Un e-mail le confirme."}
        {isDemonstration && " C’était une démonstration\u00a0: aucun argent n’a été versé."}
      </Notice>
    ),
    refused: (
      <Notice tone="error" live>
        {refused} Rien n’a été débité.
      </Notice>
    ),
    // The provider's own page has said so too, before the customer came back from it.
    "given-up": <p role="status">{refused && `${refused} `}Rien n’a été débité. Votre réservation n’a pas changé.</p>,
    closed: (
      <p role="status">
        Rien n’a été débité. Il a été fermé parce que le temps était passé, ou parce que le montant à payer a changé.
      </p>
    ),
    awaited: (
      <p role="status">
        {look
          ? "La banque nous répond d’ordinaire en quelques secondes. Cette page se met à jour seule."
          : "La réponse tarde. Vous pouvez fermer cette page\u00a0: votre réservation dit quand l’argent est arrivé. Ne payez pas une seconde fois."}
      </p>
    ),
  }
  return (
    <LinkPage title={titles[state]}>
      {state === "awaited" && look && <meta httpEquiv="refresh" content={`4;url=${look}`} />}
      {texts[state]}
      <p className="cluster">
        {state !== "paid" && state !== "awaited" && <ButtonLink to={again}>Reprendre le paiement</ButtonLink>}
        {page && (
          <ButtonLink to={page} variant={state === "paid" ? "primary" : "secondary"}>
            Voir ma réservation
          </ButtonLink>
        )}
        {!page && state === "paid" && !isSettled && (
          <ButtonLink to={again} variant="secondary">
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

/** Why a card was refused, in the provider's code, as far as it helps the card's holder. */
function refusedCardText(failure: string): string {
  return texts[failure] ?? "La banque a refusé ce paiement. Essayez une autre carte, ou payez par virement."
}

const texts: Readonly<Record<string, string>> = {
  insufficient_funds: "Le compte n’est pas assez approvisionné, ou le plafond de la carte est atteint.",
  expired_card: "Cette carte a expiré. Essayez-en une autre.",
  incorrect_cvc: "Le code au dos de la carte n’est pas le bon.",
  authentication_required: "La banque demandait une confirmation, qui n’est pas venue. Reprenez le paiement.",
  payment_intent_authentication_failure: "La confirmation demandée par la banque a échoué. Reprenez le paiement.",
}

import { createContext, data, href, redirect } from "react-router"
import { readCheckoutView } from "../../../server/bookings/cart/checkout.ts"
import { ensureDraftAddress } from "../../../server/bookings/suggested-address.ts"
import { readTypedCode } from "../../http/promo-code-cookie.server.ts"
import { pageMeta } from "../../http/meta.ts"
import { getVisitor, partyOf, requireCustomer } from "../../http/visitor.server.ts"
import { revalidateUnlessTyping } from "../kit/revalidate-unless-typing.ts"
import type { Route } from "./+types/route"
import { answerCheckout } from "./acts.server.ts"
import { Checkout } from "./checkout.tsx"
import { answerWithoutSession } from "./ended-session.server.ts"
import { SignInAgain } from "./sign-in-again.tsx"
import { readDeliveryMode, hasStep, readStep, stepPath } from "./step-url.ts"
import type { CheckoutStep, CheckoutView } from "./view.ts"

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta(matches[0].loaderData?.site, {
    title: `${loaderData?.view ? titles[loaderData.view.step] : "Validation"} – Réserver votre panier`,
    canonical: null,
  })

const titles: Record<CheckoutStep, string> = { address: "Adresse", delivery: "Livraison" }

const sessionEndedContext = createContext(false)

export async function loader({ request, context }: Route.LoaderArgs) {
  if (context.get(sessionEndedContext)) return data({ view: null })
  const party = partyOf(requireCustomer(context))
  const at = new Date()
  const stored: CheckoutView | null = await readCheckoutView(
    party,
    { step: readStep(request.url), promoCode: await readTypedCode(request) },
    at,
  )
  if (!stored) throw redirect(href("/cart"))
  // "Valider" names no step: skip the address step if it has nothing to ask.
  if (!hasStep(request.url)) {
    const hasAddress = await ensureDraftAddress(party, { scope: null, postcode: null, at })
    throw redirect(stepPath(hasAddress ? "delivery" : "address"))
  }
  const view: CheckoutView = { ...stored, isDelivery: readDeliveryMode(request.url) ?? stored.isDelivery }
  return data({ view })
}

export async function action({ request, context }: Route.ActionArgs) {
  const at = new Date()
  const visitor = getVisitor(context)
  if (!visitor) {
    context.set(sessionEndedContext, true)
    return answerWithoutSession(request, at)
  }
  // Refuses those who may only view the account before the form is read.
  partyOf(visitor)
  return answerCheckout({ request, visitor, promoCode: await readTypedCode(request), at })
}

export const shouldRevalidate = revalidateUnlessTyping

export default function CheckoutRoute({ loaderData, actionData }: Route.ComponentProps) {
  const ended = actionData && "carried" in actionData ? actionData : null
  const refusal = actionData && "view" in actionData ? actionData : null
  const view = refusal?.view ?? loaderData.view
  return (
    <div className="page wizard-page">
      <h1 className="title-page">Réserver votre panier</h1>
      {ended ? <SignInAgain answer={ended} /> : view && <Checkout view={view} refusal={refusal} />}
    </div>
  )
}

import { createContext, data, href, redirect } from "react-router"
import { checkoutView } from "../../../server/bookings/cart/checkout.ts"
import { hasOrTakesKnownAddress } from "../../../server/bookings/known-address.ts"
import { pageMeta } from "../../http/meta.ts"
import { getVisitor, partyOf, requireCustomer } from "../../http/visitor.server.ts"
import { revalidateUnlessTyping } from "../kit/revalidate-unless-typing.ts"
import type { Route } from "./+types/route"
import { answerCheckout } from "./acts.server.ts"
import { Checkout } from "./checkout.tsx"
import { answerWithoutSession } from "./ended-session.server.ts"
import { SignInAgain } from "./sign-in-again.tsx"
import { modeIn, namesStep, stepIn, stepPath } from "./step-address.ts"
import type { CheckoutStep, CheckoutView } from "./view.ts"

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta(matches[0].loaderData?.site, {
    title: `${loaderData?.view ? titles[loaderData.view.step] : "Validation"} – Réserver votre panier`,
    canonical: null,
  })

const titles: Record<CheckoutStep, string> = { address: "Adresse", delivery: "Livraison" }

/** A form of this page is being answered whose session has ended. */
const endedContext = createContext(false)

/** Address and delivery, once for the whole cart (D13); without one there is only the cart's own page. */
export async function loader({ request, context }: Route.LoaderArgs) {
  // It is answered here, with what was typed in it: the page is not left to sign in.
  if (context.get(endedContext)) return data({ view: null })
  const party = partyOf(requireCustomer(context))
  const at = new Date()
  const kept: CheckoutView | null = await checkoutView(party, stepIn(request.url), at)
  if (!kept) throw redirect(href("/cart"))
  // "Valider" names no step: the one that has nothing to ask is passed over, and is opened again like any that is done.
  if (!namesStep(request.url)) {
    const isKnown = await hasOrTakesKnownAddress(party, { of: null, postcode: null, at })
    throw redirect(stepPath(isKnown ? "delivery" : "address"))
  }
  const view: CheckoutView = { ...kept, isDelivery: modeIn(request.url) ?? kept.isDelivery }
  return data({ view })
}

export async function action({ request, context }: Route.ActionArgs) {
  const at = new Date()
  const visitor = getVisitor(context)
  if (!visitor) {
    context.set(endedContext, true)
    return answerWithoutSession(request, at)
  }
  // Who may only look into the account is refused before the form is read.
  partyOf(visitor)
  return answerCheckout({ request, visitor, at })
}

export const shouldRevalidate = revalidateUnlessTyping

export default function CheckoutRoute({ loaderData, actionData }: Route.ComponentProps) {
  const ended = actionData && "ended" in actionData ? actionData : null
  const refusal = actionData && "view" in actionData ? actionData : null
  const view = refusal?.view ?? loaderData.view
  return (
    <div className="page wizard-page">
      <h1 className="title-page">Réserver votre panier</h1>
      {ended ? <SignInAgain answer={ended} /> : view && <Checkout view={view} refusal={refusal} />}
    </div>
  )
}

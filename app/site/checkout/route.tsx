import { data, href, redirect } from "react-router"
import { checkoutView } from "../../../server/cart/checkout.ts"
import { pageMeta } from "../../http/meta.ts"
import { partyOf, requireCustomer } from "../../http/visitor.server.ts"
import { revalidateUnlessTyping } from "../kit/revalidate-unless-typing.ts"
import type { Route } from "./+types/route"
import { placeIn } from "./address-of-step.ts"
import { answerCheckout } from "./acts.server.ts"
import { Checkout } from "./checkout.tsx"
import type { CheckoutStep, CheckoutView } from "./view.ts"

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta(matches[0].loaderData?.site, {
    title: `${loaderData ? titles[loaderData.view.step] : "Validation"} – Réserver votre panier`,
    canonical: null,
  })

const titles: Record<CheckoutStep, string> = { address: "Adresse", delivery: "Livraison" }

/** Address and delivery, once for the whole cart (D13); without one there is only the cart's own page. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const party = partyOf(requireCustomer(context))
  const view: CheckoutView | null = await checkoutView(party, placeIn(request.url), new Date())
  if (!view) throw redirect(href("/cart"))
  return data({ view })
}

export async function action({ request, context }: Route.ActionArgs) {
  const visitor = requireCustomer(context)
  // Who may only look into the account is refused before the form is read.
  partyOf(visitor)
  return answerCheckout({ request, visitor, at: new Date() })
}

export const shouldRevalidate = revalidateUnlessTyping

export default function CheckoutRoute({ loaderData, actionData }: Route.ComponentProps) {
  const refusal = actionData && "view" in actionData ? actionData : null
  return <Checkout view={refusal?.view ?? loaderData.view} refusal={refusal} />
}

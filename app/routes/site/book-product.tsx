import { Suspense } from "react"
import { type ShouldRevalidateFunctionArgs, data } from "react-router"
import { readChoice, readPlace } from "../../../domain/booking/wizard.ts"
import { wizardView } from "../../../server/bookings/wizard-view.ts"
import { productForRent } from "../../../server/catalog/queries.ts"
import { MissingProduct } from "../../components/booking/missing-product.tsx"
import { Wizard } from "../../components/booking/wizard.tsx"
import { pageMeta } from "../meta.ts"
import { getVisitor } from "../visitor.ts"
import type { Route } from "./+types/book-product"
import { answerStep } from "./wizard-steps.ts"

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta(matches[0].loaderData?.site, { title: loaderData?.view ? `Réserver ${loaderData.view.product.name}` : "Réservation", canonical: null })

/** One step of the wizard for a product, as its URL says; an unknown or inactive product is a 404. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const product = await productForRent(params.id)
  if (!product) return data({ view: null }, { status: 404 })
  const values = new URL(request.url).searchParams
  const customer = getVisitor(context)?.profile ?? null
  return data({ view: await wizardView(product, readChoice(values), readPlace(values), customer, new Date()) })
}

/** Each step posts here: see `answerStep`. */
export async function action({ params, request, context }: Route.ActionArgs) {
  const product = await productForRent(params.id)
  if (!product) return data(null, { status: 404 })
  return answerStep({ product, request, visitor: getVisitor(context), at: new Date() })
}

/**
 * An address that is being typed is kept and priced without asking for the whole page again; unless the person is
 * already on the way to another step, whose data must come.
 */
export function shouldRevalidate({ formData, currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  const intent = formData?.get("intent")
  const typing = intent === "quote" || intent === "save-address"
  return typing && currentUrl.href === nextUrl.href ? false : defaultShouldRevalidate
}

export default function BookProduct({ loaderData, actionData }: Route.ComponentProps) {
  if (!loaderData.view) return <MissingProduct />
  const refusal = actionData && "view" in actionData ? actionData : null
  const view = refusal?.view ?? loaderData.view
  return (
    <div className="page wizard-page">
      <h1 className="title-page">Réserver {view.product.name}</h1>
      {/* Outside the key: the step before stays until what the next one needs is loaded. */}
      <Suspense>
        <Wizard key={view.step} view={view} refusal={refusal} />
      </Suspense>
    </div>
  )
}

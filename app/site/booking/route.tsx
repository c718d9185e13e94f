import { Suspense, useState } from "react"
import { type ShouldRevalidateFunctionArgs, data, useLocation } from "react-router"
import { readChoice, readPlace, stepTitles, type WizardStep } from "../../../domain/booking/choice.ts"
import { hasSessionCookie } from "../../../server/accounts/auth/sessions.ts"
import { wizardView } from "../../../server/bookings/wizard-view.ts"
import { productForRent } from "../../../server/catalog/queries.ts"
import { livePage } from "../../http/live.server.ts"
import { pageMeta } from "../../http/meta.ts"
import { partyOf, orderingVisitor } from "../../http/visitor.server.ts"
import { LiveLater } from "../../kit/live/live-later.tsx"
import { revalidateUnlessTyping } from "../kit/revalidate-unless-typing.ts"
import type { Route } from "./+types/route"
import stylesheet from "../../styles/calendar-pages.css?url"
import { MissingProduct, WithdrawnNotice } from "./missing-product.tsx"
import { answerStep } from "./steps.server.ts"
import type { WizardView } from "./view.ts"
import { Wizard } from "./wizard.tsx"

export const links: Route.LinksFunction = () => [{ rel: "stylesheet", href: stylesheet }]

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta(matches[0].loaderData?.site, {
    title: loaderData?.view ? wizardTitle(loaderData.view) : "Réservation",
    canonical: null,
  })

/** "Dates – Réserver Photomaton bois": each step has its own name in the tab and in the history. */
function wizardTitle({ step, product }: { step: WizardStep; product: { name: string } }): string {
  return `${stepTitles[step]} – Réserver ${product.name}`
}

/** One step of the wizard for a product, as its URL says; an unknown or inactive product is a 404. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const visitor = orderingVisitor(context)
  const live = await livePage(context, [`product.${params.id}`])
  const product = await productForRent(params.id)
  // A page that is open already follows when the product is offered again.
  if (!product) return data({ view: null, live, sessionEnded: false }, { status: 404 })
  const values = new URL(request.url).searchParams
  const customer = visitor && partyOf(visitor)
  return data({
    view: await wizardView(product, readChoice(values), readPlace(values), customer, new Date()),
    live,
    // A browser that shows a session which is none any more.
    sessionEnded: customer === null && hasSessionCookie(request),
  })
}

/** Each step posts here: see `answerStep`. */
export async function action({ params, request, context }: Route.ActionArgs) {
  const visitor = orderingVisitor(context)
  const product = await productForRent(params.id)
  if (!product) return data(null, { status: 404 })
  return answerStep({ product, request, visitor, at: new Date() })
}

/** What answers a step that there is no product any more is read again, so that the page says it too. */
export function shouldRevalidate(args: ShouldRevalidateFunctionArgs): boolean {
  return args.actionStatus === 404 || revalidateUnlessTyping(args)
}

export default function BookProduct({ loaderData, actionData }: Route.ComponentProps) {
  const kept = useKeptView(loaderData.view)
  const ended = useSessionEnded(kept.view?.signedIn ?? false)
  if (!kept.view) return <MissingProduct />
  const refusal = actionData && "view" in actionData ? actionData : null
  const view = refusal?.view ?? kept.view
  return (
    <div className="page wizard-page">
      {/* Where days are chosen; what comes after that is held, or asked again when it is sent. */}
      {view.step === "calendar" && <LiveLater live={loaderData.live} holds={refusal !== null} />}
      <h1 className="title-page">Réserver {view.product.name}</h1>
      {kept.isWithdrawn && <WithdrawnNotice />}
      {/* Outside the wizard: the step before stays until what the next one needs is loaded. */}
      <Suspense>
        <Wizard view={view} refusal={refusal} sessionEnded={ended || loaderData.sessionEnded} />
      </Suspense>
    </div>
  )
}

/** True once a page that was somebody's has become nobody's: the session has ended under it. */
function useSessionEnded(signedIn: boolean): boolean {
  const [wasSignedIn, setWasSignedIn] = useState(signedIn)
  if (signedIn && !wasSignedIn) setWasSignedIn(true)
  return wasSignedIn && !signedIn
}

/**
 * The step to show. A product that is withdrawn while the page is open, which read itself again (decision 57), leaves what
 * was ticked where it stands: `isWithdrawn` is to be said. Anyone who goes anywhere is answered that there is none (null).
 */
function useKeptView(view: WizardView | null): { view: WizardView | null; isWithdrawn: boolean } {
  const { key } = useLocation()
  const [kept, setKept] = useState({ key, view })
  if (view !== null && (kept.view !== view || kept.key !== key)) setKept({ key, view })
  const shown = view ?? (kept.key === key ? kept.view : null)
  return { view: shown, isWithdrawn: view === null && shown !== null }
}

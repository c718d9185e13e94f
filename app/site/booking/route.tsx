import { Suspense, useState } from "react"
import { type ShouldRevalidateFunctionArgs, data, useLocation } from "react-router"
import { readPlace, stepTitles, type WizardStep } from "../../../domain/booking/choice.ts"
import { readChoice } from "../../../domain/booking/read-choice.ts"
import { hasSessionCookie } from "../../../server/accounts/auth/sessions.ts"
import { readWizardView } from "../../../server/bookings/wizard-view.ts"
import { readProductForRent } from "../../../server/catalog/queries.ts"
import { readTypedCode } from "../../http/promo-code-cookie.server.ts"
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

function wizardTitle({ step, product }: { step: WizardStep; product: { name: string } }): string {
  return `${stepTitles[step]} – Réserver ${product.name}`
}

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const visitor = orderingVisitor(context)
  const live = await livePage(context, [`product.${params.id}`])
  const product = await readProductForRent(params.id)
  // An open page must notice when the product is offered again.
  if (!product) return data({ view: null, live, sessionEnded: false }, { status: 404 })
  const values = new URL(request.url).searchParams
  const customer = visitor && partyOf(visitor)
  return data({
    view: await readWizardView({
      product,
      choice: readChoice(values),
      place: readPlace(values),
      party: customer,
      promoCode: await readTypedCode(request),
      at: new Date(),
    }),
    live,
    sessionEnded: customer === null && hasSessionCookie(request),
  })
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const visitor = orderingVisitor(context)
  const product = await readProductForRent(params.id)
  if (!product) return data(null, { status: 404 })
  return answerStep({ product, request, visitor, promoCode: await readTypedCode(request), at: new Date() })
}

/** Reloads after the 404 of a withdrawn product, so that the page shows it too. */
export function shouldRevalidate(args: ShouldRevalidateFunctionArgs): boolean {
  return args.actionStatus === 404 || revalidateUnlessTyping(args)
}

export default function BookProduct({ loaderData, actionData }: Route.ComponentProps) {
  const last = useLastView(loaderData.view)
  const ended = useSessionEnded(last.view?.signedIn ?? false)
  if (!last.view) return <MissingProduct />
  const refusal = actionData && "view" in actionData ? actionData : null
  const view = refusal?.view ?? last.view
  return (
    <div className="page wizard-page">
      {/* Later steps hold the days or check them again when sent. */}
      {view.step === "calendar" && <LiveLater live={loaderData.live} isPaused={refusal !== null} />}
      <h1 className="title-page">Réserver {view.product.name}</h1>
      {last.isWithdrawn && <WithdrawnNotice />}
      {/* Keeps the previous step visible until the next one has loaded. */}
      <Suspense>
        <Wizard view={view} refusal={refusal} sessionEnded={ended || loaderData.sessionEnded} />
      </Suspense>
    </div>
  )
}

function useSessionEnded(signedIn: boolean): boolean {
  const [wasSignedIn, setWasSignedIn] = useState(signedIn)
  if (signedIn && !wasSignedIn) setWasSignedIn(true)
  return wasSignedIn && !signedIn
}

/** Keeps the last view when the product is withdrawn while the page is open (decision 57); navigating yields null. */
function useLastView(view: WizardView | null): { view: WizardView | null; isWithdrawn: boolean } {
  const { key } = useLocation()
  const [last, setLast] = useState({ key, view })
  if (view !== null && (last.view !== view || last.key !== key)) setLast({ key, view })
  const visibleView = view ?? (last.key === key ? last.view : null)
  return { view: visibleView, isWithdrawn: view === null && visibleView !== null }
}

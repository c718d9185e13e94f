import { data, redirect } from "react-router"
import { isId } from "../../../../domain/id.ts"
import { findQuoteNumber, readOwnerQuote } from "../../../../server/quotes/quote-page.ts"
import { handleForm } from "../../../http/forms.server.ts"
import { loadScreen } from "../../../http/load.server.ts"
import { pageMeta } from "../../../http/meta.ts"
import { requireStaff } from "../../../http/visitor.server.ts"
import { requireEditor } from "../../kit/edits.server.ts"
import { takeFlash } from "../../kit/flash.server.ts"
import { quoteHref } from "../../kit/quotes/quotes-url.ts"
import { ScreenGone } from "../../kit/screen-gone.tsx"
import { ScreenUnreadable } from "../../kit/screen-unreadable.tsx"
import { screens } from "../../kit/screens.ts"
import type { Route } from "./+types/route"
import { quoteActs } from "./acts.server.ts"
import { QuoteScreen } from "./screen.tsx"

export async function loader({ request, params, url, context }: Route.LoaderArgs) {
  requireStaff(context)
  // The journal links quotes by id.
  if (isId(params.number)) {
    const number = await findQuoteNumber(params.number)
    if (number !== null) throw redirect(quoteHref(number))
  }
  const owned = await loadScreen("Error loading quote", () => readOwnerQuote(params.number, new Date()))
  if (!owned) return data(null, { status: 404 })
  const { flash, headers } = await takeFlash(request)
  return data({ owned, act: url.searchParams.get("acte"), flash }, { headers })
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const editor = requireEditor(context)
  const owned = await loadScreen("Error loading quote", () => readOwnerQuote(params.number, new Date()))
  if (!owned) throw data(null, { status: 404 })
  return handleForm(request, quoteActs(editor, owned, new Date()))
}

export const meta: Route.MetaFunction = ({ matches, params }) =>
  pageMeta(matches[0].loaderData?.site, { title: `Devis ${params.number}`, canonical: null })

export default function Quote({ loaderData }: Route.ComponentProps) {
  return loaderData ? (
    <QuoteScreen {...loaderData} />
  ) : (
    <ScreenGone title="Devis" message="Ce devis n’existe pas" to={screens.quotes.to} label="Tous les devis" />
  )
}

export function ErrorBoundary() {
  return <ScreenUnreadable title={screens.quotes.title} message="Le devis n’a pas pu être chargé" />
}

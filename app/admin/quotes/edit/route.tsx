import { type ShouldRevalidateFunctionArgs, data, redirect } from "react-router"
import { handleForm } from "../../../http/forms.server.ts"
import { loadScreen } from "../../../http/load.server.ts"
import { pageMeta } from "../../../http/meta.ts"
import { requireStaff } from "../../../http/visitor.server.ts"
import { requireEditor } from "../../kit/edits.server.ts"
import { takeFlash } from "../../kit/flash.server.ts"
import { quoteHref } from "../../kit/quotes/quotes-url.ts"
import { ScreenUnreadable } from "../../kit/screen-unreadable.tsx"
import { quoteFormActs, quoteFormView } from "../form/form.server.ts"
import { loadEditedQuote } from "../form/load.server.ts"
import { QuoteFormScreen } from "../form/screen.tsx"
import type { Route } from "./+types/route"

export async function loader({ request, params: { number }, url, context }: Route.LoaderArgs) {
  requireStaff(context)
  const view = await loadScreen("Error loading the form of a quote", async () => {
    const edited = await loadEditedQuote(number, url)
    return edited && quoteFormView(edited, null, new Date())
  })
  // Its page says why a sent version cannot be edited, or that there is no such quote.
  if (!view) throw redirect(quoteHref(number))
  const { flash, headers } = await takeFlash(request)
  return data({ view, flash }, { headers })
}

export async function action({ request, params: { number }, url, context }: Route.ActionArgs) {
  const actor = requireEditor(context)
  const edited = await loadEditedQuote(number, url)
  if (!edited) throw redirect(quoteHref(number), 303)
  return handleForm(request, quoteFormActs(actor, edited, new Date()))
}

export function shouldRevalidate({ formData, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return formData?.get("intent") === "calculer" ? false : defaultShouldRevalidate
}

export const meta: Route.MetaFunction = ({ matches, params }) =>
  pageMeta(matches[0].loaderData?.site, { title: `Modifier le devis ${params.number}`, canonical: null })

export default function EditQuote({ loaderData, actionData, params }: Route.ComponentProps) {
  return (
    <QuoteFormScreen
      title={`Modifier le devis ${params.number}`}
      {...loaderData}
      search=""
      matches={[]}
      origin={{}}
      answer={actionData ?? null}
    />
  )
}

export function ErrorBoundary() {
  return <ScreenUnreadable title="Modifier le devis" message="Le formulaire n’a pas pu être chargé" />
}

import { type ShouldRevalidateFunctionArgs, data } from "react-router"
import { findCustomers } from "../../../../server/accounts/customers/find-customers.ts"
import { handleForm } from "../../../http/forms.server.ts"
import { loadScreen } from "../../../http/load.server.ts"
import { pageMeta } from "../../../http/meta.ts"
import { requireStaff } from "../../../http/visitor.server.ts"
import { requireEditor } from "../../kit/edits.server.ts"
import { takeFlash } from "../../kit/flash.server.ts"
import { ScreenUnreadable } from "../../kit/screen-unreadable.tsx"
import { screens } from "../../kit/screens.ts"
import { quoteFormActs, quoteFormView } from "../form/form.server.ts"
import { loadNewQuote, readOrigin } from "../form/load.server.ts"
import { QuoteFormScreen } from "../form/screen.tsx"
import type { Route } from "./+types/route"

const { title } = screens.newQuote

export async function loader({ request, url, context }: Route.LoaderArgs) {
  requireStaff(context)
  const search = url.searchParams.get("q")?.trim().slice(0, 200) ?? ""
  const screen = await loadScreen("Error loading the form of a quote", async () => {
    const edited = await loadNewQuote(url)
    const isChosen = edited !== null && edited !== "unknown"
    return {
      isUnknown: edited === "unknown",
      matches: isChosen || search === "" ? [] : await findCustomers(search),
      view: isChosen ? await quoteFormView(edited, null, new Date()) : null,
    }
  })
  const { flash, headers } = await takeFlash(request)
  const { isUnknown, ...view } = screen
  return data({ ...view, search, origin: readOrigin(url), flash }, { headers, status: isUnknown ? 404 : 200 })
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const actor = requireEditor(context)
  const edited = await loadNewQuote(url)
  if (edited === null || edited === "unknown") throw data(null, { status: 404 })
  return handleForm(request, quoteFormActs(actor, edited, new Date()))
}

export function shouldRevalidate({ formData, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return formData?.get("intent") === "calculer" ? false : defaultShouldRevalidate
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches[0].loaderData?.site, { title, canonical: null })

export default function NewQuote({ loaderData, actionData }: Route.ComponentProps) {
  return <QuoteFormScreen title={title} {...loaderData} answer={actionData ?? null} />
}

export function ErrorBoundary() {
  return <ScreenUnreadable title={title} message="Le formulaire n’a pas pu être chargé" />
}

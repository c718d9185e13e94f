import { data } from "react-router"
import { handleForm } from "../../../../http/forms.server.ts"
import { loadScreen } from "../../../../http/load.server.ts"
import { secretLinkHeaders, secretLinkMeta } from "../../../../http/meta.ts"
import stylesheet from "../../../../styles/quote.css?url"
import { quoteActs } from "./acts.server.ts"
import { EndedQuote } from "./ended.tsx"
import { endedAnswer, openForReader } from "./open.server.ts"
import { QuoteScreen } from "./screen.tsx"
import { readQuoteView } from "./view.server.ts"
import type { Route } from "./+types/route"

export const links: Route.LinksFunction = () => [{ rel: "stylesheet", href: stylesheet }]

/** Secret address: no referrer and no search index (D56). */
export const headers = secretLinkHeaders

export const meta: Route.MetaFunction = ({ matches }) => secretLinkMeta(matches[0].loaderData?.site, "Votre devis")

export async function loader({ params: { secret }, context, url }: Route.LoaderArgs) {
  const at = new Date()
  return loadScreen("Error loading a quote", async () => {
    const opening = await openForReader(secret, context, at)
    if (opening.kind === "ended") return endedAnswer(opening)
    const view = await readQuoteView(opening.opened, { secret, at })
    const done = url.searchParams.get("fait") === "changement" ? changeRequestedText : null
    return data({ kind: "open" as const, view, done })
  })
}

const changeRequestedText = "Demande envoyée. Vous recevrez un nouveau devis."

export async function action({ params: { secret }, request }: Route.ActionArgs) {
  return handleForm(request, quoteActs(secret))
}

/** The refusal may come from outdated data, so the page is loaded again. */
export const shouldRevalidate = () => true

export default function Quote({ loaderData, actionData }: Route.ComponentProps) {
  const refusal = actionData ?? null
  return loaderData.kind === "open" ? (
    <QuoteScreen key={loaderData.view.version} view={loaderData.view} refusal={refusal} done={loaderData.done} />
  ) : (
    <EndedQuote end={loaderData.end} refusal={refusal} />
  )
}

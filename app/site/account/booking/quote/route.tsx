import { data } from "react-router"
import { openQuote } from "../../../../../server/quotes/open-quote.ts"
import { handleForm } from "../../../../http/forms.server.ts"
import { loadScreen } from "../../../../http/load.server.ts"
import { secretLinkHeaders, secretLinkMeta } from "../../../../http/meta.ts"
import type { Refusal } from "../../../../http/refusal.ts"
import stylesheet from "../../../../styles/quote.css?url"
import { unreceivedText } from "../file-problems.ts"
import { quoteActs } from "./acts.server.ts"
import { EndedQuote } from "./ended.tsx"
import { ORDER_FIELD, ORDER_INTENT } from "./intents.ts"
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
  // Strangers must not make the server read a file.
  const opened = await openQuote(secret, new Date())
  const mayHandIn = opened.ok && opened.value.link.purpose === "accept"
  return handleForm(request, quoteActs(secret), {
    ...(mayHandIn && { pictures: { prefix: ORDER_FIELD, max: 1 } }),
    // Only the order's form has a file.
    refused: (refusal, init) => data("image" in refusal.errors ? unreceivedOrder(init.status) : refusal, init),
  })
}

function unreceivedOrder(status: number): Refusal {
  return { errors: { [ORDER_FIELD]: unreceivedText(status) }, values: { intent: ORDER_INTENT }, lists: {} }
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

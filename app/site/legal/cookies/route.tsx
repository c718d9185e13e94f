import { href, redirect } from "react-router"
import { z } from "zod"
import { askAgainAfterSeconds } from "../../../../isomorphic/cookie-choice.ts"
import { dayInParis } from "../../../../domain/day.ts"
import { dayMedium } from "../../../../domain/day-labels.ts"
import { readCookieChoice, cookieChoiceHeader } from "../../../../server/shop/content/cookie-consent.ts"
import { CookiePanel } from "../../frame/cookies/panel.tsx"
import { LegalArticle } from "../article.tsx"
import { pageMeta } from "../../../http/meta.ts"
import { countAcceptedPage } from "../../frame/counted-view.server.ts"
import { ownPath } from "../../../http/return-path.ts"
import { act, handleForm } from "../../../http/forms.server.ts"
import type { Route } from "./+types/route"
import stylesheet from "../../../styles/legal-pages.css?url"
import { legalDescription } from "../descriptions.ts"
import { legalCanonicalUrl, missingLegalFacts, readLegalPage } from "../load.server.ts"

export const links: Route.LinksFunction = () => [{ rel: "stylesheet", href: stylesheet }]

const CookieForm = z.object({
  choix: z.enum(["accepter", "refuser", "enregistrer"]),
  analytics: z.string().optional(),
  marketing: z.string().optional(),
  retour: z.string().default("/"),
})

const preferencesPath = `${href("/legal/cookies")}#preferences`

export async function loader({ request, context }: Route.LoaderArgs) {
  const text = await readLegalPage("cookies", new URL(request.url))
  const choice = readCookieChoice(request)
  return {
    text,
    missing: await missingLegalFacts(context),
    canonical: legalCanonicalUrl(text),
    choice: choice && {
      analytics: choice.analytics,
      marketing: choice.marketing,
      madeOn: dayMedium(dayInParis(choice.chosenAt)),
      until: dayMedium(dayInParis(new Date(choice.chosenAt.getTime() + askAgainAfterSeconds * 1000))),
    },
  }
}

/** Reloads the page, with or without JavaScript (D23). */
export function action({ request, context }: Route.ActionArgs) {
  const saveChoice = act(
    CookieForm,
    async ({ choix, analytics, marketing, retour }) => {
      const answer = (field: string | undefined) => choix === "accepter" || (choix === "enregistrer" && field === "oui")
      const choice = { analytics: answer(analytics), marketing: answer(marketing), chosenAt: new Date() }
      const back = ownPath(retour)
      if (choice.analytics && !readCookieChoice(request)?.analytics) await countAcceptedPage(request, context, back)
      return redirect(back, { status: 303, headers: { "Set-Cookie": cookieChoiceHeader(choice) } })
    },
    { log: "Error keeping the cookie choice", failed: "Votre choix n’a pas pu être enregistré. Réessayez." },
  )
  return handleForm(request, saveChoice)
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const site = matches[0].loaderData?.site
  return pageMeta(site, {
    title: "Préférences cookies",
    description: site && legalDescription("cookies", site.companyName),
    canonical: loaderData?.canonical ?? null,
  })
}

export default function Cookies({ loaderData: { text, missing, choice } }: Route.ComponentProps) {
  return (
    <LegalArticle text={text} missing={missing}>
      <section id="preferences" className="panel stack gap-4 no-print" aria-labelledby="preferences-titre">
        <div className="stack gap-1">
          <h2 id="preferences-titre" className="title-card">
            Vos préférences
          </h2>
          <p className="small soft">
            {choice
              ? `Votre choix du ${choice.madeOn} est gardé jusqu’au ${choice.until}.`
              : "Vous n’avez pas encore choisi\u00a0: rien n’est mesuré en attendant."}
          </p>
        </div>
        <CookiePanel
          analytics={choice?.analytics ?? false}
          marketing={choice?.marketing ?? false}
          back={preferencesPath}
        />
      </section>
    </LegalArticle>
  )
}

import { type ShouldRevalidateFunction, href } from "react-router"
import { claimLabel } from "../../../domain/content/claims.ts"
import { countOfferedProducts } from "../../../server/catalog/queries.ts"
import { readFaq } from "../../../server/shop/content/pages.ts"
import { renderMarkdown } from "../../../server/platform/rendering/markdown.ts"
import { readSiteConfig } from "../../../server/shop/content/site.ts"
import { ClosingBand } from "../kit/closing-band.tsx"
import { JsonLd } from "../frame/json-ld.tsx"
import { BookingJourney } from "./booking-journey.tsx"
import { FaqSection } from "./section.tsx"
import { HelpOpening } from "./opening.tsx"
import { ButtonLink } from "../../ui/button-link.tsx"
import { canonicalUrl } from "../../http/canonical.server.ts"
import { pageMeta } from "../../http/meta.ts"
import stylesheet from "../../styles/guides.css?url"
import type { Route } from "./+types/route"

export const links: Route.LinksFunction = () => [{ rel: "stylesheet", href: stylesheet }]

export async function loader() {
  const [entries, site, offered] = await Promise.all([readFaq(), readSiteConfig(), countOfferedProducts()])
  return {
    questions: entries.map((entry) => ({ ...entry, html: renderMarkdown(entry.answer, { topLevel: 4 }).html })),
    offered,
    phone: site.companyPhone,
    phoneHelp: claimLabel(site, "phoneHelp"),
    canonical: canonicalUrl(href("/faq")),
  }
}

/** A search only narrows what is already loaded. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ currentUrl, nextUrl, defaultShouldRevalidate }) =>
  currentUrl.pathname === nextUrl.pathname ? false : defaultShouldRevalidate

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta(matches[0].loaderData?.site, {
    title: "Centre d’aide",
    description:
      "Les huit étapes d’une réservation et les réponses aux questions fréquentes\u00a0: dates, prix, livraison, caution, annulation, le soir de la fête.",
    canonical: loaderData?.canonical ?? null,
  })

export default function Faq({ loaderData: { questions, phone, phoneHelp, offered, canonical } }: Route.ComponentProps) {
  return (
    <>
      <HelpOpening phone={phone} phoneHelp={phoneHelp} hasAnswers={questions.length > 0} />
      <BookingJourney hasPhone={phone !== null} />
      {questions.length > 0 && <FaqSection questions={questions} />}
      {offered > 0 && (
        <ClosingBand
          title="Votre date est peut-être libre"
          text="Le catalogue le dit tout de suite, avec le prix tout compris."
        >
          <ButtonLink to={href("/catalog")}>Voir le catalogue</ButtonLink>
        </ClosingBand>
      )}
      {questions.length > 0 && (
        <JsonLd
          data={
            import.meta.env.SSR
              ? {
                  "@type": "FAQPage",
                  "@id": canonical,
                  inLanguage: "fr-FR",
                  mainEntity: questions.map(({ slug, question, html }) => ({
                    "@type": "Question",
                    name: question,
                    url: `${canonical}#${slug}`,
                    acceptedAnswer: { "@type": "Answer", text: html.trim() },
                  })),
                }
              : null
          }
        />
      )}
    </>
  )
}

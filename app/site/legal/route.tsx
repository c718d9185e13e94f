import { data } from "react-router"
import { isLegalPage } from "../../../domain/content/legal-pages.ts"
import { LegalArticle } from "./article.tsx"
import { pageMeta } from "../../http/meta.ts"
import type { Route } from "./+types/route"
import stylesheet from "../../styles/legal-pages.css?url"
import { legalDescription } from "./descriptions.ts"
import { legalCanonicalUrl, missingLegalFacts, readLegalPage } from "./load.server.ts"

export const links: Route.LinksFunction = () => [{ rel: "stylesheet", href: stylesheet }]

export async function loader({ params: { page }, request, context }: Route.LoaderArgs) {
  if (!isLegalPage(page)) throw data(null, { status: 404 })
  const text = await readLegalPage(page, new URL(request.url))
  return { page, text, missing: await missingLegalFacts(context), canonical: legalCanonicalUrl(text) }
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const site = matches[0].loaderData?.site
  return pageMeta(site, {
    title: loaderData?.text.title ?? "Page introuvable",
    description: loaderData && site && legalDescription(loaderData.page, site.companyName),
    canonical: loaderData?.canonical ?? null,
  })
}

export default function LegalText({ loaderData: { text, missing } }: Route.ComponentProps) {
  return <LegalArticle text={text} missing={missing} />
}

import { withElision } from "../../../../domain/elision.ts"
import { href } from "react-router"
import { pageSummary } from "../../../../isomorphic/text/page-summary.ts"
import { plainParagraphs, renderMarkdown } from "../../../../server/platform/rendering/markdown.ts"
import { countOfferedProducts } from "../../../../server/catalog/queries.ts"
import { readServicesPage } from "../../../../server/shop/content/pages.ts"
import { readSiteConfig } from "../../../../server/shop/content/site.ts"
import { pictureOf } from "../../../../server/platform/images/queries.ts"
import { Carousel } from "./carousel.tsx"
import { ContentFailure } from "../failure.tsx"
import { companyLine } from "../../../../domain/content/default-home-texts.ts"
import { promiseIllustrations } from "../../../kit/illustrations.ts"
import { PageOpening, UnwrittenPicture } from "../opening.tsx"
import { Prose } from "../../../kit/prose.tsx"
import { ButtonLink } from "../../../ui/button-link.tsx"
import { canonicalUrl } from "../../../http/canonical.server.ts"
import { loadScreen } from "../../../http/load.server.ts"
import { pageMeta } from "../../../http/meta.ts"
import type { Route } from "./+types/route"
import stylesheet from "../../../styles/content-pages.css?url"

export const links: Route.LinksFunction = () => [{ rel: "stylesheet", href: stylesheet }]

export async function loader() {
  return {
    ...(await loadScreen("Error loading content", readServices, { page: "services" })),
    canonical: canonicalUrl(href("/services")),
  }
}

async function readServices() {
  const [page, site, offered] = await Promise.all([readServicesPage(), readSiteConfig(), countOfferedProducts()])
  const written = page !== null && page.content.trim() !== ""
  const { lead, html } = renderMarkdown(written ? page.content : companyLine(site), { lead: true })
  return {
    title: page?.title ?? "Services",
    summary: pageSummary(plainParagraphs(page?.content ?? "")),
    lead: written ? lead : html,
    body: written ? html : null,
    written,
    offered,
    slides: (page?.carousel ?? []).map(({ id, image, imageAlt, caption }) => ({
      id,
      caption,
      picture: pictureOf(image, imageAlt || (caption === "" ? `Nos services, chez ${site.companyName}` : "")),
    })),
  }
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const site = matches[0].loaderData?.site
  return pageMeta(site, {
    title: loaderData?.title ?? "Services",
    description:
      loaderData?.summary ??
      (site && `Les services ${withElision(site.companyName)} pour votre fête, de la livraison à la reprise.`),
    canonical: loaderData?.canonical ?? null,
  })
}

const sizes = "(min-width: 80rem) 41rem, (min-width: 60rem) 54vw, 92vw"

export default function Services({
  loaderData: { title, lead, body, slides, written, offered },
}: Route.ComponentProps) {
  return (
    <>
      <PageOpening
        title={title}
        lead={lead}
        picture={
          slides.length > 0 ? (
            <Carousel label={title} slides={slides} sizes={sizes} />
          ) : (
            !written && <UnwrittenPicture image={promiseIllustrations.setUp} sizes={sizes} />
          )
        }
        actions={
          <>
            {offered > 0 && <ButtonLink to={href("/book")}>Réserver</ButtonLink>}
            <ButtonLink to={href("/contact")} variant={offered > 0 ? "secondary" : "primary"}>
              Me contacter
            </ButtonLink>
          </>
        }
      />
      {body && (
        <div className="page pb-16 lg:pb-24">
          <Prose html={body} className="prose-editorial" />
        </div>
      )}
    </>
  )
}

export function ErrorBoundary() {
  return <ContentFailure />
}

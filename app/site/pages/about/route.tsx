import { href } from "react-router"
import { pageSummary } from "../../../../isomorphic/text/page-summary.ts"
import { plainParagraphs, renderMarkdown } from "../../../../server/platform/rendering/markdown.ts"
import { countOfferedProducts } from "../../../../server/catalog/queries.ts"
import { readAboutPage } from "../../../../server/shop/content/pages.ts"
import { type SiteConfig, readSiteConfig } from "../../../../server/shop/content/site.ts"
import { layOutClouds } from "../../../../server/shop/content/pages.ts"
import { pictureOf } from "../../../../server/platform/images/queries.ts"
import { ClosingBand } from "../../kit/closing-band.tsx"
import { ContentFailure } from "../failure.tsx"
import { companyLine } from "../../../../domain/content/default-home-texts.ts"
import { promiseIllustrations } from "../../../kit/illustrations.ts"
import { PageOpening, UnwrittenPicture } from "../opening.tsx"
import { Prose } from "../../../kit/prose.tsx"
import { WordCloud } from "./word-cloud.tsx"
import { buttonClass } from "../../../ui/button-class.ts"
import { ButtonLink } from "../../../ui/button-link.tsx"
import { Photo } from "../../../ui/photo.tsx"
import { canonicalUrl } from "../../../http/canonical.server.ts"
import { loadScreen } from "../../../http/load.server.ts"
import { pageMeta } from "../../../http/meta.ts"
import type { Route } from "./+types/route"
import stylesheet from "../../../styles/content-pages.css?url"

export const links: Route.LinksFunction = () => [{ rel: "stylesheet", href: stylesheet }]

export async function loader() {
  return {
    ...(await loadScreen("Error loading content", readAbout, { page: "about" })),
    canonical: canonicalUrl(href("/about")),
  }
}

async function readAbout() {
  const [page, site, offered] = await Promise.all([readAboutPage(), readSiteConfig(), countOfferedProducts()])
  const content = page?.content ?? ""
  const written = content.trim() !== ""
  return {
    title: page?.title ?? "À propos",
    summary: pageSummary(plainParagraphs(content)),
    ...(written ? renderMarkdown(content, { lead: true }) : placeholderContent(site)),
    written,
    offered,
    picture: page?.image ? pictureOf(page.image, `${site.companyName}, en image`) : null,
    clouds: layOutClouds(content, page?.cloudWithout ?? ""),
    email: site.companyEmail,
  }
}

function placeholderContent(site: SiteConfig) {
  return { lead: renderMarkdown(companyLine(site)).html, html: null }
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const site = matches[0].loaderData?.site
  return pageMeta(site, {
    title: loaderData?.title ?? "À propos",
    description:
      loaderData?.summary ?? (site && `Qui est ${site.companyName}, et ce que vous pouvez attendre de nous.`),
    canonical: loaderData?.canonical ?? null,
  })
}

const sizes = "(min-width: 80rem) 41rem, (min-width: 60rem) 54vw, 92vw"

export default function About({
  loaderData: { title, lead, html, picture, clouds, email, written, offered },
}: Route.ComponentProps) {
  return (
    <>
      <PageOpening
        title={title}
        lead={lead}
        picture={
          picture ? (
            <div className="card">
              <Photo image={picture} sizes={sizes} first />
            </div>
          ) : (
            !written && <UnwrittenPicture image={promiseIllustrations.service} sizes={sizes} />
          )
        }
      />
      {html !== null && (
        <div className="page pb-16 lg:pb-24">
          <Prose html={html} className="prose-editorial" />
        </div>
      )}
      <WordCloud {...clouds} />
      <ClosingBand
        title="Et si nous parlions de votre fête"
        text="Dites-nous la date et le lieu&nbsp;: nous vous répondons sous 24&nbsp;h."
      >
        {offered > 0 && <ButtonLink to={href("/book")}>Réserver</ButtonLink>}
        {email ? (
          <a className={buttonClass({ variant: offered > 0 ? "secondary" : "primary" })} href={`mailto:${email}`}>
            Me contacter
          </a>
        ) : (
          offered === 0 && <ButtonLink to={href("/contact")}>Me contacter</ButtonLink>
        )}
      </ClosingBand>
    </>
  )
}

export function ErrorBoundary() {
  return <ContentFailure />
}

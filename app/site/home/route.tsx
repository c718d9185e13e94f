import { use } from "react"
import { href } from "react-router"
import { claimLabel } from "../../../domain/content/claims.ts"
import { readSite } from "../../../server/shop/content/site.ts"
import { readTestimonials } from "../../../server/shop/content/pages.ts"
import { pictureOf } from "../../../server/platform/images/queries.ts"
import { OfflinePageContext } from "../../kit/offline-page.ts"
import { EventSearchForm } from "../kit/event-search-form.tsx"
import { HomeHero } from "./hero.tsx"
import { ProductList, emptyCatalogText } from "../kit/product-list.tsx"
import { SearchAnswer } from "../kit/search-answer.tsx"
import { SoonCard } from "../kit/soon-card.tsx"
import { Testimonials } from "./testimonials.tsx"
import { canonicalUrl } from "../../http/canonical.server.ts"
import { readCatalog } from "../kit/catalog.server.ts"
import { pageMeta } from "../../http/meta.ts"
import { availabilityViewer } from "../../http/visitor.server.ts"
import type { Route } from "./+types/route"
import stylesheet from "../../styles/home-page.css?url"

const MAX_SEARCH_LENGTH = 100

export const links: Route.LinksFunction = () => [{ rel: "stylesheet", href: stylesheet }]

export async function loader({ request, context }: Route.LoaderArgs) {
  const values = new URL(request.url).searchParams
  const matching = (values.get("q") ?? "")
    .replace(/\p{Cc}/gu, " ")
    .trim()
    .slice(0, MAX_SEARCH_LENGTH)
  const [site, catalog, testimonials] = await Promise.all([
    readSite(),
    readCatalog(values, availabilityViewer(context), matching),
    readTestimonials(),
  ])
  return {
    hero: {
      title: site.heroTitle,
      description: site.heroDescription,
      picture: site.heroImage && pictureOf(site.heroImage, site.heroImageAlt),
    },
    matching,
    catalog,
    testimonials: testimonials.map(({ id, author, rating, day, text, image, isExample }) => ({
      id,
      author,
      rating,
      day,
      text,
      isExample,
      picture: image && pictureOf(image, ""),
    })),
    ratingLabel: claimLabel(site, "ratingLabel"),
    allReviewsHref: site.googleBusinessId && allReviewsUrl(site.googleBusinessId),
    canonical: matching === "" ? canonicalUrl(href("/")) : null,
  }
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta(matches[0].loaderData?.site, {
    title: loaderData?.matching ? `Recherche\u00a0: ${loaderData.matching}` : null,
    canonical: loaderData?.canonical ?? null,
  })

export default function Home({ loaderData }: Route.ComponentProps) {
  const { hero, matching, catalog, testimonials, ratingLabel, allReviewsHref } = loaderData
  const isOffline = use(OfflinePageContext)
  const days = catalog.search.day && [catalog.search.day]
  // The teaser comes first (specification, section 2), except before the answer to a search.
  const teaserFirst = matching === "" && catalog.search.day === null
  const { isCatalogEmpty } = catalog
  const search = !isOffline && !isCatalogEmpty && (
    <div className={matching === "" ? undefined : "page"}>
      <EventSearchForm
        action={href("/")}
        search={catalog.search}
        today={catalog.today}
        matching={matching}
        hung={matching === ""}
      />
    </div>
  )
  return (
    <>
      {matching === "" ? (
        <HomeHero {...hero} hasProducts={!isCatalogEmpty} context={{ ...catalog.search, days: days ?? [] }}>
          {search}
        </HomeHero>
      ) : (
        <>
          <div className="page pt-12 pb-8">
            <h1 className="title-page">Résultats pour «&nbsp;{matching}&nbsp;»</h1>
          </div>
          {search}
        </>
      )}
      <section className="page section" aria-labelledby="produits">
        <div className="cluster between mb-6 items-baseline">
          <h2 id="produits" className="title-page">
            Nos produits
          </h2>
          {!isOffline && !isCatalogEmpty && <SearchAnswer view={catalog} />}
        </div>
        {isCatalogEmpty ? (
          <div className="stack gap-6">
            <p className="lead soft">{emptyCatalogText}</p>
            <SoonCard />
          </div>
        ) : (
          <div className="stack gap-6">
            {teaserFirst && <SoonCard />}
            <ProductList view={catalog} matching={matching} firstPicture={!teaserFirst} />
            {!teaserFirst && <SoonCard />}
          </div>
        )}
      </section>
      {testimonials.length > 0 && <Testimonials {...{ testimonials, ratingLabel, allReviewsHref }} />}
    </>
  )
}

function allReviewsUrl(googleBusinessId: string): string {
  return `https://search.google.com/local/reviews?placeid=${encodeURIComponent(googleBusinessId)}`
}

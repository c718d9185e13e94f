import { href } from "react-router"
import { dayLong } from "../../../domain/day-labels.ts"
import { EventSearchForm } from "../kit/event-search-form.tsx"
import { ProductList, emptyCatalogText } from "../kit/product-list.tsx"
import { Reassurance } from "./reassurance.tsx"
import type { CatalogView } from "../kit/catalog-view.ts"
import { pageHref } from "../kit/links.ts"
import { SearchAnswer } from "../kit/search-answer.tsx"
import { SoonCard } from "../kit/soon-card.tsx"
import { canonicalUrl } from "../../http/canonical.server.ts"
import { readCatalog } from "../kit/catalog.server.ts"
import { pageMeta } from "../../http/meta.ts"
import { availabilityViewer } from "../../http/visitor.server.ts"
import type { Route } from "./+types/route"

export async function loader({ request, context }: Route.LoaderArgs) {
  const catalog = await readCatalog(new URL(request.url).searchParams, availabilityViewer(context))
  return { catalog, canonical: canonicalUrl(pageHref({ pathname: href("/catalog"), search: "" }, catalog.page)) }
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta(matches[0].loaderData?.site, {
    title: catalogTitle(loaderData?.catalog),
    description: "Nos photobooths, leurs prix et leurs dates libres.",
    canonical: loaderData?.canonical ?? null,
  })

function catalogTitle(catalog: CatalogView | undefined): string {
  const { search, page = 1 } = catalog ?? {}
  return ["Catalogue", search?.day && dayLong(search.day), page > 1 && `page ${page}`].filter(Boolean).join(", ")
}

export default function Catalog({ loaderData: { catalog }, matches }: Route.ComponentProps) {
  const { isCatalogEmpty } = catalog
  return (
    <div className="page stack gap-16 py-12 lg:gap-24 lg:pb-24">
      <div className="stack gap-8">
        <div className="stack gap-3">
          <h1 className="title-page">Catalogue</h1>
          <p className="lead soft max-w-measure">
            {isCatalogEmpty
              ? emptyCatalogText
              : "Indiquez votre date pour voir les photobooths disponibles et leur prix."}
          </p>
        </div>
        {isCatalogEmpty ? (
          <SoonCard headingLevel={2} />
        ) : (
          <>
            <EventSearchForm action={href("/catalog")} search={catalog.search} today={catalog.today} />
            <section className="stack gap-5" aria-label="Produits">
              <SearchAnswer view={catalog} />
              <ProductList view={catalog} detailed headingLevel={2} firstPicture />
            </section>
          </>
        )}
      </div>
      <Reassurance setupTime={matches[0].loaderData.site.setupTime} />
      {!isCatalogEmpty && <SoonCard headingLevel={2} />}
    </div>
  )
}

import { href } from "react-router"
import { readChoice } from "../../../../domain/booking/read-choice.ts"
import { periodOfDays, rentalLabel } from "../../../../domain/rental/rental.ts"
import { bookHref, readPageNumber } from "../../kit/links.ts"
import { ProductChoice } from "./product-choice.tsx"
import { ProductList, ProductPages } from "../../kit/product-list.tsx"
import { canonicalUrl } from "../../../http/canonical.server.ts"
import { readCatalog } from "../../kit/catalog.server.ts"
import { pageMeta } from "../../../http/meta.ts"
import { availabilityViewer } from "../../../http/visitor.server.ts"
import type { Route } from "./+types/route"

export async function loader({ request, context }: Route.LoaderArgs) {
  const values = new URL(request.url).searchParams
  const { days, postcode, town } = readChoice(values)
  const query = new URLSearchParams({
    ...(days.length === 1 && { date: days[0] }),
    ...(postcode && { cp: postcode }),
    ...(town && { ville: town }),
    page: String(readPageNumber(values)),
  })
  return {
    days,
    catalog: await readCatalog(query, availabilityViewer(context)),
    canonical: canonicalUrl(href("/book")),
  }
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta(matches[0].loaderData?.site, {
    title: "Réserver",
    description: "Choisissez un photobooth, vos dates et vos options. Le prix complet s’affiche à chaque étape.",
    canonical: loaderData?.canonical ?? null,
  })

export default function Book({ loaderData: { days, catalog } }: Route.ComponentProps) {
  const { products, search } = catalog
  return (
    <div className="page stack gap-8 py-12 lg:pb-24">
      <div className="stack gap-3">
        <h1 className="title-page">
          Que <span className="unbroken">souhaitez-vous</span> réserver&nbsp;?
        </h1>
        {days.length > 0 && <p className="lead soft">Vos dates&nbsp;: {rentalLabel(periodOfDays(days))}</p>}
      </div>
      {products && products.length > 0 ? (
        <>
          <ProductChoice
            products={products}
            day={search.day}
            place={search}
            toHref={(product) => bookHref(product.id, { ...search, days })}
          />
          <ProductPages view={catalog} />
        </>
      ) : (
        <ProductList view={catalog} headingLevel={2} />
      )}
    </div>
  )
}

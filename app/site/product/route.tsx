import { data, href, isRouteErrorResponse, redirect, useRouteLoaderData } from "react-router"
import { productKey, readProductKey } from "../../../domain/catalog/product-key.ts"
import { readProductForRent } from "../../../server/catalog/queries.ts"
import { ConfirmedDays } from "./confirmed-days.tsx"
import { ProductGallery } from "./gallery.tsx"
import { OfferedOptions } from "./offered-options.tsx"
import { ProductData } from "./structured-data.tsx"
import { PlanList } from "./plans.tsx"
import { ProductMonth } from "./month.tsx"
import { productHref } from "../kit/links.ts"
import { ProductNotFound } from "../kit/product-not-found.tsx"
import { ProductBar, ProductSummary } from "./summary.tsx"
import type { loader as rootLoader } from "../../root.tsx"
import { canonicalUrl } from "../../http/canonical.server.ts"
import { livePage } from "../../http/live.server.ts"
import { LiveLater } from "../../kit/live/live-later.tsx"
import { loadScreen } from "../../http/load.server.ts"
import { pageMeta } from "../../http/meta.ts"
import { readProductDetail } from "./load.server.ts"
import { availabilityViewer } from "../../http/visitor.server.ts"
import type { Route } from "./+types/route"
import stylesheet from "../../styles/product-page.css?url"

export const links: Route.LinksFunction = () => [{ rel: "stylesheet", href: stylesheet }]

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const id = readProductKey(params.id)
  const live = await livePage(context, [`product.${id}`])
  const page = await loadScreen(
    "Error loading product",
    () => readProduct(id, url.searchParams, availabilityViewer(context)),
    { id },
  )
  if (page === null) throw data(null, { status: 404 })
  const canonical = productHref(page.product)
  // Any other name would be one more page to cache.
  if (params.id !== id && params.id !== productKey(page.product)) throw redirect(canonical + url.search, 301)
  return { ...page, live, canonical: canonicalUrl(canonical) }
}

async function readProduct(id: string, values: URLSearchParams, viewer: Parameters<typeof readProductDetail>[2]) {
  const product = await readProductForRent(id)
  if (product === null) return null
  const changedAt = Math.max(product.updatedAt.getTime(), product.image?.createdAt.getTime() ?? 0)
  return {
    product: await readProductDetail(product, values, viewer),
    title: product.seoTitle ?? product.name,
    description: product.seoDescription ?? product.description,
    // Changes with the picture, so that copies cached elsewhere are renewed.
    preview: {
      path: `${href("/og/:file", { file: `${product.id}.jpg` })}?v=${changedAt.toString(36)}`,
      alt: `${product.name}. Photo non contractuelle`,
    },
  }
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta(matches[0].loaderData?.site, {
    title: loaderData?.title ?? "Produit non trouvé",
    description: loaderData?.description,
    canonical: loaderData?.canonical ?? null,
    preview: loaderData?.preview,
  })

export default function ProductPage({ loaderData: { product, live, canonical } }: Route.ComponentProps) {
  const site = useRouteLoaderData<typeof rootLoader>("root")?.site
  return (
    <div className="page product-page grid grid-cols-[minmax(0,1fr)] gap-16 py-8 lg:gap-24 lg:py-12 lg:pb-24">
      <LiveLater live={live} />
      {site && <ProductData product={product} site={site} origin={new URL(canonical).origin} />}
      <div className={columns}>
        <ProductGallery name={product.name} picture={product.picture} pictures={product.gallery} />
        <ProductSummary product={product} />
      </div>
      {product.plans.length > 0 && <PlanList product={product} />}
      <div className={columns}>
        <section aria-labelledby="calendrier" className="stack">
          <h2 id="calendrier" className="title-section">
            Disponibilités
          </h2>
          <ProductMonth product={product} view={product.month} requested={product.requested} place={product.search} />
          <ConfirmedDays days={product.confirmedDays} units={product.units} />
        </section>
        <section aria-labelledby="options">
          <details className="stack">
            <summary>
              <h2 id="options" className="title-section inline">
                Options
              </h2>
            </summary>
            <OfferedOptions options={product.options} photoPack={product.photoPack} />
          </details>
        </section>
      </div>
      <ProductBar product={product} />
    </div>
  )
}

const columns = "grid grid-cols-[minmax(0,1fr)] gap-12 lg:grid-cols-[minmax(0,1.25fr)_minmax(0,1fr)]"

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ProductNotFound failed={!(isRouteErrorResponse(error) && error.status === 404)} />
}

import { data, href, isRouteErrorResponse } from "react-router"
import { type Manual, readManual } from "../../../server/shop/content/manuals.ts"
import { renderMarkdown } from "../../../server/platform/rendering/markdown.ts"
import { readSiteConfig } from "../../../server/shop/content/site.ts"
import { pictureOf } from "../../../server/platform/images/queries.ts"
import { ProductNotFound } from "../kit/product-not-found.tsx"
import { useOfflineManual } from "./use-offline-manual.ts"
import { ManualArticle } from "./article.tsx"
import type { ManualView } from "./view.ts"
import { canonicalUrl } from "../../http/canonical.server.ts"
import { loadScreen } from "../../http/load.server.ts"
import { pageMeta } from "../../http/meta.ts"
import stylesheet from "../../styles/guides.css?url"
import type { Route } from "./+types/route"

export const links: Route.LinksFunction = () => [{ rel: "stylesheet", href: stylesheet }]

export async function loader({ params }: Route.LoaderArgs) {
  const view = await loadScreen("Error loading product", () => readView(params.id), { id: params.id })
  if (view === null) throw data(null, { status: 404 })
  return { manual: view, canonical: view.address }
}

async function readView(id: string): Promise<ManualView | null> {
  const [manual, site] = await Promise.all([readManual(id), readSiteConfig()])
  return manual && toManualView(manual, site.companyPhone)
}

function toManualView({ product, sections }: Manual, phone: string | null): ManualView {
  const address = canonicalUrl(href("/manual/:id", { id: product.id }))
  return {
    productId: product.id,
    name: product.name,
    description: product.description,
    features: product.features,
    picture: product.image && pictureOf(product.image, product.imageAlt),
    link: manualLink(product.manualUrl, address),
    sections: sections.map(({ title, content, image, imageAlt }) => ({
      title,
      html: renderMarkdown(content, { topLevel: 3 }).html,
      picture: image && pictureOf(image, imageAlt),
    })),
    address,
    phone,
  }
}

/** null for an address that a browser may not open. */
function manualLink(manualUrl: string | null, address: string): ManualView["link"] {
  const url = manualUrl?.trim() ?? ""
  if (!/^(?:https?:\/\/|\/(?!\/))/i.test(url) || !URL.canParse(url, address)) return null
  const isThisPage = new URL(url, address).href.replace(/\/$/, "") === address
  return { href: url, isThisPage }
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta(matches[0].loaderData?.site, {
    title: loaderData ? `Notice\u00a0: ${loaderData.manual.name}` : "Produit non trouvé",
    description: loaderData && `Se servir de «\u00a0${loaderData.manual.name}\u00a0», pas à pas et en images.`,
    canonical: loaderData?.canonical ?? null,
  })

export default function ManualPage({ loaderData: { manual } }: Route.ComponentProps) {
  useOfflineManual(manual.productId)
  return <ManualArticle manual={manual} />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ProductNotFound failed={!(isRouteErrorResponse(error) && error.status === 404)} />
}
